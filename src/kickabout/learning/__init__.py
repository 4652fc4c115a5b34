"""Learning: data sets that the simulated cameras make, and the networks trained on them."""
