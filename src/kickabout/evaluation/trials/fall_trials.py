"""Fall trials: from a hard push to when the fall was detected and how the robot got up."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.motion_trials import STAND, WALKERS, Parameters, walk_request
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot
from kickabout.representations import FallPhase, Motion
from kickabout.robots.nao.joints import Link
from kickabout.simulation.match.drill import Drill

IMPULSES = (2.5, 4.5)  # N·s; most robots fall after such a push
GET_UP_TIMEOUT = 25.0  # s, for all attempts together
SIDES = {"front": 0.0, "back": math.pi, "left": math.pi / 2.0, "right": -math.pi / 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class FallTrial:
    """One push."""

    fell: bool
    warning_time: float  # s, from detection to impact; negative if detected too late


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpTrial:
    """One fall, and how the robot got up."""

    up: bool
    tries: int  # that it needed
    seconds: float  # from the beginning of the last try until the robot stands
    total: float  # s, from lying until standing, with all tries
    odometry_turn: float  # rad, error of odometry over fall and get-up
    odometry_distance: float  # m, the same


def pushed_over(*, seed: int, team: str = WALKERS) -> FallTrial:
    """Push a walking robot over and measure whether it detects the fall in time."""
    random = seeded_generator(seed, "pushed over")
    angle, impulse = random.uniform(-math.pi, math.pi), random.uniform(*IMPULSES)
    with Drill(team, seed=seed) as drill:
        drill.request(STAND)
        drill.run(0.8)
        drill.request(
            walk_request(*random.uniform((-0.2, -0.15, -0.5), (0.35, 0.15, 0.5)).tolist())
        )
        drill.run(1.5 + float(random.uniform(0.0, 0.5)))
        body = _ImpactObserver(drill)
        drill.push(impulse * math.cos(angle), impulse * math.sin(angle))
        drill.run(2.0, each_frame=body.sample, fence=math.inf)
        if body.impact_at is None:
            return FallTrial(fell=False, warning_time=0.0)
        detected = body.detected_at if body.detected_at is not None else math.inf
        return FallTrial(fell=True, warning_time=body.impact_at - detected)


class _ImpactObserver:
    """Records when the fall is detected and when anything but the feet touches the ground."""

    def __init__(self, drill: Drill) -> None:
        model = drill.match.world.model
        prefix = drill.match.world.robots[0].prefix
        feet = [
            model.body(prefix + link.name.lower()).id for link in (Link.LEFT_FOOT, Link.RIGHT_FOOT)
        ]
        ball = model.body("ball").id
        bodies = model.geom_bodyid
        self.ground = np.flatnonzero(bodies == 0)
        self.shell = np.flatnonzero((bodies != 0) & (bodies != ball) & ~np.isin(bodies, feet))
        self.impact_at: float | None = None
        self.detected_at: float | None = None

    def sample(self, drill: Drill) -> None:
        if self.detected_at is None and drill.robot["FallState"].phase in (
            FallPhase.FALLING,
            FallPhase.FALLEN,
        ):
            self.detected_at = drill.time
        if self.impact_at is None:
            pairs = drill.match.world.data.contact.geom
            touches = np.isin(pairs, self.shell).any(axis=1) & np.isin(pairs, self.ground).any(
                axis=1
            )
            if touches.any():
                self.impact_at = drill.time


def get_up(
    side: str, *, seed: int, parameters: Parameters | None = None, team: str = WALKERS
) -> GetUpTrial:
    """Push a standing robot over to one side and wait until it stands."""
    random = seeded_generator(seed, "get up", side)
    angle = SIDES[side] + 0.15 * float(random.standard_normal())
    impulse = 4.0 + float(random.uniform(0.0, 1.0))
    with Drill(team, seed=seed, parameters=parameters) as drill:
        drill.request(STAND)
        drill.run(1.5)
        start, odometry_before = drill.pose, drill.robot["Odometry"].robot_to_start
        drill.push(impulse * math.cos(angle), impulse * math.sin(angle))
        observer = _GetUpObserver()
        begin = drill.time
        while drill.time - begin < GET_UP_TIMEOUT and not observer.done:
            drill.run(0.048, each_frame=observer.sample, fence=math.inf)
        drill.run(1.0, fence=math.inf)
        true = start.inverse() @ drill.pose
        estimated = odometry_before.inverse() @ drill.robot["Odometry"].robot_to_start
        return observer.trial(drill, _difference(estimated, true))


def _difference(estimated: Pose2[Robot, Robot], true: Pose2[Robot, Robot]) -> tuple[float, float]:
    turn = math.remainder(estimated.theta - true.theta, 2.0 * math.pi)
    return turn, math.dist((estimated.x, estimated.y), (true.x, true.y))


class _GetUpObserver:
    """Records the number of tries, and when the last one began and ended."""

    def __init__(self) -> None:
        self.began_at: float | None = None  # the first try
        self.try_at = 0.0
        self.tries = 0
        self.up_at: float | None = None

    @property
    def done(self) -> bool:
        return self.up_at is not None

    def sample(self, drill: Drill) -> None:
        target = drill.robot["MotionSelection"].target
        if target is Motion.GET_UP:
            tries = drill.robot["GetUpOutput"].tries + 1
            if self.began_at is None:
                self.began_at = drill.time
            if tries != self.tries:
                self.tries, self.try_at = tries, drill.time
        elif self.began_at is not None and self.up_at is None and drill.upright:
            self.up_at = drill.time

    def trial(self, drill: Drill, odometry: tuple[float, float]) -> GetUpTrial:
        up_at = self.up_at if self.up_at is not None else math.inf
        began = self.began_at if self.began_at is not None else math.inf
        return GetUpTrial(
            up=self.done and drill.upright,
            tries=self.tries,
            seconds=up_at - self.try_at,
            total=up_at - began if began < math.inf else math.inf,
            odometry_turn=odometry[0],
            odometry_distance=odometry[1],
        )
