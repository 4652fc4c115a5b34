"""Navigation: the shortest way around circles, within borders and not across barriers."""
