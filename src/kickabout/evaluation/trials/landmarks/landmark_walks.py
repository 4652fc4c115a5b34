"""Localization by landmarks in simulation: a four-legged robot that trots about or is carried."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.carrying import carry
from kickabout.evaluation.trials.landmarks.landmark_world import error_of
from kickabout.evaluation.trials.model_trials import SAMPLE_INTERVAL
from kickabout.evaluation.trials.pose_trials import is_localized
from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vector2
from kickabout.representations import (
    HeadTask,
    HeadTaskRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import (
    BallPlan,
    RefereePlan,
    RobotPlan,
    Scene,
    TeamPlan,
)
from kickabout.soccer.fidelity import Fidelity

LEAGUE, NAME = "legged2001", ("home", 1)
ASIDE = RobotPlan(number=1, pose=(-1.2, 0.6, -1.57))  # the other team's robot
SETTLE = 12.0  # s until poses are compared; finding the pose is measured separately
AIBO_STRENGTH = 0.3  # of the grip on an Aibo, as carried by its trunk
DECIDE = 0.24  # s between two requests
# Like an error of the head of up to 5° that changes with each image, besides slips of the paws.
HEAD_ERROR = {"pan_deviation": math.radians(5.0) / math.sqrt(3.0), "correlation_time": 0.01}


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarkWalk:
    """Errors of a walk: rows of position (m) and heading (rad), and how often it was certain."""

    errors: FloatArray
    certain: float  # fraction of the samples


def _match(team: str, seed: int, fidelity: Fidelity, *, head_error: bool) -> Match:
    random = np.random.default_rng(seed)
    pose = tuple(random.uniform((-1.0, -0.55, -math.pi), (0.8, 0.1, math.pi)).tolist())
    values = {"ViewpointOracle": HEAD_ERROR} if head_error and fidelity == "percepts" else {}
    scene = Scene(
        home=TeamPlan(robots=(RobotPlan(number=1, pose=pose),), parameters=values),
        away=TeamPlan(robots=(ASIDE,)),
        ball=BallPlan(position=(float(random.uniform(-1.0, 1.0)), 0.7)),
        referee=RefereePlan(start="playing", automatic=False),
    )
    return Match(team, team, league=LEAGUE, scene=scene, seed=seed, fidelity=fidelity, workers=0)


def walked(
    seed: int,
    team: str,
    *,
    seconds: float,
    fidelity: Fidelity = "percepts",
    head_error: bool = True,
    scans: bool = False,
) -> LandmarkWalk:
    """Trot to random targets; `scans`: the head only scans, instead of tracking the ball, too."""
    with _match(team, seed, fidelity, head_error=head_error) as match:
        if scans:
            request = HeadTaskRequest(task=HeadTask.SCAN_LANDMARKS)
            match.robot(*NAME).ask("override", "HeadTaskRequest", request)
        walk = _RandomWalk(match, seed)
        while match.time < SETTLE:
            walk.step()
        rows, certain = [], []
        while match.time < SETTLE + seconds:
            walk.step()
            if match.truth.robots[NAME].upright:
                pose = match.robot(*NAME)["RobotPose"]
                rows.append(error_of(pose.robot_to_field, walk.pose))
                certain.append(pose.quality.value == "superb")
        return LandmarkWalk(errors=np.array(rows), certain=float(np.mean(certain)))


def carried_away(
    seed: int, team: str, *, fidelity: Fidelity = "percepts", head_error: bool = True
) -> float:
    """Return the time (s) until a trotting robot that was carried away knows its pose again."""
    random = np.random.default_rng([seed, 1])
    with _match(team, seed, fidelity, head_error=head_error) as match:
        walk = _RandomWalk(match, seed)
        while match.time < 8.0:
            walk.step()
        match.robot(*NAME).ask("override", "MotionRequest", MotionRequest(motion=Motion.STAND))
        x, y = random.uniform((-1.0, -0.55), (0.8, 0.45)).tolist()
        to = (x, y, random.uniform(-math.pi, math.pi))
        carry(match, match.ids[0], to, strength=AIBO_STRENGTH)
        return _seconds_until_right(walk, limit=20.0)


def _seconds_until_right(walk: "_RandomWalk", *, limit: float) -> float:
    """Return the time until the pose is right for one second; infinite if it exceeds the limit."""
    match = walk.match
    start, since = match.time, math.inf
    while match.time < start + limit:
        walk.step()
        since = min(since, match.time) if is_localized(match, *NAME) else math.inf
        if match.time - since >= 1.0:
            return since - start
    return math.inf


class _RandomWalk:
    """Sends a robot to random targets, by its true pose."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.random = np.random.default_rng([seed, 2])
        self.target: Vector2[Field] = self._anywhere()
        self.decided_at = -math.inf
        self.since = 0.0

    def _anywhere(self) -> Vector2[Field]:
        x, y = self.random.uniform((-1.0, -0.6), (0.8, 0.45)).tolist()
        return Vector2(x, y)

    @property
    def pose(self) -> Pose2[Robot, Field]:
        x, y, theta = self.match.truth.robots[NAME].pose.array.tolist()
        return Pose2(x, y, theta)

    def step(self) -> None:
        """Let some time pass; now and then, decide again."""
        if self.match.time - self.decided_at >= DECIDE:
            self.decided_at = self.match.time
            self._decide()
        self.match.run(SAMPLE_INTERVAL)

    def _decide(self) -> None:
        to = self.pose.inverse() @ self.target
        if to.norm < 0.2 or self.match.time - self.since > 12.0:
            self.target, self.since = self._anywhere(), self.match.time
        angle = math.atan2(to.y, to.x)
        forward = 0.8 if abs(angle) < 0.8 else 0.0
        turn = max(-0.7, min(0.7, angle))
        walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(forward, 0.0, turn))
        request = MotionRequest(motion=Motion.WALK, walk=walk)
        self.match.robot(*NAME).ask("override", "MotionRequest", request)
