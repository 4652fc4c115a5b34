"""Linear motion models in a plane: from a time step to transition and noise matrices."""

import numpy as np

from kickabout.geometry import Cov4, Mat, Mat4

POSITION_OF_MOVING: Mat = np.eye(2, 4)  # observation of x, y in the state (x, y, vx, vy)
POSITION_OF_MOVING.setflags(write=False)


def constant_velocity(dt: float) -> Mat4:
    """Transition of the state (x, y, vx, vy)."""
    transition = np.eye(4)
    transition[0, 2] = transition[1, 3] = dt
    return transition


def random_acceleration(dt: float, deviation: float) -> Cov4:
    """Noise of (x, y, vx, vy) when a random acceleration stays constant during each step.

    `deviation` (m/s²) is its standard deviation along each axis.
    """
    gain = np.array(((0.5 * dt * dt, 0.0), (0.0, 0.5 * dt * dt), (dt, 0.0), (0.0, dt)))
    noise: Cov4 = deviation * deviation * gain @ gain.T
    return noise
