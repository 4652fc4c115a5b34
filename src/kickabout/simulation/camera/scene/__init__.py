"""What a camera may see: field, ball, robots, room, light."""
