"""SkillRequests of the walk: from requests told once to what is left of them after some steps."""

from functools import cache, partial

from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.motion.kick.ball_approach import ApproachParameters, BallApproach, Stance
from kickabout.motion.kick.walk_kick import KickPlanner, load_walk_kick
from kickabout.motion.walk.gait import Feet, StepPlan
from kickabout.motion.walk.step_limits import Speed
from kickabout.motion.walk.walk_path import next_point
from kickabout.motion.walk.walker import STAY, KickMaker, WalkCommand, WalkerParameters
from kickabout.representations import KickRequest, Motion, MotionRequest, PathCorner, WalkMode
from kickabout.soccer.kick_catalogue import kick_catalogue

Here = Pose2[Robot, Robot]
STAYS: Here = Pose2()
WALK, STEP, TARGET = Motion.WALK, WalkMode.STEP, WalkMode.TARGET
BALL, RELATIVE_SPEED = WalkMode.BALL, WalkMode.RELATIVE_SPEED


class WalkWishes:
    """Targets, paths and balls count from the moment they are told; odometry brings them nearer.

    A new value replaces the old one, so requests may be repeated and may come from slower threads.
    """

    def __init__(self, hip_offset: float) -> None:
        self.hip_offset = hip_offset
        self.told = MotionRequest()
        self.since: Here = Pose2()  # the way since the target was told
        self.since_kick: Here = Pose2()  # the same for the ball of a kick
        self.last_kick_at = -1e9  # s
        self.kick_name = ""
        self.approach = BallApproach(ApproachParameters())
        self._planners: dict[tuple[str, bool], KickPlanner] = {}

    @property
    def target(self) -> Here:
        """What is left to the target."""
        return self.since.inverse() @ self.told.walk.target_in_robot

    def moved(self, step: Here, *, kicking: bool, now: float) -> None:
        """The robot made its way for one frame."""
        if step != STAYS:
            self.since = self.since @ step
            if self.told.kick is not None:
                self.since_kick = self.since_kick @ step
        if kicking:
            self.last_kick_at = now

    def of(
        self,
        request: MotionRequest,
        figures: WalkerParameters,
        *,
        turn_correction: float,
        may_kick: bool,
    ) -> WalkCommand:
        """What to do now."""
        self.listen(request)
        if request.motion is not WALK:
            return STAY
        kick = self._kick_maker(request.kick) if request.kick and may_kick else None
        walk = request.walk
        if walk.mode is BALL:
            return self._towards_ball(request, kick)
        speed = Speed(walk.speed.x, walk.speed.y, walk.speed.theta)
        if walk.mode is STEP:
            return WalkCommand(stand=False, step=speed, kick=kick)
        if walk.mode is TARGET:
            return self._towards_target(request, kick)
        if walk.mode is RELATIVE_SPEED:
            largest = figures.limits.largest(speed)
            speed = Speed(speed.x * largest.x, speed.y * largest.y, speed.turn * largest.turn)
        return WalkCommand(stand=False, speed=speed, turn_correction=turn_correction, kick=kick)

    def listen(self, request: MotionRequest) -> None:
        """From now on counts what is left of this request."""
        if request is self.told:
            return
        if request.walk != self.told.walk:
            self.since = Pose2()
        if request.kick != self.told.kick:
            self.since_kick = Pose2()
        if request.walk.mode is not BALL or request.motion is not WALK:
            self.approach.reset()
        self.told = request

    def _towards_ball(self, request: MotionRequest, kick: KickMaker | None) -> WalkCommand:
        """At the ball by steps of its own, from farther away as to any target."""
        told = request.kick
        if told is None:
            return self._towards_target(request, None)
        ball, direction = self._ball_now(told)
        stance = _stance(told.name, told.left, told.align_precisely)
        wish = self.approach.wish(ball, direction, stance, kick)
        return self._towards_target(request, None) if wish is None else wish

    def _ball_now(self, told: KickRequest) -> tuple[tuple[float, float], float]:
        """Where the ball of a kick is after the way since it was told, and where it shall go."""
        to_here = self.since_kick.inverse()
        ball: Vector2[Robot] = to_here @ told.ball_in_robot
        return (ball.x, ball.y), wrapped(told.direction_in_robot + to_here.theta)

    def _towards_target(self, request: MotionRequest, kick: KickMaker | None) -> WalkCommand:
        walk, left = request.walk, self.target
        place = (left.x, left.y, left.theta)
        to_here = self.since.inverse()
        corners = tuple(
            PathCorner(
                center_in_robot=to_here @ corner.center_in_robot,
                radius=corner.radius,
                clockwise=corner.clockwise,
            )
            for corner in walk.path
        )
        share = walk.speed
        return WalkCommand(
            stand=False,
            target=place,
            via=next_point(corners, place) if corners else None,
            share=Speed(abs(share.x), abs(share.y), abs(share.theta)),
            keep_heading=walk.keep_heading,
            kick=kick,
        )

    def _kick_maker(self, request: KickRequest) -> KickMaker:
        key = (request.name, request.left)
        if key not in self._planners:
            self._planners[key] = KickPlanner(
                load_walk_kick(request.name), left=request.left, hip_offset=self.hip_offset
            )
        self.kick_name = request.name
        return partial(self._steps, self._planners[key], request)

    def _steps(
        self, planner: KickPlanner, request: KickRequest, feet: Feet, left_swings: bool
    ) -> tuple[StepPlan, ...]:
        ball, direction = self._ball_now(request)
        return planner.steps(feet, left_swings, ball=ball, direction=direction)


@cache
def _stance(name: str, left: bool, stands: bool) -> Stance:
    entry = kick_catalogue().kick(name, walking=not stands)
    ball = entry.ball_in_robot(left)
    return Stance(ball=(ball.x, ball.y), turn=entry.direction_of(left), stands=stands)
