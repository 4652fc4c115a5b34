"""Kick trials: from a kick's file and a seed to where the ball went and whether the robot stood."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.motion_trials import WALKERS, Parameters
from kickabout.evaluation.trials.rough_carpet import worn_body
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.motion.kick.bezier_kick import load_kick
from kickabout.motion.kick.walk_kick import load_walk_kick
from kickabout.representations import KickRequest, Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.scene import Scene
from kickabout.simulation.match.truth import torso_to_world

STAND = MotionRequest(motion=Motion.STAND)
ON_THE_SPOT = WalkRequest(mode=WalkMode.SPEED, speed=Pose2())
AHEAD = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(0.2, 0.0, 0.0))
STEP_TO_BALL = 0.04  # m, that the first step of a kick out of stepping on the spot is long
PLACED_WITHIN = 0.005  # m, in x and y, by which a ball put in place is off
HIT_FROM = 0.3  # m; a ball that rolls less far was missed or only touched
WITHIN = 2.5  # s, in which a kick has to happen
AFTERWARDS = 2.5  # s, in which a robot that kicked out of a stand may still fall
ROLL_FREE = 0.5  # s after the first touch, when nobody touches the ball any more


@dataclass(frozen=True, slots=True, kw_only=True)
class KickResult:
    """One kick, seen from outside."""

    reach: float  # m, that the ball rolls
    error: float  # rad, to the side of the standing foot of where it should go
    fell: bool
    ball_time: float  # s, from the first frame of the kick until the ball moves
    sway: float = 0.0  # rad, by which the torso tilts at most after that

    @property
    def hit(self) -> bool:
        return self.reach >= HIT_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class KickSummary:
    """Many kicks."""

    kicks: int
    hit: float  # share
    reach: float  # m, mean of those that hit
    reach_spread: float  # m, standard deviation
    bias: float  # rad, mean error of the direction
    spread: float  # rad, standard deviation of the direction
    falls: float  # share
    ball_time: float  # s, median

    @property
    def miss(self) -> float:
        """rad, of the direction, bias and spread together."""
        return math.hypot(self.bias, self.spread)


def summary(results: Sequence[KickResult]) -> KickSummary:
    hits = [result for result in results if result.hit]
    errors = np.array([result.error for result in hits] or [math.pi])
    reaches = np.array([result.reach for result in hits] or [0.0])
    return KickSummary(
        kicks=len(results),
        hit=len(hits) / len(results),
        reach=float(reaches.mean()),
        reach_spread=float(reaches.std()),
        bias=float(errors.mean()),
        spread=float(errors.std()),
        falls=sum(result.fell for result in results) / len(results),
        ball_time=float(np.median([result.ball_time for result in hits] or [0.0])),
    )


class BallWatch:
    """Notices when a kick begins and when the ball moves, and tells how far it will roll."""

    def __init__(self, drill: Drill, *, aim: float, left: bool) -> None:
        self.aim = aim  # rad, in the world
        self.side = -1.0 if left else 1.0
        self.start = drill.ball
        self.falls_before = drill.falls
        self.began_at: float | None = None
        self.moved_at: float | None = None
        self.sway = 0.0  # rad

    def look(self, drill: Drill, *, kicking: bool) -> None:
        if kicking and self.began_at is None:
            self.began_at = drill.time
        way = drill.ball - self.start
        if self.moved_at is None and math.hypot(way.x, way.y) > 0.01:
            self.moved_at = drill.time
        if self.moved_at is not None:
            up = float(torso_to_world(drill.match.snapshot, 0).rotation[2, 2])
            self.sway = max(self.sway, math.acos(min(1.0, max(-1.0, up))))

    def rolls_free(self, drill: Drill) -> bool:
        return self.moved_at is not None and drill.time - self.moved_at > ROLL_FREE

    def result(self, drill: Drill) -> KickResult:
        """What there is to say now; the rest of the ball's way follows from its speed."""
        way = drill.ball - self.start
        vx, vy = drill.match.snapshot.ball_velocity[:2].tolist()
        speed = math.hypot(vx, vy)
        rest = speed**2 / (2.0 * drill.match.field.ball.deceleration)
        x, y = way.x, way.y
        if speed > 0.0:
            x, y = x + rest * vx / speed, y + rest * vy / speed
        error = math.remainder(math.atan2(y, x) - self.aim, 2.0 * math.pi)
        moved = self.moved_at if self.moved_at is not None else drill.time
        began = self.began_at if self.began_at is not None else moved
        return KickResult(
            reach=math.hypot(x, y),
            error=self.side * error,
            fell=drill.falls > self.falls_before,
            ball_time=max(0.0, moved - began),
            sway=self.sway,
        )


