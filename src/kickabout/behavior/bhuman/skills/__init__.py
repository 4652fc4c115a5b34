"""Skills: options that control the body."""
