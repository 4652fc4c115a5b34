"""Training samples: rendered pictures with labels."""
