"""From images and sound to empty percepts."""
