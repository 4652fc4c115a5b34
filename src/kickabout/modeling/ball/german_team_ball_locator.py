"""GermanTeam's ball: from percepts and odometry to position, motion and age of a sighting."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.modeling.ball.straight_roll import straight_roll
from kickabout.representations import BallModel, BallPercept, Odometry, Seen

NOT_MOVING: Vector2[Robot] = Vector2()


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamBallLocatorParameters:
    history: float = param(
        0.5, unit="s", low=0.05, doc="time for which percepts are kept to measure the velocity"
    )
    min_percepts: int = param(4, low=2, doc="minimum number of percepts for a velocity")
    min_duration: float = param(
        0.12, unit="s", low=0.01, doc="minimum time between the first and the last of them"
    )
    min_speed: float = param(
        0.1, unit="m/s", low=0.0, doc="speed below which the ball counts as resting"
    )
    significance: float = param(
        3.0, low=0.0, doc="minimum speed of a moving ball, in standard deviations of the fit"
    )
    moving_for: float = param(
        1.0, unit="s", low=0.0, doc="time unseen until the ball's velocity counts as unknown"
    )
    forget_after: float = param(
        10.0, unit="s", low=0.1, doc="time unseen until the ball's position counts as unknown"
    )
    recent: float = param(
        1.0,
        unit="s",
        low=0.1,
        doc="time over which the fraction of images with the ball is averaged",
    )


class GermanTeamBallLocator(Module[GermanTeamBallLocatorParameters]):
    """The last percept, shifted by odometry; the velocity is a line through a short history.

    GermanTeam 2001 had no filter for the ball, but its behavior and its head needed the age of the
    last sighting, the direction of the last motion, and where the ball rolls to.
    """

    def __init__(self, parameters: GermanTeamBallLocatorParameters) -> None:
        super().__init__(parameters)
        self.percepts: deque[tuple[float, float, float]] = deque()  # s, m, m since the start
        self.last: BallPercept | None = None
        self.last_in_start: Vector2[Robot] = Vector2()
        self.last_seen_at = -1e9
        self.velocity_in_start: Vector2[Robot] = NOT_MOVING
        self.seen_fraction = 0.0

    def update(self, frame: FrameInfo, percept: BallPercept, odometry: Odometry) -> BallModel:
        p, robot_to_start = self.parameters, odometry.robot_to_start
        is_seen = percept.seen is Seen.YES
        if is_seen:
            self._see(frame.time, percept, robot_to_start)
        weight = min(1.0, frame.dt / p.recent)
        self.seen_fraction += weight * (float(is_seen) - self.seen_fraction)
        unseen_for = frame.time - self.last_seen_at
        self.debug.plot("unseen for", unseen_for)
        if self.last is None or unseen_for > p.forget_after:
            return BallModel(last_seen_at=self.last_seen_at, seen_fraction=self.seen_fraction)
        moves = unseen_for <= p.moving_for
        velocity = self.velocity_in_start if moves else NOT_MOVING
        return BallModel(
            position_in_robot=robot_to_start.inverse() @ self.last_in_start,
            velocity_in_robot=velocity.rotated(-robot_to_start.theta),
            covariance=self.last.covariance,
            last_seen_at=self.last_seen_at,
            last_seen_in_robot=self.last.position_in_robot,
            seen_fraction=self.seen_fraction,
            known=True,
        )

    def _see(self, now: float, percept: BallPercept, robot_to_start: Pose2[Robot, Robot]) -> None:
        p = self.parameters
        self.last, self.last_seen_at = percept, now
        self.last_in_start = robot_to_start @ percept.position_in_robot
        self.percepts.append((now, self.last_in_start.x, self.last_in_start.y))
        while self.percepts[0][0] < now - p.history:
            self.percepts.popleft()
        self.velocity_in_start = NOT_MOVING
        duration = now - self.percepts[0][0]
        if len(self.percepts) >= p.min_percepts and duration >= p.min_duration:
            roll = straight_roll(np.array(self.percepts))
            if roll.speed >= max(p.min_speed, p.significance * roll.deviation):
                self.velocity_in_start = Vector2(roll.x, roll.y)
