"""Colors and scan lines: from pixels to the carpet's color and regions of one color."""
