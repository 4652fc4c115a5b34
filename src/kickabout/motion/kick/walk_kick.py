"""In-walk kicks: from TOML files and the ball's position to the steps of a kick.

A kick consists of two steps. The first puts the support foot beside the ball; in the second, the
kicking foot swings through the ball. Its path is that of a normal step plus an offset, a cubic
spline through key frames that begins and ends with zero offset and speed. Files describe kicks with
the right foot; kicks with the left foot are mirrored.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.typed_file import read_as
from kickabout.motion.walk.gait import Feet, FootOffset, FootPose, StepPlan, relative
from kickabout.robots.nao.configuration import NAO

SORT = "kicks/walking"  # folder of the robot's configuration
SAMPLES = 101  # of a spline, tabulated once to save time in each frame


@dataclass(frozen=True, slots=True, kw_only=True)
class KickFrame:
    """Offset of the kicking foot from its normal path at a phase of the step."""

    phase: float  # 0 … 1
    x: float = 0.0  # m
    y: float = 0.0
    z: float = 0.0
    turn_deg: float = 0.0
    pitch_deg: float = 0.0  # toes down is positive


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The step that puts the support foot beside the ball."""

    behind: float  # m, of the support foot behind the ball, along the direction of the kick
    aside: float  # m, of the support foot to the left of the ball
    turn_deg: float = 0.0  # of the support foot relative to the direction of the kick
    duration: float = 0.25  # s
    lift: float = 0.013  # m
    tolerance: tuple[float, float] = (0.03, 0.01)  # m, by which the desired step may be shortened
    turn_tolerance_deg: float = 5.0  # by which the desired turn may be reduced
    step_x: tuple[float, float] = (-0.03, 0.08)  # m, minimum and maximum step
    step_y: tuple[float, float] = (
        0.0,
        0.09,
    )  # m, minimum and maximum of the distance between the feet beyond the usual one
    step_turn_deg: tuple[float, float] = (-10.0, 10.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class KickStep:
    """The step in which the foot hits the ball."""

    x: float  # m, as for a normal step
    y: float = 0.0
    turn_deg: float = 0.0
    duration: float = 0.25  # s
    lift: float = 0.015  # m
    frames: tuple[KickFrame, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkKick:
    """A file of a robot's folder `kicks/walking`."""

    description: str
    placement: Placement
    kick: KickStep
    direction_deg: float = 0.0  # of the kicked ball relative to the robot's heading


def load_walk_kick(name: str, robot: RobotConfiguration = NAO) -> WalkKick:
    return read_as(robot.load(SORT, name), WalkKick)


def walk_kick_names(robot: RobotConfiguration = NAO) -> list[str]:
    return robot.names(SORT)


def swing_offset(frames: tuple[KickFrame, ...], side: float) -> Callable[[float], FootOffset]:
    """Return the offset by phase, a spline through key frames; `side` −1: for the left foot."""
    rows = [
        (f.x, side * f.y, f.z, side * math.radians(f.turn_deg), math.radians(f.pitch_deg))
        for f in frames
    ]
    zero = (0.0,) * 5
    phases = [0.0, *(frame.phase for frame in frames), 1.0]
    spline = CubicSpline(phases, np.array([zero, *rows, zero]), bc_type="clamped")
    table = [FootOffset(*row) for row in spline(np.linspace(0.0, 1.0, SAMPLES)).tolist()]

    def offset(phase: float) -> FootOffset:
        position = min(max(phase, 0.0), 1.0) * (SAMPLES - 1)
        index = min(int(position), SAMPLES - 2)
        ratio = position - index
        pairs = zip(table[index], table[index + 1], strict=True)
        return FootOffset(*(a + ratio * (b - a) for a, b in pairs))

    return offset


class KickPlanner:
    """Plans the steps of one kick with one foot, if the ball is in reach."""

    def __init__(self, kick: WalkKick, *, left: bool, hip_offset: float) -> None:
        self.kick = kick
        self.left = left
        self.side = -1.0 if left else 1.0  # files are for the right foot
        self.hip_offset = hip_offset
        self._offset = swing_offset(kick.kick.frames, self.side)

    def steps(
        self,
        feet: Feet,
        left_swings: bool,
        *,
        ball: tuple[float, float],
        direction: float,
    ) -> tuple[StepPlan, ...]:
        """Return the steps, or none if the kick cannot begin with this step.

        `ball` and `direction` are relative to the middle between the feet.
        """
        if left_swings == self.left:
            return ()  # the first step has to put down the other foot
        poses = self._placed(feet, ball, direction)
        if poses is None:
            return ()
        return self._placing(poses), self._kicking()

    def _placed(
        self, feet: Feet, ball: tuple[float, float], direction: float
    ) -> tuple[FootPose, FootPose] | None:
        """Return kicking and support foot at the end of the first step, relative to the torso."""
        put, side = self.kick.placement, self.side
        heading = direction - side * math.radians(self.kick.direction_deg)
        turned = heading + side * math.radians(put.turn_deg)
        c, s = math.cos(heading), math.sin(heading)
        behind, aside = -put.behind, side * put.aside
        middle_x = (feet.left.x + feet.right.x) / 2.0
        middle_y = (feet.left.y + feet.right.y) / 2.0
        wanted = FootPose(
            middle_x + ball[0] + c * behind - s * aside,
            middle_y + ball[1] + s * behind + c * aside,
            turned,
        )
        kicking = feet.left if self.left else feet.right
        fixed = kicking._replace(y=kicking.y - side * self.hip_offset)
        return self._within(relative(fixed, wanted))

    def _within(self, wanted: FootPose) -> tuple[FootPose, FootPose] | None:
        """Limit the step; return None if the limited step is too far from the desired one."""
        put, side = self.kick.placement, self.side
        apart = side * wanted.y - 2.0 * self.hip_offset
        x = min(max(wanted.x, put.step_x[0]), put.step_x[1])
        y = min(max(apart, put.step_y[0]), put.step_y[1])
        low, high = (math.radians(angle) for angle in put.step_turn_deg)
        turn = min(max(side * wanted.turn, low), high)
        too_far = abs(x - wanted.x) > put.tolerance[0] or abs(y - apart) > put.tolerance[1]
        if too_far or abs(turn - side * wanted.turn) > math.radians(put.turn_tolerance_deg):
            return None
        # The torso ends halfway between both feet, also in its heading.
        half = side * turn / 2.0
        c, s = math.cos(half), math.sin(half)
        across = side * (y + 2.0 * self.hip_offset)
        ahead, beside = c * x + s * across, c * across - s * x
        beside -= side * 2.0 * self.hip_offset
        standing = FootPose(ahead / 2.0, beside / 2.0, half)
        return FootPose(-standing.x, -standing.y, -half), standing

    def _placing(self, poses: tuple[FootPose, FootPose]) -> StepPlan:
        put = self.kick.placement
        kicking, standing = poses
        return StepPlan(
            x=2.0 * standing.x,
            left_swings=not self.left,
            duration=put.duration,
            lift_duration=put.duration,
            lift=put.lift,
            end_poses=(kicking, standing) if self.left else (standing, kicking),
            is_kick=True,
        )

    def _kicking(self) -> StepPlan:
        step = self.kick.kick
        return StepPlan(
            x=step.x,
            y=self.side * step.y,
            turn=self.side * math.radians(step.turn_deg),
            left_swings=self.left,
            duration=step.duration,
            lift_duration=step.duration,
            lift=step.lift,
            offset=self._offset,
            is_kick=True,
        )
