"""Team files and the layers of configuration."""
