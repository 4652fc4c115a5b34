"""Approach trials: from a ball some way off to an in-walk kick with the robot's own ball model."""

import math

from kickabout.evaluation.trials.kick_trials import STEP_TO_BALL, BallWatch, KickResult
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.motion.kick.walk_kick import WalkKick, load_walk_kick
from kickabout.representations import (
    HeadMode,
    HeadRequest,
    KickRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.simulation.match.drill import Drill

TEAM, BY_MOTION = "bhuman2019", "bhuman2021"
STAND = MotionRequest(motion=Motion.STAND)
WITHIN = 14.0  # s
RUN_UP = 0.12  # m behind the place to kick from, where the robot lines up first
LINED_UP = (0.06, 0.15)  # m, rad
BEARING = 0.5  # rad, of the ball in the beginning, to either side


def approach_kick(
    name: str,
    *,
    left: bool,
    seed: int,
    distance: float = 1.0,
    turned: float = 0.6,
    by_motion: bool = False,
) -> KickResult:
    """Walk to a ball that the robot tracks itself, and kick it without stopping.

    `turned` is the largest angle between where the robot looks in the beginning and where the ball
    shall go. The way is planned from outside, or by the robot's motion at the ball.
    """
    random = seeded_generator(seed, "approach")
    kick = load_walk_kick(name)
    bearing, aim = float(random.uniform(-BEARING, BEARING)), float(random.uniform(-turned, turned))
    with Drill(BY_MOTION if by_motion else TEAM, seed=seed, ball=(0.0, 2.5)) as drill:
        drill.tell(STAND)
        drill.put_ball(distance * math.cos(bearing), distance * math.sin(bearing))
        kind = _LeftToMotion if by_motion else _Approach
        approach = kind(drill, name, kick, aim=aim, left=left)
        drill.run(1.5, each_frame=approach.look_at_ball, fence=math.inf)
        begin = drill.time
        while drill.time - begin < WITHIN and not approach.watch.rolls_free(drill):
            drill.run(0.048, each_frame=approach.look, fence=math.inf)
        drill.tell(STAND)
        drill.run(0.6, fence=math.inf)
        return approach.watch.result(drill)


class _Approach:
    """Tells a robot to walk to where it can kick what it believes to be the ball."""

    def __init__(self, drill: Drill, name: str, kick: WalkKick, *, aim: float, left: bool) -> None:
        self.name, self.kick, self.left = name, kick, left
        self.side = -1.0 if left else 1.0
        self.watch = BallWatch(drill, aim=aim, left=left)
        self.turn = self.side * math.radians(kick.direction_deg)
        self.lined_up = False

    def look_at_ball(self, drill: Drill) -> Vector2[Robot] | None:
        """The robot's own belief; the head follows it, or the truth until the ball was seen."""
        model = drill.robot["BallModel"]
        true = drill.pose.inverse() @ self.watch.start
        ball = model.position_in_robot if model.known else Vector2[Robot](true.x, true.y)
        drill.tell(
            HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(ball.x, ball.y, 0.05))
        )
        return ball if model.known else None

    def look(self, drill: Drill) -> None:
        self.watch.look(drill, kicking=bool(drill.robot["WalkOutput"].kicking))
        ball = self.look_at_ball(drill)
        if ball is None or self.watch.moved_at is not None:
            drill.tell(STAND)
            return
        direction = self.watch.aim - drill.pose.theta
        kick = KickRequest(
            name=self.name, left=self.left, ball_in_robot=ball, direction_in_robot=direction
        )
        drill.tell(self.request(kick))

    def request(self, kick: KickRequest) -> MotionRequest:
        """To a place behind the ball, and from there into it."""
        place = self.kick_place(kick, 0.0 if self.lined_up else RUN_UP)
        if math.hypot(place.x, place.y) < LINED_UP[0] and abs(place.theta) < LINED_UP[1]:
            self.lined_up = True
        walk = WalkRequest(mode=WalkMode.TARGET, target_in_robot=place)
        return MotionRequest(motion=Motion.WALK, walk=walk, kick=kick if self.lined_up else None)

    def kick_place(self, kick: KickRequest, run_up: float) -> Pose2[Robot, Robot]:
        """Where the robot has to be for the first step of the kick, or so far behind it."""
        ball, put = kick.ball_in_robot, self.kick.placement
        heading = math.remainder(kick.direction_in_robot - self.turn, 2.0 * math.pi)
        x = put.behind + STEP_TO_BALL + run_up
        y = self.side * (0.05 - put.aside)
        c, s = math.cos(heading), math.sin(heading)
        return Pose2(ball.x - c * x + s * y, ball.y - s * x - c * y, heading)


class _LeftToMotion(_Approach):
    """Tells a robot which kick there shall be; its motion walks to the ball and around it."""

    def request(self, kick: KickRequest) -> MotionRequest:
        target = self.kick_place(kick, RUN_UP)
        walk = WalkRequest(mode=WalkMode.BALL, target_in_robot=target)
        return MotionRequest(motion=Motion.WALK, walk=walk, kick=kick)
