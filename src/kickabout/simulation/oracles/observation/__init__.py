"""The view of an ideal observer, and its errors."""
