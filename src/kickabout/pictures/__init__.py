"""Pictures: pixels from and to files, conversion of camera images, drawing."""
