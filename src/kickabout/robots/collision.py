"""Collision groups: the bits of `contype` and `conaffinity` in all physics models.

MuJoCo computes the contacts of ground, goals and ball, with robots and with each other.
`RobotContacts` computes the contacts between robots. A robot does not collide with itself.
Therefore geoms are made with

- ground and goals: contype GROUND, conaffinity 0
- ball: contype BALL, conaffinity GROUND
- robots: contype 0, conaffinity GROUND | BALL
"""

GROUND = 1
BALL = 2
