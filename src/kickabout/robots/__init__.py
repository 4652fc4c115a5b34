"""One folder per robot: dimensions, kinematics, physics model, appearance."""
