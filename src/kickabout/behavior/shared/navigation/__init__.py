"""Navigation: the shortest path around circles, inside a boundary, not across barriers."""
