"""Detection of landmarks: center circle, intersections, penalty mark and their combinations."""
