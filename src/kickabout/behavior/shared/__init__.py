"""Parts that the behaviors of several teams use."""
