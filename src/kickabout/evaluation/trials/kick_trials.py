"""Kick trials: from a kick's file and a seed to the ball's motion and falls."""

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
IN_PLACE = WalkRequest(mode=WalkMode.SPEED, speed=Pose2())
AHEAD = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(0.2, 0.0, 0.0))
STEP_TO_BALL = 0.04  # m, length of the first step of a kick from stepping in place
PLACED_WITHIN = 0.005  # m, largest error of the ball's initial position in x and y
HIT_FROM = 0.3  # m; if the ball rolls less far, it was missed or only touched
TIMEOUT = 2.5  # s, in which a kick has to happen
AFTERWARDS = 2.5  # s, in which a robot may still fall after a kick from standing
ROLL_FREE = 0.5  # s after the first touch, when the robot no longer touches the ball


@dataclass(frozen=True, slots=True, kw_only=True)
class KickResult:
    """One kick, measured with ground truth."""

    reach: float  # m, how far the ball rolls
    error: float  # rad, of the direction, toward the side of the standing foot
    fell: bool
    ball_time: float  # s, from the first frame of the kick until the ball moves
    sway: float = 0.0  # rad, largest tilt of the torso after that

    @property
    def hit(self) -> bool:
        return self.reach >= HIT_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class KickSummary:
    """Many kicks."""

    kicks: int
    hit: float  # fraction
    reach: float  # m, mean of the kicks that hit
    reach_spread: float  # m, standard deviation
    bias: float  # rad, mean error of the direction
    spread: float  # rad, standard deviation of the direction
    falls: float  # fraction
    ball_time: float  # s, median

    @property
    def miss(self) -> float:
        """Return the combined bias and spread of the direction (rad)."""
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


class KickObserver:
    """Records when a kick begins and when the ball moves, and predicts how far it will roll."""

    def __init__(self, drill: Drill, *, aim: float, left: bool) -> None:
        self.aim = aim  # rad, in the world
        self.side = -1.0 if left else 1.0
        self.start = drill.ball
        self.falls_before = drill.falls
        self.began_at: float | None = None
        self.moved_at: float | None = None
        self.sway = 0.0  # rad

    def sample(self, drill: Drill, *, kicking: bool) -> None:
        if kicking and self.began_at is None:
            self.began_at = drill.time
        path = drill.ball - self.start
        if self.moved_at is None and math.hypot(path.x, path.y) > 0.01:
            self.moved_at = drill.time
        if self.moved_at is not None:
            up = float(torso_to_world(drill.match.snapshot, 0).rotation[2, 2])
            self.sway = max(self.sway, math.acos(min(1.0, max(-1.0, up))))

    def rolls_free(self, drill: Drill) -> bool:
        return self.moved_at is not None and drill.time - self.moved_at > ROLL_FREE

    def result(self, drill: Drill) -> KickResult:
        """Return the result; the rest of the ball's path is predicted from its speed."""
        path = drill.ball - self.start
        vx, vy = drill.match.snapshot.ball_velocity[:2].tolist()
        speed = math.hypot(vx, vy)
        rest = speed**2 / (2.0 * drill.match.field.ball.deceleration)
        x, y = path.x, path.y
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
    """Kick while stepping in place; the ball is placed again for each kick.

    `name` is a kick of the configuration or the path of a file.
    """
    random = seeded_generator(seed, "walk kicks")
    results = []
    with Drill("walkers", seed=seed) as drill:
        drill.request(STAND)
        drill.run(1.0)
        for _ in range(count):
            _step_in_place(drill, 0.9 + random.uniform(0.0, 0.5))
            results.append(_walk_kick(drill, name, left=left, jitter=random.uniform(-1.0, 1.0, 2)))
    return results


def _step_in_place(drill: Drill, seconds: float) -> None:
    """Step in place until the gait is steady; a fallen robot is put back first."""
    if not drill.upright:
        drill.put_back()
        drill.request(STAND)
        drill.run(1.0)
    drill.request(MotionRequest(motion=Motion.WALK, walk=IN_PLACE))
    drill.run(seconds, fence=1.0)


