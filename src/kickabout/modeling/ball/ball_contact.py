"""Contact of ball and feet: from their positions and velocities to the ball after a contact.

Each foot is a moving rectangle on the ground. A ball inside of it is pushed out in the shortest
direction; it loses its motion into the foot and takes over the foot's.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat, Vec


@kernel
def push_out(x: float, y: float, box: Vec, radius: float) -> tuple[float, float, float]:
    """Return direction and length of the shortest path out of a box widened by the ball's radius.

    `box` is back, front, right and left. The length is not positive if there is no contact.
    """
    near_x = min(max(x, box[0]), box[1])
    near_y = min(max(y, box[2]), box[3])
    dx, dy = x - near_x, y - near_y
    gap = math.hypot(dx, dy)
    if gap > 0.0:
        return dx / gap, dy / gap, radius - gap
    depths = (x - box[0], box[1] - x, y - box[2], box[3] - y)
    nearest = 0
    for i in range(1, 4):
        if depths[i] < depths[nearest]:
            nearest = i
    length = depths[nearest] + radius
    if nearest < 2:
        return (-1.0 if nearest == 0 else 1.0), 0.0, length
    return 0.0, (-1.0 if nearest == 2 else 1.0), length


@kernel
def touch_feet(
    means: Mat,
    covariances: FloatArray,
    feet: Mat,
    box: Vec,
    radius: float,
    bounce: float,
    position_noise: float,
    velocity_noise: float,
) -> int:
    """Apply contacts with the feet to all hypotheses (x, y or x, y, vx, vy); return their number.

    A row of `feet` is x, y, heading, vx, vy. The noises are variances that a contact adds.
    """
    contacts = 0
    for i in range(means.shape[0]):
        for foot in feet:
            c, s = math.cos(foot[2]), math.sin(foot[2])
            dx, dy = means[i, 0] - foot[0], means[i, 1] - foot[1]
            nx, ny, depth = push_out(c * dx + s * dy, c * dy - s * dx, box, radius)
            if depth <= 0.0:
                continue
            contacts += 1
            ax, ay = c * nx - s * ny, s * nx + c * ny
            means[i, 0] += depth * ax
            means[i, 1] += depth * ay
            covariances[i, 0, 0] += position_noise
            covariances[i, 1, 1] += position_noise
            if means.shape[1] == 4:
                closing = (means[i, 2] - foot[3]) * ax + (means[i, 3] - foot[4]) * ay
                if closing < 0.0:
                    means[i, 2] -= (1.0 + bounce) * closing * ax
                    means[i, 3] -= (1.0 + bounce) * closing * ay
                    covariances[i, 2, 2] += velocity_noise
                    covariances[i, 3, 3] += velocity_noise
    return contacts


def no_feet() -> Mat:
    return np.zeros((0, 5))
