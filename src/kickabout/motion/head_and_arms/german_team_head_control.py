"""GermanTeam's head control: from a task, ball and quality of the pose to a head request."""

import enum
import math
from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.motion.head_and_arms.head_sweep import Direction, HeadSweep, nearest_end
from kickabout.representations import (
    BallModel,
    BallPercept,
    FieldDimensions,
    HeadMode,
    HeadRequest,
    HeadState,
    HeadTask,
    HeadTaskRequest,
    PoseQuality,
    RobotPose,
    Seen,
)

AUTOMATIC, TRACK, SCAN, FIXED = (
    HeadTask.AUTOMATIC,
    HeadTask.TRACK_BALL,
    HeadTask.SCAN_LANDMARKS,
    HeadTask.FIXED,
)
AUTOMATIC_TASK = HeadTaskRequest()


class Tracking(enum.Enum):
    """States of ball tracking."""

    SEARCH = "search"
    TRACK = "track"
    FOLLOW = "follow"  # the ball was just lost: look to where it was moving


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamHeadControlParameters:
    scan_range: float = param(
        1.4, unit="rad", low=0.1, high=1.6, doc="pan at both ends of a scan for landmarks"
    )
    scan_tilt: float = param(
        -0.05, unit="rad", low=-0.7, high=1.4, doc="tilt of a scan for landmarks, downward"
    )
    uncertain_for: float = param(
        0.2, unit="s", low=0.0, doc="time for which the pose is uncertain until the head scans"
    )
    scan_speed: float = param(
        2.2, unit="rad/s", low=0.1, high=3.0, doc="speed of a scan for landmarks"
    )
    search_tilts: tuple[float, ...] = param(
        (0.2, 0.65), doc="tilts of the rows in which the ball is searched, in rad downward"
    )
    search_range: float = param(
        1.3, unit="rad", low=0.1, high=1.6, doc="pan at both ends of these rows"
    )
    search_speed: float = param(2.0, unit="rad/s", low=0.1, high=3.0, doc="speed of the search")
    track_speed: float = param(
        3.0,
        unit="rad/s",
        low=0.1,
        high=5.0,
        doc="maximum speed with which the head tracks the ball",
    )
    lost_after: float = param(
        0.3, unit="s", low=0.0, doc="time unseen until the ball counts as lost"
    )
    follow_for: float = param(
        1.2, unit="s", low=0.0, doc="maximum time to search a lost ball in the direction it moved"
    )
    reached_within: float = param(
        0.12, unit="rad", low=0.01, doc="maximum error at which an end of a sweep is reached"
    )
    sweep_timeout: float = param(
        4.0, unit="s", low=0.1, doc="time until a blocked head turns to the next end of a sweep"
    )


@inputs
@frozen
class SeenBall:
    """The ball in this image and over time."""

    percept: BallPercept
    model: BallModel


