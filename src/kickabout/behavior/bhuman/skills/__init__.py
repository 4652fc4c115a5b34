"""Skills: how things are done."""
