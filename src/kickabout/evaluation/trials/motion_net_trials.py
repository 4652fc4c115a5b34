"""Trials of a motion net on four legs: head kicks, grabs, kicks after a grab, walks, stand-ups."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kickabout.evaluation.trials.four_legged_drills import (
    AWAY,
    ContactLog,
    ball_in_body,
    jitter,
    put_ball_in_body,
)
from kickabout.evaluation.trials.four_legged_trials import lay_down, stands
from kickabout.evaluation.trials.motion_strip import MotionStrip, write_strip
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.representations import (
    HeadRequest,
    Motion,
    MotionNetState,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.simulation.match.drill import Drill

ROBOT, NET = "ers210", "germanteam2001"
TEAM, LEAGUE = "germanteam_walkers", "legged2001"
START = (-0.3, 0.0, 0.0)
FENCE = 0.6  # m; the walls are farther away
BALL_AT = 0.165  # m, of the ball before the middle of the body, for grabs and head kicks
BALL_WITHIN = (0.015, 0.02)  # m, largest offsets of the ball, forward and to the left
GRAB_TIME = 2.4  # s
GRIP = (0.126, 0.0)  # m, where the ball is after a grab
GRIP_WITHIN = 0.03  # m
LOST = 0.05  # m, from its position, where a ball is no longer held
QUARTER, QUARTER_LIMIT = math.pi / 2.0, 3.0  # rad, s, of a turn with the ball
MIN_SPEED = 0.3  # m/s, of a ball that a head kick hits
NOMINAL_DEG = {"grab_kick_forward": 0.0, "grab_kick_left": 75.0, "grab_kick_right": -75.0}
BACKWARD = "bicycle_kick"
STANDING_LIMIT = 8.0  # s, after a kick, until the robot stands again without help
PICTURES = 15.0  # of a strip
STAND = MotionRequest(motion=Motion.STAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabTrial:
    """A grab, and a quarter turn with the ball after it."""

    turned: float  # rad
    deviation: float  # m, largest distance of the ball from its place when the turn began

    @property
    def held(self) -> bool:
        return self.turned >= QUARTER and self.deviation < LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class NetKick:
    """A kick of the net."""

    speed: float  # m/s, fastest of the ball
    direction: float  # rad, of the ball's path, relative to the heading before the kick
    ahead: float  # m, the ball's last position, relative to the robot's pose before the kick
    stands: bool  # again, without help

    @property
    def hit(self) -> bool:
        """Whether it was a good head kick."""
        return self.speed >= MIN_SPEED and abs(self.direction) < math.pi / 4.0 and self.stands

    def within(self, nominal_deg: float, error_deg: float = 30.0) -> bool:
        error = math.remainder(self.direction - math.radians(nominal_deg), 2.0 * math.pi)
        return abs(error) <= math.radians(error_deg)


def special(name: str) -> MotionRequest:
    """Return the request for a motion of the net."""
    return MotionRequest(motion=Motion.SPECIAL, special=name)


def walk_request(x: float, y: float, turn: float, gait: str = "") -> MotionRequest:
    """Return a walk in fractions of the fastest one; `gait` names another motion that walks."""
    walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=walk, special=gait)


def net_drill(*, seed: int, league: str = LEAGUE) -> Drill:
    """Return a drill of a robot whose motions are those of the net; the ball is far away."""
    drill = Drill(TEAM, seed=seed, league=league)
    drill.match.place(ball=AWAY)
    return drill


def state_of(drill: Drill) -> MotionNetState:
    state: MotionNetState = drill.robot["MotionNetState"]
    return state


def prepare(drill: Drill, *, ahead: float = BALL_AT, left: float = 0.0) -> None:
    """Stand with the ball before the robot."""
    drill.match.place(ball=AWAY)
    drill.put_back(START)
    drill.request(STAND)
    drill.request(HeadRequest(tilt=-0.2))
    drill.run(1.0)
    put_ball_in_body(drill, ahead, left)


def prepare_randomly(drill: Drill, random: np.random.Generator) -> None:
    """Stand with the ball before the robot, up to `BALL_WITHIN` away from where it belongs."""
    (dx, _), (dy, _) = (jitter(random, size) for size in BALL_WITHIN)
    prepare(drill, ahead=BALL_AT + dx, left=dy)


def grab_once(drill: Drill) -> GrabTrial:
    """Grab the ball and turn with it by 90° to the left."""
    drill.request(special("grab"))
    drill.run(GRAB_TIME)
    place, begin = ball_in_body(drill), drill.time
    drill.request(walk_request(0.0, -0.5, 0.5, "carry"))
    turned = deviation = 0.0
    while turned < QUARTER and drill.time - begin < QUARTER_LIMIT:
        turned += drill.run(drill.frame_time, fence=math.inf).movement.theta
        ball = ball_in_body(drill)
        deviation = max(deviation, math.hypot(ball.x - place.x, ball.y - place.y))
    return GrabTrial(turned=turned, deviation=deviation)


def grabs(*, count: int, seed: int) -> list[GrabTrial]:
    """Grab the ball several times from random positions."""
    random = seeded_generator(seed, "grabs")
    with net_drill(seed=seed) as drill:
        found = []
        for _ in range(count):
            prepare_randomly(drill, random)
            found.append(grab_once(drill))
        return found


def carried(*, count: int, seed: int, distance: float = 1.0) -> list[float]:
    """Grab the ball and walk straight with it; return how far it is held each time, in m."""
    random = seeded_generator(seed, "carried")
    with net_drill(seed=seed) as drill:
        found = []
        for _ in range(count):
            prepare_randomly(drill, random)
            drill.request(special("grab"))
            drill.run(GRAB_TIME)
            found.append(_carried_once(drill, distance))
        return found


def _carried_once(drill: Drill, distance: float) -> float:
    place, begin, walked = ball_in_body(drill), drill.time, 0.0
    drill.request(walk_request(1.0, 0.0, 0.0, "carry"))
    while walked < distance and drill.time - begin < 10.0 * distance / 0.1:
        walked += drill.run(0.04, fence=math.inf).movement.x
        ball = ball_in_body(drill)
        if math.hypot(ball.x - place.x, ball.y - place.y) > LOST:
            break
    return walked


def kick_once(
    drill: Drill, name: str, each_frame: Callable[[Drill], object] | None = None
) -> NetKick:
    """Carry out a kick, then stand."""
    pose, ball = drill.pose, drill.ball
    fastest = 0.0

    def frame(drill: Drill) -> None:
        nonlocal fastest
        vx, vy = drill.match.snapshot.ball_velocity[:2].tolist()
        fastest = max(fastest, math.hypot(vx, vy))
        if each_frame is not None:
            each_frame(drill)

    drill.request(special(name))
    begin = drill.time
    while not _ended(drill, name) and drill.time - begin < STANDING_LIMIT:
        drill.run(0.04, each_frame=frame, fence=math.inf)
    drill.request(STAND)
    begin = drill.time
    while drill.time - begin < STANDING_LIMIT:
        drill.run(0.2, each_frame=frame, fence=math.inf)
        rolls = float(np.hypot(*drill.match.snapshot.ball_velocity[:2])) > 0.02
        if state_of(drill).motion == "stand" and drill.upright and not rolls:
            break
    stands = drill.upright and state_of(drill).motion == "stand"
    return _result(pose, ball, drill.ball, fastest, stands=stands)


def _ended(drill: Drill, name: str) -> bool:
    state = state_of(drill)
    return state.motion == name and state.finished


def _result(
    pose: Pose2[Robot, WorldFrame],
    before: Vector2[WorldFrame],
    after: Vector2[WorldFrame],
    fastest: float,
    *,
    stands: bool,
) -> NetKick:
    path, from_robot = after - before, (after.x - pose.x, after.y - pose.y)
    direction = math.remainder(math.atan2(path.y, path.x) - pose.theta, 2.0 * math.pi)
    ahead = from_robot[0] * math.cos(pose.theta) + from_robot[1] * math.sin(pose.theta)
    return NetKick(speed=fastest, direction=direction, ahead=ahead, stands=stands)


def head_kicks(*, count: int, seed: int) -> list[NetKick]:
    """Kick with the head several times from random positions of the ball."""
    random = seeded_generator(seed, "head kicks")
    with net_drill(seed=seed) as drill:
        found = []
        for _ in range(count):
            prepare_randomly(drill, random)
            found.append(kick_once(drill, "head_kick"))
        return found


def grab_kicks(name: str, *, count: int, seed: int) -> list[NetKick]:
    """Grab the ball and kick it several times; only kicks after successful grabs count."""
    random = seeded_generator(seed, "grab kicks", name)
    with net_drill(seed=seed) as drill:
        found: list[NetKick] = []
        for _ in range(2 * count):
            prepare_randomly(drill, random)
            drill.request(special("grab"))
            drill.run(GRAB_TIME)
            ball = ball_in_body(drill)
            if math.hypot(ball.x - GRIP[0], ball.y - GRIP[1]) > GRIP_WITHIN:
                continue
            found.append(kick_once(drill, name))
            if len(found) == count:
                break
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class LongWalk:
    """A long walk in all directions at full speed."""

    seconds: float
    forward: float  # m/s, means of the parts
    sideways: float  # m/s
    turn: float  # rad/s
    falls: int
    off_paws: float  # fraction of frames in which other parts than paws touch the ground


def long_walk(*, seconds: float, seed: int, part: float = 5.0) -> LongWalk:
    """Walk forward, sideways and turn, to both sides in turn, without a pause."""
    directions = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    sums, times, side = [0.0] * 3, [0.0] * 3, 1.0
    with net_drill(seed=seed) as drill:
        drill.request(STAND)
        drill.run(1.5, fence=FENCE)
        log, begin = ContactLog(drill), drill.time
        while drill.time - begin < seconds - 1e-6:
            for index, (x, y, turn) in enumerate(directions):
                drill.request(walk_request(x, side * y, side * turn))
                moved = drill.run(part, each_frame=log.sample, put_back_after=8.0, fence=FENCE)
                along = (moved.movement.x, side * moved.movement.y, side * moved.movement.theta)
                sums[index] += along[index]
                times[index] += moved.seconds
            side = -side
        forward, sideways, turning = (s / t for s, t in zip(sums, times, strict=True))
        return LongWalk(
            seconds=drill.time - begin,
            forward=forward,
            sideways=sideways,
            turn=turning,
            falls=drill.falls,
            off_paws=log.total / log.frames,
        )


def motion_by_name(
    name: str, *, seconds: float, seed: int, picture: Path | None = None
) -> dict[str, float]:
    """Run any motion of the net with the ball before the robot; return the state at the end."""
    with net_drill(seed=seed) as drill:
        prepare(drill)
        pose, ball = drill.pose, drill.ball
        strip = MotionStrip(drill, every=seconds / PICTURES) if picture else None
        drill.request(special(name))
        drill.run(seconds, each_frame=strip.sample if strip else None, fence=math.inf)
        if strip and picture:
            write_strip(strip.pictures, picture)
        moved, path = pose.inverse() @ drill.pose, drill.ball - ball
        return {
            "forward (m)": moved.x,
            "to the left (m)": moved.y,
            "turn (rad)": moved.theta,
            "ball (m)": math.hypot(path.x, path.y),
            "falls": float(drill.falls),
        }


def stand_ups(side: str, *, count: int, seed: int) -> list[float]:
    """Lay a robot down several times; return the time until it stands each time, or infinity."""
    with net_drill(seed=seed) as drill:
        drill.request(STAND)
        drill.run(1.0)
        return [_stood_up(drill, side, seed=100 * seed + k) for k in range(count)]


def _stood_up(drill: Drill, side: str, *, seed: int) -> float:
    drill.put_back()
    lay_down(drill, side, seed=seed)
    begin = drill.time
    while drill.time - begin < STANDING_LIMIT:
        drill.run(drill.frame_time, fence=math.inf)
        if stands(drill) and state_of(drill).motion == "stand":
            return drill.time - begin
    return math.inf
