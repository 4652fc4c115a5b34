"""From percepts to models, by believing everything."""
