"""The studio: a web page that shows matches, recordings and every thought of a robot."""
