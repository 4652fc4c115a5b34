"""Training samples from rendered pictures with labels."""
