"""The Aibo ERS-210, as in the four-legged league from 2000 to 2004."""
