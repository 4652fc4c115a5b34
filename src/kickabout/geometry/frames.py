"""Coordinate frames as types, so that a type checker finds vectors in the wrong frame.

These classes have no instances. They stand in the brackets of `Vector2[Field]` or
`Pose2[Robot, Field]`. All frames are right-handed; lengths are in m except in images.
"""


class Frame:
    """Base of all frames."""


class World(Frame):
    """Origin at the center mark on the ground, x towards the second team's goal, z up.

    This is the simulator's frame and at the same time the first team's field frame.
    """


class Field(Frame):
    """Origin at the center mark on the ground, x towards the opponent's goal, y left, z up.

    Each team has its own; one is the other after half a turn.
    """


class Robot(Frame):
    """Origin on the ground midway between the soles, x forward, y left, z up.

    The frame stays level when the body tilts, and turns with the mean direction of the feet.
    """


class Torso(Frame):
    """Origin midway between the hip joints, x forward, y left, z along the spine.

    The frame is fixed to the body and tilts with it.
    """


class Head(Frame):
    """Origin at the intersection of the neck's axes, x out of the face, y left, z to the crown."""


class Sole(Frame):
    """Origin on the sole below the ankle joint, x to the toes, y left, z up out of the foot."""


class Link(Frame):
    """Origin and axes of any one body part; for code that treats all links alike."""


class Camera(Frame):
    """Origin in the optical center, x along the optical axis, y left, z up."""


class Image(Frame):
    """Origin in the middle of the top left pixel, x right, y down, in px.

    The center of the pixel in column x and row y is at (x, y).
    """


class Ball(Frame):
    """Origin on the ground below the ball, x in the direction of the kick, y left, z up."""