def walk_kicks(name: str, *, left: bool, seed: int, count: int = 1) -> list[KickResult]:
    """In-walk kicks out of stepping on the spot, with a ball that is put in place each time.

    `name` is a kick of the configuration or the path of a file.
    """
    random = seeded_generator(seed, "walk kicks")
    results = []
    with Drill("walkers", seed=seed) as drill:
        drill.tell(STAND)
        drill.run(1.0)
        for _ in range(count):
            _step_on_the_spot(drill, 0.9 + random.uniform(0.0, 0.5))
            results.append(_walk_kick(drill, name, left=left, jitter=random.uniform(-1.0, 1.0, 2)))
    return results


def _step_on_the_spot(drill: Drill, seconds: float) -> None:
    """Steadily; from the middle of the field, on its feet."""
    if not drill.upright:
        drill.put_back()
        drill.tell(STAND)
        drill.run(1.0)
    drill.tell(MotionRequest(motion=Motion.WALK, walk=ON_THE_SPOT))
    drill.run(seconds, fence=1.0)


def _walk_kick(drill: Drill, name: str, *, left: bool, jitter: np.ndarray) -> KickResult:
    kick = load_walk_kick(name)
    side = -1.0 if left else 1.0
    x, y = kick.placement.behind + STEP_TO_BALL, 0.05 - kick.placement.aside
    off = PLACED_WITHIN * jitter
    drill.put_ball(x + float(off[0]), side * y + float(off[1]))
    aim = drill.pose.theta + side * math.radians(kick.direction_deg)
    watch = BallWatch(drill, aim=aim, left=left)
    asked_at, last_kick = drill.time, drill.robot["MotionState"].last_kick_at

    def ask(drill: Drill) -> None:
        state = drill.robot["MotionState"]
        watch.look(drill, kicking=bool(drill.robot["WalkOutput"].kicking))
        request = None
        if state.last_kick_at == last_kick and watch.moved_at is None:
            request = kick_request(name, drill.pose, watch, left=left)
        drill.tell(MotionRequest(motion=Motion.WALK, walk=ON_THE_SPOT, kick=request))

    while drill.time - asked_at < WITHIN and not watch.rolls_free(drill):
        drill.run(0.048, each_frame=ask, fence=math.inf)
    drill.tell(MotionRequest(motion=Motion.WALK, walk=ON_THE_SPOT))
    drill.run(0.5, fence=math.inf)
    return watch.result(drill)


def kick_request(
    name: str, pose: Pose2[Robot, WorldFrame], watch: BallWatch, *, left: bool
) -> KickRequest:
    seen = pose.inverse() @ watch.start
    return KickRequest(
        name=name,
        left=left,
        ball_in_robot=Vector2(seen.x, seen.y),
        direction_in_robot=watch.aim - pose.theta,
    )


def standing_kick(
    name: str,
    *,
    left: bool,
    seed: int,
    walked: bool = False,
    offset_deg: float = 0.0,
    team: str = WALKERS,
    parameters: Parameters | None = None,
) -> KickResult:
    """A kick out of a stand, with the ball put in place; `name` may be the path of a file.

    The robot has stood for a while or has just `walked` up, and walks on afterwards as soon as it
    may. `offset_deg` is by how much its leg joints are off, with other gains of the pressures.
    A team with an engine of its own is given the ball where the named kick has it.
    """
    random = seeded_generator(seed, "standing kick")
    kick = load_kick(name)
    side = -1.0 if left else 1.0
    off = PLACED_WITHIN * random.uniform(-1.0, 1.0, 2)
    place: Vector2[Robot] = Vector2(kick.ball[0] + off[0], side * kick.ball[1] + off[1])
    faults = worn_body(seed, gains=0.3, offset_deg=offset_deg) if offset_deg > 0.0 else ()
    with Drill(team, seed=seed, scene=Scene(faults=faults), parameters=parameters) as drill:
        drill.tell(STAND)
        drill.run(2.0)
        if walked:
            _walk_up(drill, float(random.uniform(1.5, 2.0)))
        drill.put_ball(place.x, place.y)
        aim = drill.pose.theta + side * math.radians(kick.direction_deg)
        watch = BallWatch(drill, aim=aim, left=left)
        request = KickRequest(name=name, left=left, ball_in_robot=place)
        drill.tell(MotionRequest(motion=Motion.KICK, kick=request))
        drill.run(0.5, each_frame=lambda d: watch.look(d, kicking=True), fence=math.inf)
        drill.tell(MotionRequest(motion=Motion.WALK, walk=AHEAD) if walked else STAND)
        rest = kick.duration + AFTERWARDS
        drill.run(rest, each_frame=lambda d: watch.look(d, kicking=True), fence=math.inf)
        return watch.result(drill)


def _walk_up(drill: Drill, seconds: float) -> None:
    """Until the legs have just come to rest."""
    drill.tell(MotionRequest(motion=Motion.WALK, walk=AHEAD))
    drill.run(seconds)
    drill.tell(STAND)
    end = drill.time + WITHIN
    while not drill.robot["WalkOutput"].standing and drill.time < end:
        drill.run(0.012)
