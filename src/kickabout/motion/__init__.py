"""From requests to joint targets."""
