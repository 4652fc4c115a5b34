"""Walk trials: from walk requests and a seed to speed, falls and odometry errors."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kickabout.evaluation.trials.rough_carpet import RoughCarpet, worn_body
from kickabout.evaluation.trials.walk_monitor import WalkMonitor
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot
from kickabout.geometry import World as WorldFrame
from kickabout.representations import Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.scene import Scene

WALKERS = "walkers"  # default team
STAND = MotionRequest(motion=Motion.STAND)
SPEED_UP = 2.0  # s, from stand to the largest speed
MAX_SPEED = (0.40, 0.28, 1.9)  # m/s, m/s, rad/s, desired
TARGET_EVERY = 3  # frames, about the rate of a camera
PUSH_DIRECTIONS = 8

Speed = tuple[float, float, float]
Parameters = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkTrial:
    """One walk."""

    seconds: float
    falls: int
    speed: float  # m/s or rad/s in the desired direction, at steady speed
    tilt_rms: float  # rad, of the error of the estimated orientation
    tilt_max: float  # rad
    false_alarms: int  # detected falls that did not happen


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryTrial:
    """Errors of odometry."""

    position: float  # fraction of the distance
    rotation: float  # fraction of all turns
    falls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetTrial:
    """A walk to a pose."""

    distance: float  # m, remaining at the end
    angle: float  # rad, remaining at the end
    seconds: float  # until the robot stood
    settling_time: float  # s, from the first time near the target until standing
    falls: int


def walk_request(x: float, y: float, turn: float) -> MotionRequest:
    walk = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=walk)


def steady_walk(
    speed: Speed,
    *,
    seed: int,
    seconds: float,
    rough: bool = False,
    parameters: Parameters | None = None,
    team: str = WALKERS,
) -> WalkTrial:
    """Walk with a start, a stop and a turn in each 10 s; only steady speed is measured."""
    scene = Scene(faults=worn_body(seed)) if rough else None
    with Drill(team, seed=seed, scene=scene, parameters=parameters) as drill:
        monitor = _begin(drill, seed, rough=rough)
        way = time = 0.0
        start = drill.time
        while drill.time - start < seconds - 0.1:
            drill.request(walk_request(*speed))
            monitor.run(drill, SPEED_UP)
            if drill.upright:
                moved = monitor.run(drill, 5.5)
                if moved.falls == 0:
                    way += _along(moved.movement, speed)
                    time += moved.seconds
            drill.request(walk_request(0.5 * speed[0], 0.5 * speed[1], 1.0))
            monitor.run(drill, 1.5)
            drill.request(STAND)
            monitor.run(drill, 1.0)
        return monitor.trial(drill, start=start, speed=way / time if time > 0.0 else 0.0)


def random_walk(
    *, seed: int, seconds: float, parameters: Parameters | None = None, team: str = WALKERS
) -> WalkTrial:
    """Walk in random directions, changed every 0.5 to 4 s, with stops."""
    random = seeded_generator(seed, "random walk")
    with Drill(team, seed=seed, parameters=parameters) as drill:
        monitor = _begin(drill, seed, rough=False)
        start = drill.time
        while drill.time - start < seconds:
            request = random.uniform((-MAX_SPEED[1], -MAX_SPEED[1], -MAX_SPEED[2]), MAX_SPEED)
            request = request * random.integers(0, 2, 3)
            drill.request(walk_request(*request.tolist()) if request.any() else STAND)
            monitor.run(drill, float(random.uniform(0.5, 4.0)))
        return monitor.trial(drill, start=start, speed=0.0)


def _begin(drill: Drill, seed: int, *, rough: bool) -> WalkMonitor:
    carpet = RoughCarpet(drill, seed) if rough else None
    monitor = WalkMonitor(carpet.before_frame if carpet else None)
    drill.request(STAND)
    drill.run(1.5)
    return monitor


def _along(way: Pose2[Robot, Robot], speed: Speed) -> float:
    """Return the motion along the desired direction; the angle if only turning is desired."""
    norm = math.hypot(speed[0], speed[1])
    if norm == 0.0:
        return math.copysign(1.0, speed[2]) * way.theta
    return (way.x * speed[0] + way.y * speed[1]) / norm


def pushes(
    *, seed: int, impulse: float, parameters: Parameters | None = None, team: str = WALKERS
) -> list[bool]:
    """Return for pushes from eight sides whether a robot walking at 0.25 m/s stays upright."""
    return [
        survives_push(
            2.0 * math.pi * side / PUSH_DIRECTIONS,
            seed=seed * PUSH_DIRECTIONS + side,
            impulse=impulse,
            after=1.6 + 0.02 * (seed % 25),
            parameters=parameters,
            team=team,
        )
        for side in range(PUSH_DIRECTIONS)
    ]


def survives_push(
    towards: float,
    *,
    seed: int,
    impulse: float,
    after: float,
    parameters: Parameters | None = None,
    team: str = WALKERS,
) -> bool:
    """Return whether a walking robot stays upright after a push; 0 rad is forward."""
    with Drill(team, seed=seed, parameters=parameters) as drill:
        drill.request(STAND)
        drill.run(0.8)
        drill.request(walk_request(0.25, 0.0, 0.0))
        drill.run(after)
        drill.push(impulse * math.cos(towards), impulse * math.sin(towards))
        return drill.run(1.5).falls == 0


def odometry(*, seed: int, way: float = 4.0, team: str = WALKERS) -> OdometryTrial:
    """Walk a path of random pieces and compare odometry with ground truth."""
    random = seeded_generator(seed, "odometry")
    with Drill(team, seed=seed) as drill:
        drill.request(STAND)
        drill.run(1.5)
        begin, odometry_before = drill.pose, drill.robot["Odometry"].robot_to_start
        walked = turned = 0.0
        while walked < way:
            request = random.uniform((-0.15, -0.15, -0.8), (0.35, 0.15, 0.8))
            drill.request(walk_request(*request.tolist()))
            for _ in range(5):
                moved = drill.run(0.5, fence=math.inf).movement
                walked += math.hypot(moved.x, moved.y)
                turned += abs(moved.theta)
        drill.request(STAND)
        drill.run(1.0, fence=math.inf)
        true = begin.inverse() @ drill.pose
        estimated = odometry_before.inverse() @ drill.robot["Odometry"].robot_to_start
        turn_error = math.remainder(estimated.theta - true.theta, 2.0 * math.pi)
        return OdometryTrial(
            position=math.dist((true.x, true.y), (estimated.x, estimated.y)) / walked,
            rotation=abs(turn_error) / max(turned, 0.1),
            falls=drill.falls,
        )


def walk_to_target(
    *, seed: int, distance: float = 2.0, seconds: float = 16.0, team: str = WALKERS
) -> TargetTrial:
    """Walk to a random pose; the robot gets the remaining motion as its target."""
    random = seeded_generator(seed, "target")
    bearing, heading = random.uniform(-math.pi, math.pi, 2).tolist()
    goal: Pose2[Robot, WorldFrame] = Pose2(
        distance * math.cos(bearing), distance * math.sin(bearing), heading
    )
    with Drill(team, seed=seed) as drill:
        drill.request(STAND)
        drill.run(1.0)
        start, near_at, stood_at = drill.time, math.inf, math.inf
        while drill.time - start < seconds and drill.time < stood_at + 1.0:
            drill.run(
                drill.frame_time * TARGET_EVERY, each_frame=_target_sender(goal), fence=math.inf
            )
            left = drill.pose.inverse() @ goal
            if math.hypot(left.x, left.y) < 0.05 and abs(left.theta) < math.radians(5.0):
                near_at = min(near_at, drill.time)
            stands = drill.robot["WalkOutput"].standing and near_at < math.inf
            stood_at = min(stood_at, drill.time) if stands else math.inf
        left = drill.pose.inverse() @ goal
        return TargetTrial(
            distance=math.hypot(left.x, left.y),
            angle=abs(left.theta),
            seconds=stood_at - start,
            settling_time=stood_at - near_at,
            falls=drill.falls,
        )


def _target_sender(goal: Pose2[Robot, WorldFrame]) -> Callable[[Drill], None]:
    def send(drill: Drill) -> None:
        if round(drill.time / drill.frame_time) % TARGET_EVERY == 0:
            left = drill.pose.inverse() @ goal
            target: Pose2[Robot, Robot] = Pose2(left.x, left.y, left.theta)
            walk = WalkRequest(mode=WalkMode.TARGET, target_in_robot=target)
            drill.request(MotionRequest(motion=Motion.WALK, walk=walk))

    return send


def falls_in_ten_minutes(trials: Sequence[WalkTrial]) -> float:
    return 600.0 * sum(t.falls for t in trials) / sum(t.seconds for t in trials)


def rms(values: Sequence[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values))))
