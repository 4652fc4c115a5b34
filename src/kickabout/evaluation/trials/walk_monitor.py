"""Walk monitor: from frames of a drill to errors of the orientation and false alarms of falls."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from kickabout.geometry import Vec3, matrix_from_quaternion
from kickabout.representations import FallPhase
from kickabout.simulation.match.drill import Drill, DrillResult

if TYPE_CHECKING:
    from kickabout.evaluation.trials.motion_trials import WalkTrial

SOON = 1.5  # s, within which a detected fall has to happen
HELP_AFTER = 8.0  # s, after which a robot that cannot get up is put back


class WalkMonitor:
    """Compares each frame's estimate with the ground truth of the previous frame."""

    def __init__(self, before_frame: Callable[[Drill], None] | None = None) -> None:
        self.before_frame = before_frame
        self.squares = 0.0
        self.frames = 0
        self.largest = 0.0
        self.false_alarms = 0
        self._up: Vec3 | None = None  # true upward direction in the torso, a frame ago
        self._alarm: tuple[float, int] | None = None  # when, and falls before

    def run(self, drill: Drill, seconds: float) -> DrillResult:
        return drill.run(seconds, each_frame=self.sample, put_back_after=HELP_AFTER)

    def sample(self, drill: Drill) -> None:
        if self.before_frame is not None:
            self.before_frame(drill)
        if drill.upright:
            self._compare(drill)
        self._up = matrix_from_quaternion(drill.match.snapshot.torso_quaternions[0])[2]
        self._check_alarm(drill)

    def _compare(self, drill: Drill) -> None:
        inertia = drill.robot["InertialState"]
        if self._up is None:
            return
        cosine = float(np.clip(self._up @ inertia.torso_to_level[2], -1.0, 1.0))
        error = math.acos(cosine)
        self.squares += error * error
        self.frames += 1
        self.largest = max(self.largest, error)

    def _check_alarm(self, drill: Drill) -> None:
        falling = drill.robot["FallState"].phase is FallPhase.FALLING
        if self._alarm is None:
            if falling and drill.upright:
                self._alarm = (drill.time, drill.falls)
            return
        at, falls = self._alarm
        if drill.falls > falls:
            self._alarm = None if not falling else self._alarm
        elif drill.time - at > SOON:
            self.false_alarms += 1
            self._alarm = None

    def trial(self, drill: Drill, *, start: float, speed: float) -> "WalkTrial":
        from kickabout.evaluation.trials.motion_trials import WalkTrial

        return WalkTrial(
            seconds=drill.time - start,
            falls=drill.falls,
            speed=speed,
            tilt_rms=math.sqrt(self.squares / max(1, self.frames)),
            tilt_max=self.largest,
            false_alarms=self.false_alarms,
        )
