"""Soccer models that several stations share: the rolling ball and the kicks."""
