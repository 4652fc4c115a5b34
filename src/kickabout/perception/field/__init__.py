"""Detection of the field boundary and the painted lines."""
