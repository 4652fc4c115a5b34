"""Gait: from planned steps to the places of both feet in each frame.

The walk of Bernhard Hengst (Walk2014): one step is one swing of one foot. The torso sways like a
pendulum because the swing foot is lifted and lowered, not because any joint rolls. Who decides when
a step is over looks at the weight on the feet, see `support_switch`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class FootPlace(NamedTuple):
    """A foot seen from its neutral place below the hip, in the torso's heading."""

    x: float = 0.0  # m
    y: float = 0.0  # m, left is positive for both feet
    turn: float = 0.0  # rad


class Feet(NamedTuple):
    """Both feet; heights are above the ground plane."""

    left: FootPlace = FootPlace()
    right: FootPlace = FootPlace()
    left_height: float = 0.0  # m
    right_height: float = 0.0


class FootOffset(NamedTuple):
    """What is added to the swing foot's place in the course of a step."""

    x: float = 0.0  # m
    y: float = 0.0
    z: float = 0.0
    turn: float = 0.0  # rad
    pitch: float = 0.0  # rad, toes down is positive


NO_OFFSET = FootOffset()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPlan:
    """One step: how the torso moves during it, how long it takes, how high the foot is lifted."""

    x: float = 0.0  # m
    y: float = 0.0
    turn: float = 0.0  # rad
    left_swings: bool = False
    duration: float = 0.25  # s, planned; the weight decides
    lift_duration: float = 0.25  # s, from the ground and back to it
    lift: float = 0.012  # m
    inside_turn: float = 0.33  # share of a turn that feet turn inwards when they close
    places: tuple[FootPlace, FootPlace] | None = None  # where feet end, instead of x, y and turn
    offset: Callable[[float], FootOffset] | None = None  # of the swing foot by phase, for kicks
    is_kick: bool = False

    def targets(self) -> tuple[FootPlace, FootPlace]:
        """Where left and right foot are at the end.

        A step aside opens the feet when the outer foot swings, and the next one closes them;
        turning does the same with the toes.
        """
        if self.places is not None:
            return self.places
        outward = 1.0 if self.left_swings else -1.0
        side = self.y if self.y * outward > 0.0 else 0.0
        opens = self.turn * outward > 0.0
        toes = (1.0 - self.inside_turn if opens else -self.inside_turn) * abs(self.turn)
        half = self.x / 2.0 * outward
        return FootPlace(half, side * outward, toes), FootPlace(-half, -side * outward, -toes)


def lift_share(ratio: float) -> float:
    """Height of the swing foot over a step: two parabolas upwards, one over the top."""
    if ratio <= 0.0 or ratio >= 1.0:
        return 0.0
    if ratio < 0.25:
        return 8.0 * ratio * ratio
    if ratio < 0.75:
        return 1.0 - 8.0 * (ratio - 0.5) * (ratio - 0.5)
    return 8.0 * (1.0 - ratio) * (1.0 - ratio)


def swing_share(ratio: float) -> float:
    """Way of the swing foot over a step: slow, fast, slow."""
    if ratio <= 0.0:
        return 0.0
    if ratio >= 1.0:
        return 1.0
    return 2.0 * ratio * ratio if ratio < 0.5 else 4.0 * ratio - 2.0 * ratio * ratio - 1.0


def between(start: FootPlace, end: FootPlace, share: float) -> FootPlace:
    """A place on the way; 0 is the start."""
    return FootPlace(
        start.x + share * (end.x - start.x),
        start.y + share * (end.y - start.y),
        start.turn + share * (end.turn - start.turn),
    )


class Gait:
    """Moves the feet through one step after the other; starts with both at rest."""

    def __init__(self) -> None:
        self.feet = Feet()
        self.plan = StepPlan()
        self.time = 0.0  # s, in this step
        self.offset = NO_OFFSET  # of the swing foot in this frame
        self._start = Feet()
        self._targets = (FootPlace(), FootPlace())

    @property
    def phase(self) -> float:
        """Share of the planned duration; more than 1 while the weight keeps the robot waiting."""
        return self.time / self.plan.duration

    def stand(self, feet: Feet | None = None) -> None:
        """Forget the step; the feet are where they are told to be."""
        self.feet = feet if feet is not None else Feet()
        self.time = 0.0
        self.offset = NO_OFFSET

    def begin(self, plan: StepPlan) -> None:
        """Start a step from wherever the feet are now."""
        self.plan = plan
        self.time = 0.0
        self._start = self.feet
        self._targets = plan.targets()

    def settle(self, dt: float, duration: float) -> Feet:
        """Bring both feet to rest side by side, from wherever they are."""
        share = min(1.0, dt / duration) if duration > 0.0 else 1.0
        keep = 1.0 - share
        feet, rest = self.feet, FootPlace()
        self.feet = Feet(
            between(feet.left, rest, share),
            between(feet.right, rest, share),
            feet.left_height * keep,
            feet.right_height * keep,
        )
        return self.feet

    def adjust(self, swing: float, support: float) -> None:
        """Move where this step ends along x, and the feet on their way with it."""
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
        """Let time pass; a support foot that is in the air is lowered within a time.

        `stretch` pushes the swing foot that far into the ground, for robots stuck on one foot.
        """
        self.time += dt
        plan, start = self.plan, self._start
        ratio = min(1.0, self.phase)
        shares = (swing_share(ratio), ratio) if plan.left_swings else (ratio, swing_share(ratio))
        left = between(start.left, self._targets[0], shares[0])
        right = between(start.right, self._targets[1], shares[1])
        rest = max(0.0, 1.0 - self.time / lowering) if lowering > 0.0 else 0.0
        height = plan.lift * lift_share(self.time / plan.lift_duration)
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


def moved(place: FootPlace, offset: FootOffset) -> FootPlace:
    return FootPlace(place.x + offset.x, place.y + offset.y, place.turn + offset.turn)


def relative(base: FootPlace, place: FootPlace) -> FootPlace:
    """A place seen from another one."""
    c, s = math.cos(base.turn), math.sin(base.turn)
    x, y = place.x - base.x, place.y - base.y
    return FootPlace(c * x + s * y, c * y - s * x, place.turn - base.turn)