def _walk_kick(drill: Drill, name: str, *, left: bool, jitter: np.ndarray) -> KickResult:
    kick = load_walk_kick(name)
    side = -1.0 if left else 1.0
    x, y = kick.placement.behind + STEP_TO_BALL, 0.05 - kick.placement.aside
    off = PLACED_WITHIN * jitter
    drill.put_ball(x + float(off[0]), side * y + float(off[1]))
    aim = drill.pose.theta + side * math.radians(kick.direction_deg)
    observer = KickObserver(drill, aim=aim, left=left)
    asked_at, last_kick = drill.time, drill.robot["MotionState"].last_kick_at

    def ask(drill: Drill) -> None:
        state = drill.robot["MotionState"]
        observer.sample(drill, kicking=bool(drill.robot["WalkOutput"].kicking))
        request = None
        if state.last_kick_at == last_kick and observer.moved_at is None:
            request = kick_request(name, drill.pose, observer, left=left)
        drill.request(MotionRequest(motion=Motion.WALK, walk=IN_PLACE, kick=request))

    while drill.time - asked_at < TIMEOUT and not observer.rolls_free(drill):
        drill.run(0.048, each_frame=ask, fence=math.inf)
    drill.request(MotionRequest(motion=Motion.WALK, walk=IN_PLACE))
    drill.run(0.5, fence=math.inf)
    return observer.result(drill)


def kick_request(
    name: str, pose: Pose2[Robot, WorldFrame], observer: KickObserver, *, left: bool
) -> KickRequest:
    seen = pose.inverse() @ observer.start
    return KickRequest(
        name=name,
        left=left,
        ball_in_robot=Vector2(seen.x, seen.y),
        direction_in_robot=observer.aim - pose.theta,
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
    """Kick while standing, with the ball placed for it; `name` may be the path of a file.

    The robot has stood for a while, or has just `walked` and continues to walk afterwards.
    `offset_deg` is the largest offset of its leg joints, together with wrong gains of its pressure
    sensors. For a team with its own engine, the ball is where the named kick expects it.
    """
    random = seeded_generator(seed, "standing kick")
    kick = load_kick(name)
    side = -1.0 if left else 1.0
    off = PLACED_WITHIN * random.uniform(-1.0, 1.0, 2)
    position: Vector2[Robot] = Vector2(kick.ball[0] + off[0], side * kick.ball[1] + off[1])
    faults = worn_body(seed, gains=0.3, offset_deg=offset_deg) if offset_deg > 0.0 else ()
    with Drill(team, seed=seed, scene=Scene(faults=faults), parameters=parameters) as drill:
        drill.request(STAND)
        drill.run(2.0)
        if walked:
            _walk_up(drill, float(random.uniform(1.5, 2.0)))
        drill.put_ball(position.x, position.y)
        aim = drill.pose.theta + side * math.radians(kick.direction_deg)
        observer = KickObserver(drill, aim=aim, left=left)
        request = KickRequest(name=name, left=left, ball_in_robot=position)
        drill.request(MotionRequest(motion=Motion.KICK, kick=request))
        drill.run(0.5, each_frame=lambda d: observer.sample(d, kicking=True), fence=math.inf)
        drill.request(MotionRequest(motion=Motion.WALK, walk=AHEAD) if walked else STAND)
        rest = kick.duration + AFTERWARDS
        drill.run(rest, each_frame=lambda d: observer.sample(d, kicking=True), fence=math.inf)
        return observer.result(drill)


def _walk_up(drill: Drill, seconds: float) -> None:
    """Walk, and stop until the legs have just come to rest."""
    drill.request(MotionRequest(motion=Motion.WALK, walk=AHEAD))
    drill.run(seconds)
    drill.request(STAND)
    end = drill.time + TIMEOUT
    while not drill.robot["WalkOutput"].standing and drill.time < end:
        drill.run(drill.frame_time)
