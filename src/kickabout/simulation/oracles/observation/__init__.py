"""What an ideal observer would see, and how it is disturbed."""
