"""What is visible to a camera: field, ball, robots, room, light."""
