"""What the behaviors of several teams use."""
