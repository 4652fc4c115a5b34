"""Uneven carpet and worn robots: from a seed to ground, friction, gains and offsets."""

import math

import mujoco
import numpy as np

from kickabout.framework.module import seeded_generator
from kickabout.geometry.rotations import rotation_x, rotation_y
from kickabout.robots.nao.joints import LEGS, Joint
from kickabout.simulation.match.drill import NUMBER, TEAM, Drill
from kickabout.simulation.match.faults import Fault, FaultKind

ROBOT = f"{TEAM} {NUMBER}"
HALF_LENGTH, HALF_WIDTH = 0.075, 0.045  # m, of a sole
UNLOADED = 1.0  # N, below which a foot is in the air


def worn_body(seed: int, *, gains: float = 0.5, offset_deg: float = 2.0) -> tuple[Fault, ...]:
    """Return random gain errors of pressure sensors and offsets of leg joints."""
    random = seeded_generator(seed, "worn body")
    factors = tuple((1.0 + random.uniform(-gains, gains, 8)).tolist())
    faults = [Fault(kind=FaultKind.FSR_GAIN, robot=ROBOT, values=factors)]
    for joint in range(LEGS.start, LEGS.stop):
        value = math.radians(float(random.uniform(-offset_deg, offset_deg)))
        faults.append(
            Fault(
                kind=FaultKind.JOINT_OFFSET,
                robot=ROBOT,
                joint=Joint(joint).name.lower(),
                value=value,
            )
        )
    return tuple(faults)


class RoughCarpet:
    """Uneven ground: whenever a foot is lifted, it will land on another patch.

    A patch is a plane through random heights at the sole's corners. The sole is tilted and raised
    instead of the ground, which has the same effect.
    """

    def __init__(
        self,
        drill: Drill,
        seed: int,
        *,
        height: float = 0.003,
        friction: tuple[float, float] = (0.5, 1.0),
    ) -> None:
        self.random = seeded_generator(seed, "rough carpet")
        self.height = height
        world = drill.match.world
        self.soles = list(world.robots[0].soles)
        self.positions = world.model.geom_pos[self.soles].copy()
        self.friction = float(self.random.uniform(*friction))
        world.model.geom_friction[self.soles, 0] = self.friction
        self.lifted = [False, False]

    def before_frame(self, drill: Drill) -> None:
        """Choose new patches for feet that have just been lifted."""
        forces = drill.match.snapshot.foot_forces[0].sum(axis=1)
        for foot, force in enumerate(forces):
            lifted = bool(force < UNLOADED)
            if lifted and not self.lifted[foot]:
                self._new_patch(drill, foot)
            self.lifted[foot] = lifted

    def _new_patch(self, drill: Drill, foot: int) -> None:
        model = drill.match.world.model
        front_left, front_right, rear_left, rear_right = self.random.uniform(
            -self.height, self.height, 4
        )
        front, rear = (front_left + front_right) / 2.0, (rear_left + rear_right) / 2.0
        left, right = (front_left + rear_left) / 2.0, (front_right + rear_right) / 2.0
        pitch = math.atan2(front - rear, 2.0 * HALF_LENGTH)
        roll = math.atan2(right - left, 2.0 * HALF_WIDTH)
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, (rotation_y(pitch) @ rotation_x(roll)).ravel())
        sole = self.soles[foot]
        model.geom_quat[sole] = quaternion
        model.geom_pos[sole] = self.positions[foot] - np.array((0.0, 0.0, (front + rear) / 2.0))
