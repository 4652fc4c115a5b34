"""Requests to the walk: from motion requests and odometry to commands for the next step."""

from functools import cache

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.motion.kick.ball_approach import ApproachParameters, BallApproach, Stance
from kickabout.motion.kick.walk_kick import KickPlanner, load_walk_kick
from kickabout.motion.walk.gait import Gait
from kickabout.motion.walk.step_limits import Speed, SpeedLimits
from kickabout.motion.walk.walk_path import next_point
from kickabout.motion.walk.walker import STAY, Kick, WalkCommand
from kickabout.representations import KickRequest, Motion, MotionRequest, PathCorner, WalkMode
from kickabout.robots.nao.configuration import NAO
from kickabout.soccer.kick_catalogue import kick_catalogue

Here = Pose2[Robot, Robot]
STAYS: Here = Pose2()
WALK, STEP, TARGET = Motion.WALK, WalkMode.STEP, WalkMode.TARGET
BALL, RELATIVE_SPEED = WalkMode.BALL, WalkMode.RELATIVE_SPEED


class WalkRequests:
    """The current request, with target, path and ball updated by odometry since it was made.

    A new value replaces the old one, so requests may be repeated and may come from slower threads.
    """

    def __init__(self, hip_offset: float, robot: RobotConfiguration = NAO) -> None:
        self.robot = robot  # whose kicks are requested
        self.hip_offset = hip_offset
        self.request = MotionRequest()
        self.since: Here = Pose2()  # odometry since the target was requested
        self.since_kick: Here = Pose2()  # odometry since the kick was requested
        self.last_kick_at = -1e9  # s
        self.kick_name = ""
        self.approach = BallApproach(ApproachParameters())
        self._planners: dict[tuple[str, bool], KickPlanner] = {}

    @property
    def target(self) -> Here:
        """The target relative to the robot now."""
        return self.since.inverse() @ self.request.walk.target_in_robot

    def moved(self, step: Here, *, kicking: bool, now: float) -> None:
        """Add the odometry of one frame."""
        if step != STAYS:
            self.since = self.since @ step
            if self.request.kick is not None:
                self.since_kick = self.since_kick @ step
        if kicking:
            self.last_kick_at = now

    def of(
        self,
        request: MotionRequest,
        limits: SpeedLimits,
        gait: Gait,
        *,
        turn_correction: float,
        may_kick: bool,
    ) -> WalkCommand:
        """Return the command for the step after the present one of the gait."""
        self.accept(request)
        if request.motion is not WALK:
            return STAY
        kick = self._kick(request.kick, gait) if request.kick and may_kick else None
        walk = request.walk
        if walk.mode is BALL:
            return self._towards_ball(request, kick)
        speed = Speed(walk.speed.x, walk.speed.y, walk.speed.theta)
        if walk.mode is STEP:
            return WalkCommand(stand=False, step=speed, kick=kick)
        if walk.mode is TARGET:
            return self._towards_target(request, kick)
        if walk.mode is RELATIVE_SPEED:
            largest = limits.largest(speed)
            speed = Speed(speed.x * largest.x, speed.y * largest.y, speed.turn * largest.turn)
        return WalkCommand(stand=False, speed=speed, turn_correction=turn_correction, kick=kick)

    def accept(self, request: MotionRequest) -> None:
        """Replace the current request."""
        if request is self.request:
            return
        if request.walk != self.request.walk:
            self.since = Pose2()
        if request.kick != self.request.kick:
            self.since_kick = Pose2()
        if request.walk.mode is not BALL or request.motion is not WALK:
            self.approach.reset()
        self.request = request

    def _towards_ball(self, request: MotionRequest, kick: Kick | None) -> WalkCommand:
        """Return the command for a request to walk to the ball; from afar it is a normal target."""
        requested = request.kick
        if requested is None:
            return self._towards_target(request, None)
        ball, direction = self._ball_now(requested)
        stance = _stance(self.robot, requested.name, requested.left, requested.align_precisely)
        command = self.approach.command(ball, direction, stance, kick)
        return self._towards_target(request, None) if command is None else command

    def _ball_now(self, requested: KickRequest) -> tuple[tuple[float, float], float]:
        """Return ball and kick direction relative to the robot now."""
        to_here = self.since_kick.inverse()
        ball: Vector2[Robot] = to_here @ requested.ball_in_robot
        return (ball.x, ball.y), wrapped(requested.direction_in_robot + to_here.theta)

    def _towards_target(self, request: MotionRequest, kick: Kick | None) -> WalkCommand:
        walk = request.walk
        target = (self.target.x, self.target.y, self.target.theta)
        to_here = self.since.inverse()
        corners = tuple(
            PathCorner(
                center_in_robot=to_here @ corner.center_in_robot,
                radius=corner.radius,
                clockwise=corner.clockwise,
            )
            for corner in walk.path
        )
        fraction = walk.speed
        return WalkCommand(
            stand=False,
            target=target,
            via=next_point(corners, target) if corners else None,
            fraction=Speed(abs(fraction.x), abs(fraction.y), abs(fraction.theta)),
            keep_heading=walk.keep_heading,
            kick=kick,
        )

    def _kick(self, request: KickRequest, gait: Gait) -> Kick:
        ball, direction = self._ball_now(request)
        self.kick_name = request.name
        planner = self._planner(request.name, request.left)
        left_swings = not gait.plan.left_swings
        return planner.steps(gait.feet, left_swings, ball=ball, direction=direction)

    def _planner(self, name: str, left: bool) -> KickPlanner:
        if (name, left) not in self._planners:
            self._planners[name, left] = KickPlanner(
                load_walk_kick(name, self.robot), left=left, hip_offset=self.hip_offset
            )
        return self._planners[name, left]


@cache
def _stance(robot: RobotConfiguration, name: str, left: bool, stands: bool) -> Stance:
    entry = kick_catalogue(robot).kick(name, walking=not stands)
    ball = entry.ball_in_robot(left)
    return Stance(ball=(ball.x, ball.y), turn=entry.direction_of(left), stands=stands)
