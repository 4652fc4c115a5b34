"""Trot gaits: from files to the shape of steps and the speeds that they reach."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import FloatArray, Pose2, Robot, Vec3
from kickabout.representations import WalkMode, WalkRequest

SORT = "gaits"  # folder of the robot's configuration
NEAR = 0.15  # m, distance to a target below which the walk slows down
NEAR_TURN = 0.5  # rad


@dataclass(frozen=True, slots=True, kw_only=True)
class LegPath:
    """The path of a fore or hind paw, relative to its shoulder."""

    x: float  # m, center of the path, forward
    outward: float  # m, away from the body
    height: float  # m, of the shoulder above the ground
    lift: float  # m, of the paw in the middle of its swing
    duty: float  # fraction of the period in which the paw is on the ground


@dataclass(frozen=True, slots=True, kw_only=True)
class Fastest:
    """The longest stride in a direction, and the speed that the robot reaches with it."""

    stride: float  # m or rad, commanded while a paw is on the ground
    speed: float  # m/s or rad/s, measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """How a gait that carries the ball holds it: between chin, chest and fore legs."""

    ball: tuple[float, float]  # m, in the frame of the body
    head_deg: tuple[float, float, float]  # tilt, pan, nod or roll
    mouth: float = 0.0  # how far it is open, 0 … 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TrotGait:
    """A file of a robot's folder `gaits`."""

    description: str
    period: float  # s
    fore: LegPath
    hind: LegPath
    forward: Fastest
    backward: Fastest
    sideways: Fastest
    turn: Fastest
    grip: Grip | None = None

    @property
    def table(self) -> FloatArray:
        """Return one row each for fore and hind legs, as kernels need it."""
        return np.array(
            [(leg.x, leg.outward, leg.height, leg.lift, leg.duty) for leg in (self.fore, self.hind)]
        )

    def fastest(self, forward: float) -> tuple[Fastest, Fastest, Fastest]:
        """Return the limits of all directions for a walk forward or, if negative, backward."""
        return (self.forward if forward >= 0.0 else self.backward), self.sideways, self.turn

    def fractions(self, request: WalkRequest) -> Vec3:
        """Return the requested walk as fractions of the fastest ones, whose sum is at most 1."""
        wanted = self._wanted(request)
        total = float(np.abs(wanted).sum())
        return wanted / total if total > 1.0 else wanted

    def _wanted(self, request: WalkRequest) -> Vec3:
        if request.mode is WalkMode.RELATIVE_SPEED:
            return _vector(request.speed)
        if request.mode in (WalkMode.TARGET, WalkMode.BALL):
            return _towards(request.target_in_robot) * np.abs(_vector(request.speed))
        speed = _vector(request.speed)
        if request.mode is WalkMode.STEP:
            speed = speed / self.period
        return speed / [limit.speed for limit in self.fastest(float(speed[0]))]

    def stride(self, fractions: Vec3) -> Vec3:
        """Return the stride of a walk: m forward, m to the left, rad."""
        return fractions * [limit.stride for limit in self.fastest(float(fractions[0]))]

    def speed(self, fractions: Vec3) -> Pose2[Robot, Robot]:
        """Return the expected speed of a walk."""
        limits = self.fastest(float(fractions[0]))
        x, y, turn = (
            fraction * limit.speed
            for fraction, limit in zip(fractions.tolist(), limits, strict=True)
        )
        return Pose2(x, y, turn)


def load_gait(name: str, robot: RobotConfiguration) -> TrotGait:
    """Return a gait by its name, or by the path of its file."""
    return read_as(robot.load(SORT, name), TrotGait)


def _vector(pose: Pose2[Robot, Robot]) -> Vec3:
    return np.array((pose.x, pose.y, pose.theta))


def _towards(target: Pose2[Robot, Robot]) -> Vec3:
    """Return fractions that lead to a target, all at the same pace."""
    distance = max(float(np.hypot(target.x, target.y)), 1e-9)
    pace = min(1.0, distance / NEAR)
    turn = max(-1.0, min(1.0, target.theta / NEAR_TURN))
    return np.array((pace * target.x / distance, pace * target.y / distance, turn))
