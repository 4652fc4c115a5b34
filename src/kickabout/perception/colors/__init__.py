"""Colors and scan lines: from pixels to regions of one color."""
