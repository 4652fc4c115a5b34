"""The kind of robot that an Aibo ERS-210 is."""

import numpy as np

from kickabout.robots.aibo.make_kind import make_kind
from kickabout.robots.ers210.appearance import ers210_appearance
from kickabout.robots.kind import LightKind

LIGHTS = (
    LightKind(name="face", count=7),
    LightKind(name="tail", count=2),  # red and blue
)
TOUCH = ("head_front", "head_rear", "back")

KIND = make_kind(
    "ers210",
    lights=LIGHTS,
    touch=TOUCH,
    stance=np.array(((0.020, 0.010, -0.103), (-0.025, 0.010, -0.103))),
    head=(0.0, 0.0, 0.0),
    appearance=ers210_appearance,
)
