"""Films and strips of recordings, drawn without a screen."""
