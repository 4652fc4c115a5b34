"""Coordinate frames as types, so that a type checker finds vectors in the wrong frame.

Nobody makes instances of these classes. They stand in the brackets of `Vector2[Field]` or
`Pose2[Robot, Field]`. All frames are right-handed; lengths are in m except in images.
"""


class Frame:
    """Base of all frames."""


class World(Frame):
    """Origin at the center mark on the ground, x towards the second team's goal, z up.

    The simulator's frame; the first team's field frame is the same one.
    """


class Field(Frame):
    """Origin at the center mark on the ground, x towards the opponent's goal, y left, z up.

    Each team has its own; they are turned against each other by half a turn.
    """


class Robot(Frame):
    """Origin on the ground midway between the soles, x forward, y left, z up.

    It stays level when the body tilts, and it turns with the mean direction of the feet.
    """


class Torso(Frame):
    """Origin midway between the hip joints, x forward, y left, z along the spine.

    Fixed to the body, so it tilts with it.
    """


class Head(Frame):
    """Origin where the neck's axes meet, x forward through the face, y left, z to the crown."""


class Sole(Frame):
    """Origin on the sole below the ankle joint, x to the toes, y left, z up out of the foot."""


class Link(Frame):
    """Origin and axes of any one body part; for code that treats all links alike."""


class Camera(Frame):
    """Origin in the optical center, x along the optical axis, y left, z up."""


class Image(Frame):
    """Origin in the middle of the top left pixel, x right, y down, in px.

    So the pixel in column x and row y has its middle at (x, y).
    """


class Ball(Frame):
    """Origin on the ground below the ball, x in the direction of the kick, y left, z up."""
