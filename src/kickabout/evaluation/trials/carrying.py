"""Carrying robots: from a target pose to the forces that lift, turn and put down a robot."""

import math

import numpy as np

from kickabout.geometry import Field, Pose2, Robot, Vec, matrix_from_quaternion
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.truth import turned_back
from kickabout.simulation.referee.view import RobotId

HEIGHT = 0.25  # m, how far a robot is lifted
RISE, CARRY, SINK = 0.6, 1.6, 0.8  # s, upward, to the new position, and down again
STIFFNESS, DAMPING = 600.0, 110.0  # N/m and N·s/m: about critical for a NAO
TURN_STIFFNESS, TURN_DAMPING = 8.0, 1.6  # N·m/rad and N·m·s/rad


def carry(
    match: Match, robot: RobotId, to: tuple[float, float, float], *, strength: float = 1.0
) -> None:
    """Simulate that a robot is lifted and put down at a pose in its own field frame.

    It is moved by forces on its torso, so that its sensors measure the motion. `strength`: of the
    grip, less than 1 for a robot that is lighter than a NAO.
    """
    target_in_field: Pose2[Robot, Field] = Pose2(*to)
    target = turned_back(target_in_field, match.control.direction(robot.team))
    index = match.ids.index(robot)
    start = match.snapshot.torso_positions[index].copy()
    heading = _heading(match, index)
    turn = math.remainder(target.theta - heading, 2.0 * math.pi)
    torso, begin = match.world.robots[index].torso, match.time
    while (elapsed := match.time - begin) < RISE + CARRY + SINK:
        up = _eased(elapsed / RISE) - _eased((elapsed - RISE - CARRY) / SINK)
        along = _eased((elapsed - RISE) / CARRY)
        path = np.array((target.x - start[0], target.y - start[1], 0.0))
        position = start + along * path + np.array((0.0, 0.0, HEIGHT * up))
        grip = _grip(match, index, position, heading + along * turn, strength)
        grip[2] += _weight(match, index) * min(1.0, 4.0 * up)
        match.world.data.xfrc_applied[torso] = grip
        match.step()
    match.world.data.xfrc_applied[torso] = 0.0


def _eased(fraction: float) -> float:
    """Return a smooth transition from 0 to 1 with zero slope at both ends."""
    fraction = min(max(fraction, 0.0), 1.0)
    return fraction * fraction * (3.0 - 2.0 * fraction)


def _heading(match: Match, index: int) -> float:
    rotation = matrix_from_quaternion(match.snapshot.torso_quaternions[index])
    return math.atan2(rotation[1, 0], rotation[0, 0])


def _weight(match: Match, index: int) -> float:
    model = match.world.model
    mass = float(model.body_subtreemass[match.world.robots[index].torso])
    return -mass * float(model.opt.gravity[2])


def _grip(match: Match, index: int, position: Vec, heading: float, strength: float) -> Vec:
    """Return the force and torque in the world that move a torso to a position and heading."""
    root = match.world.robots[index].root_dof
    velocity = match.world.data.qvel[root : root + 6]
    rotation = matrix_from_quaternion(match.snapshot.torso_quaternions[index])
    force = STIFFNESS * (position - match.snapshot.torso_positions[index]) - DAMPING * velocity[:3]
    lean = np.cross(rotation[:, 2], (0.0, 0.0, 1.0))
    lean[2] += math.remainder(heading - _heading(match, index), 2.0 * math.pi)
    spin = rotation @ velocity[3:]  # a free body's rates are given in its own frame
    # A robot's inertia shrinks faster than its mass.
    torque = strength * (TURN_STIFFNESS * lean - TURN_DAMPING * spin)
    return strength * np.concatenate((force, torque))
