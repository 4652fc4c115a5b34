"""From images and sound to percepts, blindly."""
