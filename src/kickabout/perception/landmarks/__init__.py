"""Features with a known position: center circle, intersections, penalty mark, compositions."""
