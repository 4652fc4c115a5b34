"""Carrying robots: from a wanted pose to the forces of two hands that lift, turn and put down."""

import math

import numpy as np

from kickabout.geometry import Field, Pose2, Robot, Vec, matrix_from_quaternion
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.truth import turned_back
from kickabout.simulation.referee.view import RobotId

HEIGHT = 0.25  # m, how far a robot is lifted
RISE, WAY, SINK = 0.6, 1.6, 0.8  # s, upward, to the new place, and down again
STIFFNESS, DAMPING = 600.0, 110.0  # N/m and N·s/m: about critical for a NAO
TURN_STIFFNESS, TURN_DAMPING = 8.0, 1.6  # N·m/rad and N·m·s/rad


def carry(match: Match, robot: RobotId, to: tuple[float, float, float]) -> None:
    """Let time pass while a robot is lifted and put down at a pose in its own field frame.

    The robot feels that: it is moved by forces on its torso, not by magic.
    """
    wanted: Pose2[Robot, Field] = Pose2(*to)
    target = turned_back(wanted, match.control.direction(robot.team))
    index = match.ids.index(robot)
    start = match.snapshot.torso_positions[index].copy()
    heading = _heading(match, index)
    turn = math.remainder(target.theta - heading, 2.0 * math.pi)
    torso, begin = match.world.robots[index].torso, match.time
    while (elapsed := match.time - begin) < RISE + WAY + SINK:
        up = _eased(elapsed / RISE) - _eased((elapsed - RISE - WAY) / SINK)
        along = _eased((elapsed - RISE) / WAY)
        way = np.array((target.x - start[0], target.y - start[1], 0.0))
        place = start + along * way + np.array((0.0, 0.0, HEIGHT * up))
        grip = _grip(match, index, place, heading + along * turn)
        grip[2] += _weight(match, index) * min(1.0, 4.0 * up)
        match.world.data.xfrc_applied[torso] = grip
        match.step()
    match.world.data.xfrc_applied[torso] = 0.0


def _eased(share: float) -> float:
    """From 0 to 1, at rest at both ends."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


def _heading(match: Match, index: int) -> float:
    rotation = matrix_from_quaternion(match.snapshot.torso_quaternions[index])
    return math.atan2(rotation[1, 0], rotation[0, 0])


def _weight(match: Match, index: int) -> float:
    model = match.world.model
    mass = float(model.body_subtreemass[match.world.robots[index].torso])
    return -mass * float(model.opt.gravity[2])


def _grip(match: Match, index: int, place: Vec, heading: float) -> Vec:
    """Force and torque that bring an upright torso to a place and heading, in the world."""
    root = match.world.robots[index].root_dof
    velocity = match.world.data.qvel[root : root + 6]
    rotation = matrix_from_quaternion(match.snapshot.torso_quaternions[index])
    force = STIFFNESS * (place - match.snapshot.torso_positions[index]) - DAMPING * velocity[:3]
    lean = np.cross(rotation[:, 2], (0.0, 0.0, 1.0))
    lean[2] += math.remainder(heading - _heading(match, index), 2.0 * math.pi)
    spin = rotation @ velocity[3:]  # a free body's rates are told in its own frame
    return np.concatenate((force, TURN_STIFFNESS * lean - TURN_DAMPING * spin))
