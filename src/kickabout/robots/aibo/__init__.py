"""What the Aibos ERS-210 and ERS-7 share."""
