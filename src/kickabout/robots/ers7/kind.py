"""The kind of robot that an Aibo ERS-7 is."""

import numpy as np

from kickabout.robots.aibo.make_kind import make_kind
from kickabout.robots.ers7.appearance import ers7_appearance
from kickabout.robots.kind import LightKind

LIGHTS = (
    LightKind(name="head_color"),  # orange
    LightKind(name="head_white"),
    LightKind(name="mode", colored=True),
    LightKind(name="wireless"),
    LightKind(name="face", count=14),
    LightKind(name="back_color", count=3),  # front blue, middle orange, rear red
    LightKind(name="back_white", count=3),
)
TOUCH = ("head", "back_front", "back_middle", "back_rear")

KIND = make_kind(
    "ers7",
    lights=LIGHTS,
    touch=TOUCH,
    stance=np.array(((0.020, 0.012, -0.110), (-0.025, 0.012, -0.110))),
    head=(-0.2, 0.0, 0.2),
    appearance=ers7_appearance,
)
