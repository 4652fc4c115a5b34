"""Approach trials: from a distant ball to an in-walk kick with the robot's own ball model."""

import math

from kickabout.evaluation.trials.kick_trials import STEP_TO_BALL, KickObserver, KickResult
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
TIMEOUT = 14.0  # s
RUN_UP = 0.12  # m behind the kick pose, where the robot lines up first
LINED_UP = (0.06, 0.15)  # m, rad
BEARING = 0.5  # rad, largest of the ball at the start, to either side


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

    `turned` is the largest angle between the robot's initial heading and the kick direction. The
    path is planned by the trial, or by the robot's own motion.
    """
    random = seeded_generator(seed, "approach")
    kick = load_walk_kick(name)
    bearing, aim = float(random.uniform(-BEARING, BEARING)), float(random.uniform(-turned, turned))
    with Drill(BY_MOTION if by_motion else TEAM, seed=seed, ball=(0.0, 2.5)) as drill:
        drill.request(STAND)
        drill.put_ball(distance * math.cos(bearing), distance * math.sin(bearing))
        kind = _ByMotion if by_motion else _Approach
        approach = kind(drill, name, kick, aim=aim, left=left)
        drill.run(1.5, each_frame=approach.track_ball, fence=math.inf)
        begin = drill.time
        while drill.time - begin < TIMEOUT and not approach.observer.rolls_free(drill):
            drill.run(0.048, each_frame=approach.sample, fence=math.inf)
        drill.request(STAND)
        drill.run(0.6, fence=math.inf)
        return approach.observer.result(drill)


class _Approach:
    """Requests a walk to the kick pose at the robot's own estimate of the ball."""

    def __init__(self, drill: Drill, name: str, kick: WalkKick, *, aim: float, left: bool) -> None:
        self.name, self.kick, self.left = name, kick, left
        self.side = -1.0 if left else 1.0
        self.observer = KickObserver(drill, aim=aim, left=left)
        self.turn = self.side * math.radians(kick.direction_deg)
        self.lined_up = False

    def track_ball(self, drill: Drill) -> Vector2[Robot] | None:
        """Return the estimated ball; the head follows it, or the true one until it was seen."""
        model = drill.robot["BallModel"]
        true = drill.pose.inverse() @ self.observer.start
        ball = model.position_in_robot if model.known else Vector2[Robot](true.x, true.y)
        drill.request(
            HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(ball.x, ball.y, 0.05))
        )
        return ball if model.known else None

    def sample(self, drill: Drill) -> None:
        self.observer.sample(drill, kicking=bool(drill.robot["WalkOutput"].kicking))
        ball = self.track_ball(drill)
        if ball is None or self.observer.moved_at is not None:
            drill.request(STAND)
            return
        direction = self.observer.aim - drill.pose.theta
        kick = KickRequest(
            name=self.name, left=self.left, ball_in_robot=ball, direction_in_robot=direction
        )
        drill.request(self.request(kick))

    def request(self, kick: KickRequest) -> MotionRequest:
        """Return a request to walk behind the ball, and from there to kick it."""
        position = self.kick_pose(kick, 0.0 if self.lined_up else RUN_UP)
        if math.hypot(position.x, position.y) < LINED_UP[0] and abs(position.theta) < LINED_UP[1]:
            self.lined_up = True
        walk = WalkRequest(mode=WalkMode.TARGET, target_in_robot=position)
        return MotionRequest(motion=Motion.WALK, walk=walk, kick=kick if self.lined_up else None)

    def kick_pose(self, kick: KickRequest, run_up: float) -> Pose2[Robot, Robot]:
        """Return the pose for the first step of the kick, or one `run_up` behind it."""
        ball, put = kick.ball_in_robot, self.kick.placement
        heading = math.remainder(kick.direction_in_robot - self.turn, 2.0 * math.pi)
        x = put.behind + STEP_TO_BALL + run_up
        y = self.side * (0.05 - put.aside)
        c, s = math.cos(heading), math.sin(heading)
        return Pose2(ball.x - c * x + s * y, ball.y - s * x - c * y, heading)


class _ByMotion(_Approach):
    """Requests a kick; the robot's motion walks to the ball and around it."""

    def request(self, kick: KickRequest) -> MotionRequest:
        target = self.kick_pose(kick, RUN_UP)
        walk = WalkRequest(mode=WalkMode.BALL, target_in_robot=target)
        return MotionRequest(motion=Motion.WALK, walk=walk, kick=kick)
