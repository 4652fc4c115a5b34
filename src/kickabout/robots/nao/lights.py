"""The lights of the NAO."""

from kickabout.robots.kind import LightKind

EYE, EAR, SKULL = 8, 10, 12  # number of LEDs

NAO_LIGHTS = (
    LightKind(name="left_eye", count=EYE, colored=True),
    LightKind(name="right_eye", count=EYE, colored=True),
    LightKind(name="left_ear", count=EAR),  # by angle from 0°
    LightKind(name="right_ear", count=EAR),
    LightKind(name="head", count=SKULL),  # from front left to the back, then on the right forward
    LightKind(name="chest", colored=True),
    LightKind(name="left_foot", colored=True),
    LightKind(name="right_foot", colored=True),
)
