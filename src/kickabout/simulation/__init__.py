"""The simulated world: physics, cameras, microphones, referee, matches."""
