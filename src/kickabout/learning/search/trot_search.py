"""Trot search: from a gait's file to fixed parameters of a trot that is fast on its paws.

A trot has fixed parameters: the positions of the paws in the middle of the ground phase, the height
of the lift, and the period. What varies while walking is the stride of each direction. Both are
searched together; the speeds that the strides reach are measured and written into the file.
"""

import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kickabout.evaluation.trials.four_legged_drills import FENCE, ContactLog, four_legged_drill
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2
from kickabout.learning.search.parameter_search import Range, Values
from kickabout.motion.trot.trot_gait import Fastest, TrotGait, load_gait
from kickabout.representations import Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill

# Scale of a noticeable change, lower and upper limit.
TROT_RANGES: Mapping[str, tuple[float, float, float]] = {
    "period": (0.02, 0.24, 0.6),
    "x": (0.005, -0.06, 0.06),
    "outward": (0.004, -0.005, 0.04),
    "height": (0.004, 0.07, 0.125),
    "lift": (0.003, 0.008, 0.035),
    "stride": (0.1, 0.4, 1.8),  # as factors of the first values
}
LEGS = ("fore", "hind")
DIRECTIONS = {
    "forward": (1.0, 0.0, 0.0),
    "backward": (-1.0, 0.0, 0.0),
    "sideways": (0.0, 1.0, 0.0),
    "turn": (0.0, 0.0, 1.0),
}
ENOUGH = {"forward": 0.27, "backward": 0.22, "sideways": 0.19, "turn": 1.9}  # m/s, rad/s
SETTLING = 1.0  # s
STAND = MotionRequest(motion=Motion.STAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrotSpeed:
    """The walk at full speed in one direction."""

    speed: float  # m/s or rad/s, in this direction
    drift: float  # m/s, rad/s, across it, added up
    falls: int
    off_paws: float  # fraction of frames in which other parts than paws touch the ground


@dataclass(frozen=True)
class TrotProblem:
    """Search for the fastest trot in all directions on the paws only, without falls."""

    robot: str
    gait: str = "plain"  # to start from
    seconds: float = 5.0  # of each walk

    @cached_property
    def start(self) -> TrotGait:
        return load_gait(self.gait, RobotConfiguration(self.robot))

    @cached_property
    def ranges(self) -> dict[str, Range]:
        found = {"period": _range("period", self.start.period)}
        for leg in LEGS:
            for name in ("x", "outward", "height", "lift"):
                found[f"{leg}.{name}"] = _range(name, getattr(getattr(self.start, leg), name))
        return found | {f"{name}.stride": _range("stride", 1.0) for name in DIRECTIONS}

    def cost(self, values: Values, seed: int) -> float:
        """Return the cost of what is missing to the speeds that are enough, and of other faults."""
        found = self.measured(values, seed, self.seconds)
        cost = 0.0
        for name, trial in found.items():
            reached = trial.speed / ENOUGH[name]
            cost += max(0.0, 1.0 - reached) - 0.1 * min(1.3, reached)
            cost += 2.0 * trial.falls + 3.0 * trial.off_paws + 0.5 * trial.drift
        return cost

    def measured(self, values: Values, seed: int, seconds: float) -> dict[str, TrotSpeed]:
        """Return the walks of a candidate in all directions."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "candidate.toml"
            path.write_text(self.toml(values), encoding="utf-8")
            with four_legged_drill(self.robot, seed=seed, gait=str(path)) as drill:
                return {
                    name: _walked(drill, unit, seconds, mirrored=seed % 2 == 0)
                    for name, unit in DIRECTIONS.items()
                }

    def finished(self, values: Values, *, seed: int, seconds: float) -> str:
        """Return the gait's file with the speeds that its strides reach."""
        return self._toml(values, self.measured(values, seed, seconds))

    def toml(self, values: Values) -> str:
        """Return the gait's file with the speeds of the gait that the search started from."""
        return self._toml(values, {})

    def _toml(self, values: Values, found: Mapping[str, TrotSpeed]) -> str:
        lines = [
            f'robot = "{self.robot}"',
            'description = "A trot with half circles in the air and a constant step time."',
            f"period = {values['period']:.4f}",
        ]
        for leg in LEGS:
            lines += ["", f"[{leg}]"]
            for name in ("x", "outward", "height", "lift"):
                lines.append(f"{name} = {values[f'{leg}.{name}']:.4f}")
            lines.append("duty = 0.5")
        for name in DIRECTIONS:
            before: Fastest = getattr(self.start, name)
            stride = values[f"{name}.stride"] * before.stride
            speed = found[name].speed if name in found else before.speed
            lines += ["", f"[{name}]", f"stride = {stride:.4f}", f"speed = {speed:.3f}"]
        return "\n".join([*lines, ""])


def _range(name: str, start: float) -> Range:
    scale, low, high = TROT_RANGES[name]
    return Range(start=start, scale=scale, low=low, high=high)


def _walked(
    drill: Drill, unit: tuple[float, float, float], seconds: float, *, mirrored: bool
) -> TrotSpeed:
    x, y, turn = unit
    side = -1.0 if mirrored else 1.0
    speed: Pose2[Any, Any] = Pose2(x, side * y, side * turn)
    drill.put_back()
    drill.request(STAND)
    drill.run(1.0, fence=FENCE)
    drill.request(
        MotionRequest(
            motion=Motion.WALK, walk=WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=speed)
        )
    )
    drill.run(SETTLING, fence=FENCE)
    log, falls = ContactLog(drill), drill.falls
    moved = drill.run(seconds, each_frame=log.sample, put_back_after=3.0, fence=FENCE).speed
    along = moved.x * speed.x + moved.y * speed.y + moved.theta * speed.theta
    straying = math.hypot(moved.x, moved.y) if turn else abs(moved.x * speed.y + moved.y * speed.x)
    return TrotSpeed(
        speed=along,
        drift=straying + (0.0 if turn else 0.3 * abs(moved.theta)),
        falls=drill.falls - falls,
        off_paws=log.total / log.frames,
    )
