"""Trials of four-legged robots with the ball: carrying it through a turn, kicking it."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.four_legged_drills import (
    AWAY,
    FENCE,
    HEAD_UP,
    ball_in_body,
    four_legged_drill,
    jitter,
    put_ball_in_body,
)
from kickabout.evaluation.trials.kick_trials import KickObserver, KickResult
from kickabout.framework.module import seeded_generator
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2
from kickabout.motion.keyframes.posture_motion import load_motion
from kickabout.motion.kick.four_legged_kick_engine import PREFIX
from kickabout.motion.trot.trot_gait import Grip, load_gait
from kickabout.representations import (
    HeadRequest,
    KickRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.physics_options import OPTIONS
from kickabout.simulation.match.drill import Drill

CARRY = "carry"  # gait
TURN_LIMIT = 4.0  # s
LOST = 0.05  # m, from its place, where a ball is no longer held
PLACED_WITHIN = 0.006  # m
STAND = MotionRequest(motion=Motion.STAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryTrial:
    """A turn of 180° with the ball."""

    turned: float  # rad
    seconds: float
    deviation: float  # m, largest distance of the ball from its place when the turn began


def carry_turns(
    robot: str, *, count: int, seed: int, timestep: float = OPTIONS.timestep
) -> list[CarryTrial]:
    """Take the ball under the chin and turn by 180°, to the left and to the right by turns."""
    random = seeded_generator(seed, "carry")
    grip = load_gait(CARRY, RobotConfiguration(robot)).grip
    assert grip is not None
    with four_legged_drill(robot, seed=seed, gait=CARRY, timestep=timestep) as drill:
        return [_carried(drill, grip, random, 1.0 if k % 2 else -1.0) for k in range(count)]


def grip_request(grip: Grip, *, nods: bool) -> HeadRequest:
    """Return the head request that holds the ball; requests count angles downward."""
    tilt, pan, third = (math.radians(angle) for angle in grip.head_deg)
    if nods:
        return HeadRequest(neck_tilt=-tilt, pan=pan, tilt=-third)
    return HeadRequest(tilt=-tilt, pan=pan, roll=third)


def take_ball(drill: Drill, grip: Grip, offset: tuple[float, float]) -> None:
    """Stand with the head up, get the ball between the fore legs, and lower the chin onto it."""
    robot = drill.match.snapshot.kinds[0].name
    drill.match.place(ball=AWAY)
    drill.put_back()
    drill.request(STAND)
    drill.request(HEAD_UP)
    drill.change("MouthAndTailScript", mouth=0.0)
    drill.run(1.0, fence=FENCE)
    put_ball_in_body(drill, grip.ball[0] + offset[0], grip.ball[1] + offset[1])
    drill.run(0.1, fence=FENCE)
    drill.request(grip_request(grip, nods=aibo_kinematics(robot).nods))
    drill.change("MouthAndTailScript", mouth=grip.mouth)
    drill.run(1.0, fence=FENCE)


def turn_request(side: float) -> MotionRequest:
    """Return a turn about the ball: the body circles around it."""
    walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(0.0, -0.5 * side, 0.5 * side))
    return MotionRequest(motion=Motion.WALK, walk=walk)


def _carried(drill: Drill, grip: Grip, random: np.random.Generator, side: float) -> CarryTrial:
    take_ball(drill, grip, jitter(random, PLACED_WITHIN))
    place, begin = ball_in_body(drill), drill.time
    drill.request(turn_request(side))
    turned = deviation = 0.0
    while turned < math.pi and deviation < LOST and drill.time - begin < TURN_LIMIT:
        frame = drill.run(drill.frame_time, fence=math.inf)
        turned += side * frame.movement.theta
        ball = ball_in_body(drill)
        deviation = max(deviation, math.hypot(ball.x - place.x, ball.y - place.y))
    return CarryTrial(turned=turned, seconds=drill.time - begin, deviation=deviation)


def four_legged_kicks(
    robot: str, name: str, *, count: int, seed: int, timestep: float = OPTIONS.timestep
) -> list[KickResult]:
    """Kick from a stand with every second kick to the other side; the ball is placed for it."""
    random = seeded_generator(seed, "four-legged kicks")
    with four_legged_drill(robot, seed=seed, timestep=timestep) as drill:
        results = []
        for number in range(count):
            prepare_kick(drill, name, left=number % 2 == 1, offset=jitter(random, PLACED_WITHIN))
            results.append(kick_once(drill, name, left=number % 2 == 1))
        return results


def prepare_kick(
    drill: Drill, name: str, *, left: bool, offset: tuple[float, float] = (0.0, 0.0)
) -> None:
    """Stand, with the ball where the kick needs it."""
    robot = drill.match.snapshot.kinds[0].name
    motion = load_motion(PREFIX + name, RobotConfiguration(robot), aibo_kinematics(robot))
    assert motion.ball is not None
    drill.match.place(ball=AWAY)
    drill.put_back()
    drill.request(STAND)
    drill.request(HEAD_UP)
    drill.run(1.2, fence=FENCE)
    x, y = motion.ball
    put_ball_in_body(drill, x + offset[0], (-y if left else y) + offset[1])


def kick_once(drill: Drill, name: str, *, left: bool) -> KickResult:
    """Kick; the result's error of direction is relative to straight ahead."""
    observer = KickObserver(drill, aim=drill.pose.theta, left=left)
    kick = KickRequest(name=name, left=left)
    drill.request(MotionRequest(motion=Motion.KICK, kick=kick))

    def frame(drill: Drill) -> None:
        kicking = drill.robot["MotionSelection"].target is Motion.KICK
        observer.sample(drill, kicking=kicking)
        if kicking:
            drill.request(STAND)

    drill.run(2.0, each_frame=frame, fence=math.inf)
    return observer.result(drill)
