"""Gait: from planned steps to the poses of both feet in each frame.

The walk of Bernhard Hengst (Walk2014): one step is one swing of one foot. The torso sways like a
pendulum because the swing foot is lifted and lowered, not because any joint rolls. The weight on
the feet decides when a step is over, see `support_switch`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class FootPose(NamedTuple):
    """Pose of a foot relative to its neutral pose below the hip, along the torso's heading."""

    x: float = 0.0  # m
    y: float = 0.0  # m, left is positive for both feet
    turn: float = 0.0  # rad


class Feet(NamedTuple):
    """Poses of both feet and their heights above the ground plane."""

    left: FootPose = FootPose()
    right: FootPose = FootPose()
    left_height: float = 0.0  # m
    right_height: float = 0.0


class FootOffset(NamedTuple):
    """Offset added to the pose of the swing foot in the course of a step."""

    x: float = 0.0  # m
    y: float = 0.0
    z: float = 0.0
    turn: float = 0.0  # rad
    pitch: float = 0.0  # rad, toes down is positive


NO_OFFSET = FootOffset()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPlan:
    """One step: the motion of the torso, the duration and the lift of the foot."""

    x: float = 0.0  # m
    y: float = 0.0
    turn: float = 0.0  # rad
    left_swings: bool = False
    duration: float = 0.25  # s, planned; the step ends when the weight shifts
    lift_duration: float = 0.25  # s, from leaving the ground to touching it again
    lift: float = 0.012  # m
    inside_turn: float = 0.33  # fraction of a turn by which the toes point inwards when feet close
    end_poses: tuple[FootPose, FootPose] | None = None  # of the feet, instead of x, y and turn
    offset: Callable[[float], FootOffset] | None = None  # of the swing foot by phase, for kicks
    is_kick: bool = False

    def targets(self) -> tuple[FootPose, FootPose]:
        """Return the poses of left and right foot at the end of the step.

        A step aside opens the feet when the outer foot swings, and the next one closes them;
        turning does the same with the toes.
        """
        if self.end_poses is not None:
            return self.end_poses
        outward = 1.0 if self.left_swings else -1.0
        side = self.y if self.y * outward > 0.0 else 0.0
        opens = self.turn * outward > 0.0
        toes = (1.0 - self.inside_turn if opens else -self.inside_turn) * abs(self.turn)
        half = self.x / 2.0 * outward
        return FootPose(half, side * outward, toes), FootPose(-half, -side * outward, -toes)


def lift_fraction(ratio: float) -> float:
    """Return the height of the swing foot over a step, 0 … 1, joined from three parabolas."""
    if ratio <= 0.0 or ratio >= 1.0:
        return 0.0
    if ratio < 0.25:
        return 8.0 * ratio * ratio
    if ratio < 0.75:
        return 1.0 - 8.0 * (ratio - 0.5) * (ratio - 0.5)
    return 8.0 * (1.0 - ratio) * (1.0 - ratio)


def swing_fraction(ratio: float) -> float:
    """Return the progress of the swing foot over a step, 0 … 1, slow at both ends."""
    if ratio <= 0.0:
        return 0.0
    if ratio >= 1.0:
        return 1.0
    return 2.0 * ratio * ratio if ratio < 0.5 else 4.0 * ratio - 2.0 * ratio * ratio - 1.0


def between(start: FootPose, end: FootPose, fraction: float) -> FootPose:
    """Interpolate two poses; a fraction of 0 gives the start."""
    return FootPose(
        start.x + fraction * (end.x - start.x),
        start.y + fraction * (end.y - start.y),
        start.turn + fraction * (end.turn - start.turn),
    )


class Gait:
    """Motion of the feet through one step after the other, starting at rest."""

    def __init__(self) -> None:
        self.feet = Feet()
        self.plan = StepPlan()
        self.time = 0.0  # s, in this step
        self.offset = NO_OFFSET  # of the swing foot in this frame
        self._start = Feet()
        self._targets = (FootPose(), FootPose())

    @property
    def phase(self) -> float:
        """Time in units of the planned duration; exceeds 1 while the weight has not shifted."""
        return self.time / self.plan.duration

    def stand(self, feet: Feet | None = None) -> None:
        """End the step and put the feet at the given poses, by default side by side."""
        self.feet = feet if feet is not None else Feet()
        self.time = 0.0
        self.offset = NO_OFFSET

    def begin(self, plan: StepPlan) -> None:
        """Start a step from the current poses of the feet."""
        self.plan = plan
        self.time = 0.0
        self._start = self.feet
        self._targets = plan.targets()

    def settle(self, dt: float, duration: float) -> Feet:
        """Move both feet towards rest side by side, from their current poses."""
        fraction = min(1.0, dt / duration) if duration > 0.0 else 1.0
        keep = 1.0 - fraction
        feet, rest = self.feet, FootPose()
        self.feet = Feet(
            between(feet.left, rest, fraction),
            between(feet.right, rest, fraction),
            feet.left_height * keep,
            feet.right_height * keep,
        )
        return self.feet

    def adjust(self, swing: float, support: float) -> None:
        """Shift the end of this step along x, and the feet on their paths with it."""
        left, right = (swing, support) if self.plan.left_swings else (support, swing)
        start, (left_end, right_end) = self._start, self._targets
        self._start = start._replace(
            left=start.left._replace(x=start.left.x + left),
            right=start.right._replace(x=start.right.x + right),
        )
        self._targets = (
            left_end._replace(x=left_end.x + left),
            right_end._replace(x=right_end.x + right),
        )

    def advance(self, dt: float, *, lowering: float = 0.06, stretch: float = 0.0) -> Feet:
        """Advance by `dt`; a support foot that is in the air is lowered within `lowering` seconds.

        `stretch` pushes the swing foot that far into the ground, for robots stuck on one foot.
        """
        self.time += dt
        plan, start = self.plan, self._start
        ratio = min(1.0, self.phase)
        swing = swing_fraction(ratio)
        left_ratio, right_ratio = (swing, ratio) if plan.left_swings else (ratio, swing)
        left = between(start.left, self._targets[0], left_ratio)
        right = between(start.right, self._targets[1], right_ratio)
        rest = max(0.0, 1.0 - self.time / lowering) if lowering > 0.0 else 0.0
        height = plan.lift * lift_fraction(self.time / plan.lift_duration)
        self.offset = plan.offset(ratio) if plan.offset is not None else NO_OFFSET
        if plan.left_swings:
            height = max(height, start.left_height * rest) + self.offset.z - stretch
            left = moved(left, self.offset)
            self.feet = Feet(left, right, height, start.right_height * rest)
        else:
            height = max(height, start.right_height * rest) + self.offset.z - stretch
            right = moved(right, self.offset)
            self.feet = Feet(left, right, start.left_height * rest, height)
        return self.feet


def moved(pose: FootPose, offset: FootOffset) -> FootPose:
    return FootPose(pose.x + offset.x, pose.y + offset.y, pose.turn + offset.turn)


def relative(base: FootPose, pose: FootPose) -> FootPose:
    """Return a pose relative to another one."""
    c, s = math.cos(base.turn), math.sin(base.turn)
    x, y = pose.x - base.x, pose.y - base.y
    return FootPose(c * x + s * y, c * y - s * x, pose.turn - base.turn)
