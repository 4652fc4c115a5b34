"""Default stiffness: from names of joints to a joint vector."""

import numpy as np

from kickabout.geometry import Vec, readonly
from kickabout.robots.nao.joints import Joint

# B-Human's defaults of 2019, except for shoulders: simulated servos hold less when soft.
BY_NAME = {
    "head": 0.7,
    "shoulder": 0.5,
    "elbow": 0.4,
    "wrist": 0.6,
    "hand": 0.4,
    "hip": 0.75,
    "knee": 0.75,
    "ankle": 0.75,
}


def _default(joint: Joint) -> float:
    return next(value for name, value in BY_NAME.items() if name in joint.key)


DEFAULT_STIFFNESS: Vec = readonly(np.array([_default(joint) for joint in Joint]))
