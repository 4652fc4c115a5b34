"""What touches what: the bits of `contype` and `conaffinity` in all physics models.

Ground, goals and the ball are touched by robots and by each other through MuJoCo. Robots touch each
other through `Pushing`, and themselves not at all. Geoms therefore are made with

- ground and goals: contype GROUND, conaffinity 0
- ball: contype BALL, conaffinity GROUND
- robots: contype 0, conaffinity GROUND | BALL
"""

GROUND = 1
BALL = 2
