"""The studio: a web page that shows matches, recordings and all data of robots."""
