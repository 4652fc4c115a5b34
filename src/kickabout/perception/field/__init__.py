"""The carpet's boundary and the painted lines."""
