"""Leg inverse kinematics: from sole poses to the eleven leg angles, in closed form.

Method of the B-Human team report 2019, section 8.3.5, with its printing errors corrected. Stage
one computes the hip yaw-pitch with which each leg alone would reach its target. Both legs share
that motor, so stage two solves each leg with a weighted mean of both angles. What cannot be reached
then becomes a yaw error of the foot, which disturbs balance least.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray

LEFT, RIGHT = -1.0, 1.0  # the sign of the report's equations, which are printed for the right leg
DIAGONAL = math.sqrt(0.5)  # hip yaw-pitch axes are inclined by 45°
TOLERANCE = 1e-9  # of a cosine, so that a stretched leg counts as reached in spite of rounding


@kernel
def to_orthogonal_hip(
    side: float, rotation: FloatArray, translation: FloatArray, leg: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the foot pose relative to the hip, tilted by 45° so that yaw-pitch turns about z."""
    tilt = side * DIAGONAL
    foot = np.empty((3, 3))
    for j in range(3):
        foot[0, j] = rotation[0, j]
        foot[1, j] = DIAGONAL * rotation[1, j] - tilt * rotation[2, j]
        foot[2, j] = tilt * rotation[1, j] + DIAGONAL * rotation[2, j]
    # From the sole up to the ankle along the foot's z axis.
    x = translation[0] + leg[3] * rotation[0, 2]
    y = translation[1] + leg[3] * rotation[1, 2] + side * leg[0]
    z = translation[2] + leg[3] * rotation[2, 2]
    ankle = np.array((x, DIAGONAL * y - tilt * z, tilt * y + DIAGONAL * z))
    return foot, ankle


@kernel
def exact_hip_yaw_pitch(side: float, foot: FloatArray, ankle: FloatArray) -> float:
    """Return the angle with which this leg alone reaches its target exactly."""
    # Relative to the ankle, the hip is in the plane that ankle roll selects.
    y = -(foot[0, 1] * ankle[0] + foot[1, 1] * ankle[1] + foot[2, 1] * ankle[2])
    z = -(foot[0, 2] * ankle[0] + foot[1, 2] * ankle[1] + foot[2, 2] * ankle[2])
    roll = math.atan2(y, z)
    sine, cosine = math.sin(roll), math.cos(roll)
    # The common axis of the three pitch joints; its heading at the hip gives the angle.
    axis_x = foot[0, 1] * cosine - foot[0, 2] * sine
    axis_y = foot[1, 1] * cosine - foot[1, 2] * sine
    return side * math.atan2(-axis_x, axis_y)


@kernel
def solve_leg(
    side: float,
    foot: FloatArray,
    ankle: FloatArray,
    hip_yaw_pitch: float,
    leg: FloatArray,
    angles: FloatArray,
) -> tuple[float, bool]:
    """Fill in hip roll, hip pitch, knee, ankle pitch, ankle roll; return yaw error and success.

    If the target is too far, the leg is stretched towards it; if it is too near, folded.
    """
    thigh, tibia = leg[1], leg[2]
    sine, cosine = math.sin(side * hip_yaw_pitch), math.cos(side * hip_yaw_pitch)
    x = cosine * ankle[0] + sine * ankle[1]
    y = cosine * ankle[1] - sine * ankle[0]
    z = ankle[2]
    distance = max(math.sqrt(x * x + y * y + z * z), 1e-9)
    knee_cosine = (thigh**2 + tibia**2 - distance**2) / (2.0 * thigh * tibia)
    hip_cosine = (thigh**2 + distance**2 - tibia**2) / (2.0 * thigh * distance)
    reached = abs(knee_cosine) <= 1.0 + TOLERANCE and z < 0.0
    knee = math.pi - math.acos(min(1.0, max(-1.0, knee_cosine)))
    roll = math.atan2(y, -z)
    pitch = -math.acos(min(1.0, max(-1.0, hip_cosine))) - math.atan2(x, math.hypot(y, z))
    angles[0] = roll - side * math.pi / 4.0
    angles[1] = pitch
    angles[2] = knee
    yaw = ankle_angles(foot, sine, cosine, roll, pitch + knee, angles)
    return yaw, reached


@kernel
def ankle_angles(
    foot: FloatArray, sine: float, cosine: float, roll: float, pitch: float, angles: FloatArray
) -> float:
    """Fill in ankle pitch and roll; return the remaining yaw between target and foot."""
    rest = np.empty((3, 3))  # rotation of the foot relative to the tibia
    roll_sine, roll_cosine = math.sin(roll), math.cos(roll)
    pitch_sine, pitch_cosine = math.sin(pitch), math.cos(pitch)
    for j in range(3):
        x = cosine * foot[0, j] + sine * foot[1, j]
        level_y = cosine * foot[1, j] - sine * foot[0, j]
        y = roll_cosine * level_y + roll_sine * foot[2, j]
        z = roll_cosine * foot[2, j] - roll_sine * level_y
        rest[0, j] = pitch_cosine * x - pitch_sine * z
        rest[1, j] = y
        rest[2, j] = pitch_sine * x + pitch_cosine * z
    angles[3] = math.atan2(rest[0, 2], rest[2, 2])
    angles[4] = -math.asin(min(1.0, max(-1.0, rest[1, 2])))
    return math.atan2(rest[1, 0], rest[1, 1])


@kernel
def solve_legs(
    left_rotation: FloatArray,
    left_translation: FloatArray,
    right_rotation: FloatArray,
    right_translation: FloatArray,
    left_weight: float,
    leg: FloatArray,
    angles: FloatArray,
) -> tuple[bool, bool, float, float]:
    """Fill in hip yaw-pitch, the left and the right leg; see `NaoKinematics.legs`.

    `leg` holds hip offset, thigh, tibia, foot height, and the range of hip yaw-pitch.
    """
    left_foot, left_ankle = to_orthogonal_hip(LEFT, left_rotation, left_translation, leg)
    right_foot, right_ankle = to_orthogonal_hip(RIGHT, right_rotation, right_translation, leg)
    wanted = left_weight * exact_hip_yaw_pitch(LEFT, left_foot, left_ankle)
    wanted += (1.0 - left_weight) * exact_hip_yaw_pitch(RIGHT, right_foot, right_ankle)
    shared = min(leg[5], max(leg[4], wanted))
    angles[0] = shared
    left_yaw, left_reached = solve_leg(LEFT, left_foot, left_ankle, shared, leg, angles[1:6])
    right_yaw, right_reached = solve_leg(RIGHT, right_foot, right_ankle, shared, leg, angles[6:11])
    return left_reached, right_reached, left_yaw, right_yaw
