"""Going to the ball and kicking it in a direction."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.behavior.bhuman.skills.body import Stand, WalkAtSpeed
from kickabout.behavior.bhuman.skills.look import LookActively, LookAtBall
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.engines.cards import configured, memory, state
from kickabout.behavior.shared.tactical.kicks import Kick, better_foot, kick_pose
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import KickRequest, Motion, MotionRequest, WalkMode, WalkRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class KickParameters:
    behind: float = param(
        0.3, unit="m", low=0.1, doc="distance behind the ball from which to align"
    )
    behind_pose: float = param(
        0.15, unit="m", low=0.0, doc="distance behind the kick pose from which to align"
    )
    aside: float = param(0.3, unit="rad", low=0.0, doc="turn beyond which a kick is not straight")
    circle_within: float = param(
        0.55, unit="m", low=0.2, doc="distance within which the robot circles the ball"
    )
    circle_radius: float = param(
        0.3, unit="m", low=0.15, doc="distance to the ball while circling it"
    )
    circle_speed: float = param(
        0.18, unit="m/s", low=0.05, doc="sideways speed while circling the ball"
    )
    align_angle: float = param(
        0.6, unit="rad", low=0.0, doc="angle off the line at which aligning begins"
    )
    lost_angle: float = param(
        1.0, unit="rad", low=0.0, doc="angle off the line at which aligning ends"
    )
    align_within: float = param(
        0.5, unit="m", low=0.1, doc="distance to the ball at which aligning begins"
    )
    lost_beyond: float = param(
        0.8, unit="m", low=0.1, doc="distance to the ball at which aligning ends"
    )
    kick_angle: float = param(0.35, unit="rad", low=0.0, doc="maximum heading error of a kick")
    kick_aside: float = param(0.03, unit="m", low=0.0, doc="maximum lateral error of a kick")
    run_up: float = param(0.045, unit="m", low=0.0, doc="distance of run-up of a straight kick")
    run_up_aside: float = param(0.015, unit="m", low=0.0, doc="distance of run-up of other kicks")
    precise: float = param(
        0.025, unit="m", low=0.0, doc="maximum position error of a standing kick"
    )
    careful_within: float = param(
        0.2,
        unit="m",
        low=0.0,
        doc="distance to the pose of a standing kick within which to slow down",
    )
    careful: float = param(
        0.4, low=0.1, high=1.0, doc="fraction of the maximum speed near the pose of a standing kick"
    )
    precise_turn: float = param(
        0.09, unit="rad", low=0.0, doc="maximum heading error of a standing kick"
    )
    align_timeout: float = param(
        4.0, unit="s", low=0.0, doc="time of aligning after which to walk into the ball"
    )
    predict: float = param(
        0.5, low=0.0, high=1.0, doc="fraction of the ball's remaining path that is predicted"
    )
    hand_over: float = param(
        0.7, unit="m", low=0.3, doc="distance to the ball at which motion takes over"
    )
    take_back: float = param(
        0.9, unit="m", low=0.3, doc="distance to the ball at which behavior takes over again"
    )
    motion_timeout: float = param(
        12.0, unit="s", low=0.0, doc="time without a kick after which to walk into the ball"
    )


class GoToBallAndKick(Skill):
    """Walks behind the ball, aligns and kicks. Done when the kick has begun.

    If motion walks to the ball by itself, this skill only requests the kick.
    """

    kick: Kick
    direction: float  # rad in the field
    left_foot: bool | None = None  # None: the nearer foot
    parameters = configured(KickParameters)
    has_begun = memory(False)
    left = memory(False)
    kicked_at = memory(-1e9)  # s; time of the previous kick

    @property
    def off_line(self) -> float:
        """Return the angle around the ball between the robot and its start of aligning."""
        from_start = (self.aim - self.start.position).angle
        return wrapped((self.aim - self.world.position).angle - from_start)

    @property
    def off_heading(self) -> float:
        return wrapped(self.direction - self.kick.turned(self.left) - self.world.pose.theta)

    @property
    def aim(self) -> Vector2[Field]:
        """Return where the robot will meet the ball."""
        world = self.world
        return world.ball.interpolated(world.ball_end, self.parameters.predict)

    @property
    def pose(self) -> Pose2[Robot, Field]:
        return kick_pose(self.aim, self.direction, self.kick, self.left)

    @property
    def start(self) -> Pose2[Robot, Field]:
        """Return where aligning begins: behind the ball, or behind the pose of a turned kick."""
        f, heading = self.parameters, wrapped(self.direction - self.kick.turned(self.left))
        if abs(self.kick.turn) > f.aside:
            position = self.pose @ Vector2[Robot](-f.behind_pose, 0.0)
        else:
            position = self.aim - Vector2.from_polar(f.behind, self.direction)
        return Pose2.from_position(position, heading)

    def is_behind(self) -> bool:
        f, near = self.parameters, self.world.ball_distance < self.parameters.align_within
        if self.world.motion_goes_to_ball:
            return False
        return near and abs(self.off_line) < f.align_angle and abs(self.off_heading) < 0.9

    def may_hand_over(self) -> bool:
        near = self.world.ball_distance < self.parameters.hand_over
        return near and self.world.motion_goes_to_ball

    def is_far_again(self) -> bool:
        return self.world.ball_distance > self.parameters.take_back

    def has_motion_timed_out(self) -> bool:
        return self.state_time > self.parameters.motion_timeout

    def has_lost_line(self) -> bool:
        f, far = self.parameters, self.world.ball_distance > self.parameters.lost_beyond
        return far or abs(self.off_line) > f.lost_angle or abs(self.off_heading) > 1.3

    def may_kick_from_stand(self) -> bool:
        if self.kick.walking:
            return False
        left = self.world.field_to_robot @ self.pose
        f = self.parameters
        return left.position.norm < f.precise and abs(left.theta) < f.precise_turn

    def is_kicking(self) -> bool:
        motion = self.world.body.motion
        return motion.motion is Motion.KICK or motion.last_kick_at > self.kicked_at

    def is_over(self) -> bool:
        return self.state_time > 0.3 and self.world.body.motion.motion is not Motion.KICK

    def has_not_begun(self) -> bool:
        return self.state_time > 2.0

    def has_aligning_timed_out(self) -> bool:
        return self.state_time > self.parameters.align_timeout

    def prepare(self) -> None:
        world = self.world
        self.requests.shooting_to = world.ball + Vector2.from_polar(self.kick.reach, self.direction)
        if not self.has_begun:
            self.kicked_at = world.body.motion.last_kick_at
        if self.left_foot is not None:
            self.left = self.left_foot
        elif not self.has_begun or world.ball_distance > 0.4:  # near the ball, keep the foot
            self.left = better_foot(world.pose, self.aim, self.direction, self.kick)
        self.has_begun = True

    @state(initial=True, to={"leave_to_motion": may_hand_over, "align": is_behind})
    def approach(self) -> None:
        self.kicked_at = self.world.body.motion.last_kick_at
        f = self.parameters
        self.call(LookActively())
        if self._may_circle() and abs(self.off_line) > 0.5 * f.align_angle:
            self._circle()
            return
        self.call(WalkToPoint(target=self.start, around_ball=True))

    @state(to={"done": is_kicking, "approach": is_far_again, "push": has_motion_timed_out})
    def leave_to_motion(self) -> None:
        self.call(LookAtBall())
        self.requests.walking_to = self.pose
        target = self.world.field_to_robot @ self.start
        walk = WalkRequest(mode=WalkMode.BALL, target_in_robot=target)
        self.requests.motion = MotionRequest(motion=Motion.WALK, walk=walk, kick=self._request())

    @state(
        to={
            "done": is_kicking,
            "approach": has_lost_line,
            "strike": may_kick_from_stand,
            "push": has_aligning_timed_out,
        }
    )
    def align(self) -> None:
        self.call(LookAtBall())
        self.requests.walking_to = self.pose
        position = self.world.field_to_robot @ self.pose
        walk = WalkRequest(
            mode=WalkMode.TARGET,
            speed=self._speed(position.position.norm),
            target_in_robot=position @ Pose2[Robot, Robot](-self._run_up(), 0.0, 0.0),
            keep_heading=True,
        )
        f = self.parameters
        aligned = abs(position.y) < f.kick_aside and abs(self.off_heading) < f.kick_angle
        kick = self._request() if self.kick.walking and aligned else None
        self.requests.motion = MotionRequest(motion=Motion.WALK, walk=walk, kick=kick)

    def _run_up(self) -> float:
        if not self.kick.walking:
            return 0.0
        f = self.parameters
        return f.run_up_aside if abs(self.kick.turn) > f.aside else f.run_up

    def _speed(self, distance: float) -> Pose2[Robot, Robot]:
        """Return the speed: slow near a standing kick, where toes nearly touch the ball."""
        f = self.parameters
        fraction = f.careful if not self.kick.walking and distance < f.careful_within else 1.0
        return Pose2(fraction, fraction, 1.0)

    @state(to={"done": is_kicking, "approach": has_not_begun})
    def strike(self) -> None:
        self.call(LookAtBall())
        self.requests.motion = MotionRequest(motion=Motion.KICK, kick=self._request())

    @state(to={"approach": is_over})
    def push(self) -> None:
        bearing = self.world.ball_in_robot.angle
        self.call(LookAtBall())
        self.call(WalkAtSpeed(speed=Pose2(0.2, 0.0, bearing)))

    @state(target=True, to={"approach": is_over})
    def done(self) -> None:
        self.call(LookAtBall())
        if self.kick.walking:
            self.call(WalkAtSpeed(speed=Pose2(0.1, 0.0, 0.0)))
        else:
            self.call(Stand())  # motion finishes the kick first

    def _request(self) -> KickRequest:
        return KickRequest(
            name=self.kick.name,
            left=self.left,
            ball_in_robot=self.world.field_to_robot @ self.aim,
            direction_in_robot=wrapped(self.direction - self.world.pose.theta),
            distance=self.kick.reach,
            align_precisely=not self.kick.walking,
        )

    def _may_circle(self) -> bool:
        """Return whether the robot is near the ball and no goal post is."""
        f, world = self.parameters, self.world
        if world.ball_distance > f.circle_within:
            return False
        posts = (body for body in world.obstacles if not body.is_robot)
        return all(post.position.distance_to(world.ball) > f.circle_within for post in posts)

    def _circle(self) -> None:
        """Walk sideways around the ball while facing it."""
        f, ball = self.parameters, self.world.ball_in_robot
        aside = math.copysign(f.circle_speed, self.off_line) * max(0.0, math.cos(ball.angle))
        distance = max(0.15, ball.norm)
        inward = max(-0.15, min(0.15, distance - f.circle_radius))
        velocity: Vector2[Robot] = Vector2(inward, aside).rotated(ball.angle)
        turn = 1.5 * ball.angle - aside / distance
        self.requests.walking_to = self.pose
        self.call(WalkAtSpeed(speed=Pose2(velocity.x, velocity.y, turn)))