class GermanTeamHeadControl(Module[GermanTeamHeadControlParameters]):
    """Tracks the ball or scans for landmarks, as behavior wants or by the quality of the pose.

    By default the head scans back and forth if the pose is uncertain (not of superb quality) and
    tracks the ball otherwise. A motion of the body that moves the head has priority, as the
    motion combiner lets it. Method: GermanTeam 2001, section 3.5; ranges and speeds are our own.
    """

    def __init__(self, parameters: GermanTeamHeadControlParameters) -> None:
        super().__init__(parameters)
        self.task: HeadTask | None = None  # that the head had in the last cycle, never AUTOMATIC
        self.tracking = Tracking.SEARCH
        self.sweep = HeadSweep()
        self.bearing: float | None = None  # rad, of the ball when last seen
        self.side = 0.0  # 1: it was moving to the left, −1: to the right
        self.followed_since = 0.0  # s
        self.uncertain = Holding()

    def update(
        self,
        frame: FrameInfo,
        ball: SeenBall,
        pose: RobotPose,
        head: Last[HeadState],
        field: FieldDimensions,
        request: HeadTaskRequest = AUTOMATIC_TASK,
    ) -> HeadRequest:
        self._watch(ball.percept)
        task = self._task(frame, request, pose)
        if task is not self.task:
            self.task = task
            self._begin(task, head)
            self.debug.note(task.value)
        if task is FIXED:
            return HeadRequest(pan=request.pan, tilt=request.tilt)
        if task is SCAN:
            return self._scan(frame, head, request.scan_speed)
        return self._track(frame, ball.model, head, field)

    def _task(self, frame: FrameInfo, request: HeadTaskRequest, pose: RobotPose) -> HeadTask:
        """Return what to do now; a scan that has begun is completed, back and forth."""
        is_certain = pose.quality is PoseQuality.SUPERB
        uncertain_for = self.uncertain.update(not is_certain, frame.time)
        if request.task is not AUTOMATIC:
            return request.task
        if self.task is SCAN:
            has_returned = self.sweep.visited > len(self._ends())
            return TRACK if is_certain and has_returned else SCAN
        patience = self.parameters.uncertain_for if self.task else 0.0
        return SCAN if uncertain_for >= patience else TRACK

    def _begin(self, task: HeadTask, head: HeadState) -> None:
        if task is SCAN:
            self.sweep.restart(nearest_end(self._ends(), head.pan))
        elif task is TRACK:
            self.tracking = Tracking.SEARCH
            self.sweep.restart(nearest_end(self._rows(), head.pan))

    def _watch(self, percept: BallPercept) -> None:
        """Remember to which side the ball moves; by its bearing, as the robot may turn, too."""
        if percept.seen is not Seen.YES:
            return
        x, y = percept.position_in_robot
        bearing = math.atan2(y, x)
        if self.bearing is not None:
            change = math.remainder(bearing - self.bearing, math.tau)
            self.side = 0.7 * self.side + 0.3 * math.copysign(min(1.0, 20.0 * abs(change)), change)
        self.bearing = bearing

    def _ends(self) -> tuple[Direction, ...]:
        p = self.parameters
        return (p.scan_range, p.scan_tilt), (-p.scan_range, p.scan_tilt)

    def _rows(self) -> tuple[Direction, ...]:
        """Return the ends of all rows of a search, which is one closed path."""
        p = self.parameters
        ends = [(side * p.search_range, tilt) for tilt in p.search_tilts for side in (1.0, -1.0)]
        for row in range(1, len(p.search_tilts), 2):
            ends[2 * row], ends[2 * row + 1] = ends[2 * row + 1], ends[2 * row]
        return tuple(ends)

    def _scan(self, frame: FrameInfo, head: HeadState, fraction: float) -> HeadRequest:
        return self._swept(frame, head, self._ends(), self.parameters.scan_speed * fraction)

    def _swept(
        self, frame: FrameInfo, head: HeadState, ends: tuple[Direction, ...], speed: float
    ) -> HeadRequest:
        p = self.parameters
        pan, tilt = self.sweep.update(
            ends,
            pan=head.pan,
            tilt=head.tilt,
            now=frame.time,
            reached_within=p.reached_within,
            timeout=p.sweep_timeout,
        )
        return HeadRequest(pan=pan, tilt=tilt, speed=speed)

    def _track(
        self, frame: FrameInfo, ball: BallModel, head: HeadState, field: FieldDimensions
    ) -> HeadRequest:
        p = self.parameters
        is_seen = ball.known and frame.time - ball.last_seen_at <= p.lost_after
        if is_seen:
            self.tracking = Tracking.TRACK
            x, y = ball.position_in_robot
            return HeadRequest(
                mode=HeadMode.TARGET_IN_ROBOT,
                target_in_robot=(x, y, field.ball.radius),
                speed=p.track_speed,
            )
        if self.tracking is Tracking.TRACK:
            self.tracking, self.followed_since = Tracking.FOLLOW, frame.time
            self.debug.note("lost the ball")
        if self.tracking is Tracking.FOLLOW:
            end = math.copysign(p.search_range, self.side or self.bearing or 1.0)
            is_over = frame.time - self.followed_since > p.follow_for
            if not is_over and abs(head.pan - end) > p.reached_within:
                return HeadRequest(pan=end, tilt=head.tilt, speed=p.search_speed)
            self.tracking = Tracking.SEARCH
            self.sweep.restart(nearest_end(self._rows(), head.pan))
        return self._swept(frame, head, self._rows(), p.search_speed)
