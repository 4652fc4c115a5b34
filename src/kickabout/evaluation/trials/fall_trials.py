"""Fall trials: from too hard a push to when the fall was noticed and how the robot got up."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.motion_trials import STAND, WALKERS, Parameters, walk_request
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot
from kickabout.representations import FallPhase, Motion
from kickabout.robots.nao.joints import Link
from kickabout.simulation.match.drill import Drill

FELLING = (2.5, 4.5)  # N·s, of pushes that most robots do not survive
UP_WITHIN = 25.0  # s, for all tries together
SIDES = {"front": 0.0, "back": math.pi, "left": math.pi / 2.0, "right": -math.pi / 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class FallTrial:
    """One push."""

    fell: bool
    noticed_before: float  # s, from the alarm to the impact; below zero if it came too late


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpTrial:
    """One fall and what came after it."""

    up: bool
    tries: int  # that were needed
    seconds: float  # from the beginning of the last try until the robot stands
    total: float  # s, from lying until standing, with all tries
    odometry_turn: float  # rad, by which odometry misses the turn of fall and get-up
    odometry_way: float  # m


def pushed_over(*, seed: int, team: str = WALKERS) -> FallTrial:
    """Push a walking robot over and see whether it protects itself in time."""
    random = seeded_generator(seed, "pushed over")
    angle, impulse = random.uniform(-math.pi, math.pi), random.uniform(*FELLING)
    with Drill(team, seed=seed) as drill:
        drill.tell(STAND)
        drill.run(0.8)
        drill.tell(walk_request(*random.uniform((-0.2, -0.15, -0.5), (0.35, 0.15, 0.5)).tolist()))
        drill.run(1.5 + float(random.uniform(0.0, 0.5)))
        body = _ShellWatch(drill)
        drill.push(impulse * math.cos(angle), impulse * math.sin(angle))
        drill.run(2.0, each_frame=body.look, fence=math.inf)
        if body.impact_at is None:
            return FallTrial(fell=False, noticed_before=0.0)
        noticed = body.noticed_at if body.noticed_at is not None else math.inf
        return FallTrial(fell=True, noticed_before=body.impact_at - noticed)


class _ShellWatch:
    """Notices the alarm, and when anything but the feet touches the ground."""

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
        self.noticed_at: float | None = None

    def look(self, drill: Drill) -> None:
        if self.noticed_at is None and drill.robot["FallState"].phase in (
            FallPhase.FALLING,
            FallPhase.FALLEN,
        ):
            self.noticed_at = drill.time
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
        drill.tell(STAND)
        drill.run(1.5)
        start, told = drill.pose, drill.robot["Odometry"].robot_to_start
        drill.push(impulse * math.cos(angle), impulse * math.sin(angle))
        watch = _GetUpWatch()
        begin = drill.time
        while drill.time - begin < UP_WITHIN and not watch.done:
            drill.run(0.048, each_frame=watch.look, fence=math.inf)
        drill.run(1.0, fence=math.inf)
        true = start.inverse() @ drill.pose
        believed = told.inverse() @ drill.robot["Odometry"].robot_to_start
        return watch.trial(drill, _difference(believed, true))


def _difference(believed: Pose2[Robot, Robot], true: Pose2[Robot, Robot]) -> tuple[float, float]:
    turn = math.remainder(believed.theta - true.theta, 2.0 * math.pi)
    return turn, math.dist((believed.x, believed.y), (true.x, true.y))


class _GetUpWatch:
    """Notices tries, and when the last one began and ended."""

    def __init__(self) -> None:
        self.began_at: float | None = None  # all of it
        self.try_at = 0.0
        self.tries = 0
        self.up_at: float | None = None

    @property
    def done(self) -> bool:
        return self.up_at is not None

    def look(self, drill: Drill) -> None:
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
            odometry_way=odometry[1],
        )
