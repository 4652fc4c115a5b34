"""Where the camera is and looks, its exposure and what hides its view."""
