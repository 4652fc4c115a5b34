"""The Aibo ERS-7, as in the four-legged league from 2004 on."""
