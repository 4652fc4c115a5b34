"""kickabout: a complete robot-soccer team in Python."""

__version__ = "0.1.0"
