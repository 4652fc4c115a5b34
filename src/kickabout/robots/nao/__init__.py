"""The NAO v6: dimensions, kinematics, physics model, servos, appearance, postures."""
