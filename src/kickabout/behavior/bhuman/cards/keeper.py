"""Cards of the goalkeeper."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import Dive, MoveArms, Stand, WalkAtSpeed
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.look import LookActively, LookAround, LookAtBall
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.bhuman.tactical.post_clearing import clearing_range
from kickabout.behavior.engines.cards import action_done, configured, memory, negated, state
from kickabout.behavior.shared.tactical.goal_view import AngleRange
from kickabout.behavior.shared.tactical.kicks import WALK_LONG
from kickabout.behavior.shared.tactical.positions import keeper_pose
from kickabout.behavior.shared.tactical.rolling import Crossing, crossing
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2


class KeeperCard(SoccerCard):
    """A card of the goalkeeper."""

    @staticmethod
    def is_possible(world: WorldState) -> bool:
        return world.is_keeper


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchParameters:
    soon: float = param(2.5, unit="s", low=0.0, doc="maximum time until the ball passes the keeper")
    held_for: float = param(
        0.1, unit="s", low=0.0, doc="time that the danger has to last before a dive"
    )
    min_speed: float = param(0.3, unit="m/s", low=0.0, doc="speed below which a ball is no danger")
    middle: float = param(
        0.18, unit="m", low=0.0, doc="lateral distance up to which sitting down is enough"
    )
    reach: float = param(0.65, unit="m", low=0.0, doc="lateral distance that a dive may cover")
    genuflect: str = param("genuflect", doc="key frames for balls in the middle")
    left: str = param("dive_left", doc="key frames for balls on the left")
    right: str = param("dive_right", doc="key frames for balls on the right")
    post_room: float = param(
        0.35, unit="m", low=0.0, doc="distance to a post below which not to dive towards it"
    )


class KeeperCatchBallCard(KeeperCard):
    """Sits down or dives for balls that roll towards the goal, after more than one percept."""

    parameters = configured(CatchParameters)
    chosen = memory("")

    def danger(self) -> Crossing | None:
        """Return where and when the ball will pass the keeper; None if there is no danger."""
        world, f = self.world, self.parameters
        ball = world.balls.own
        if not ball.known or world.own_ball_age > 0.3:
            return None
        deceleration = world.field.ball.deceleration
        found = crossing(ball.position_in_robot, ball.velocity_in_robot, deceleration)
        if found is None or found.after > f.soon or abs(found.aside) > f.reach:
            return None
        fast = ball.velocity_in_robot.norm > f.min_speed
        facing = abs(world.pose.theta) < 0.5 * math.pi
        near_goal = world.position.x < -world.field.goal_area_x + 0.7
        return found if fast and facing and near_goal else None

    def is_danger(self) -> bool:
        return self.danger() is not None

    def has_lasted(self) -> bool:
        return self.is_danger() and self.state_time >= self.parameters.held_for

    def preconditions(self) -> bool:
        return self.is_danger()

    def postconditions(self) -> bool:
        diving = bool(self.chosen)
        return not (diving or self.is_danger())

    @state(initial=True, to={"catch": has_lasted})
    def watch(self) -> None:
        self.call(LookAtBall())
        self.call(MoveArms(left="keeper", right="keeper"))
        self.call(Stand())

    @state(to={"over": action_done})
    def catch(self) -> None:
        self.call(LookAtBall())
        if not self.chosen:
            self.chosen = self._action()
        self.call(Dive(motion_name=self.chosen))

    @state()
    def over(self) -> None:
        self.chosen = ""
        self.call(Stand())

    def _action(self) -> str:
        f, found = self.parameters, self.danger()
        if found is None or abs(found.aside) < f.middle:
            return f.genuflect
        name, side = (f.left, 1.0) if found.aside > 0.0 else (f.right, -1.0)
        goal = self.world.field.goal
        landing = self.world.pose @ Vector2[Robot](0.0, side * 0.5)
        posts = [Vector2[Field](-goal.post_x, w * goal.post_y) for w in (1.0, -1.0)]
        hits = any(landing.distance_to(post) < f.post_room for post in posts)
        return f.genuflect if hits else name


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperSearchParameters:
    steps_out: float = param(2.0, unit="s", low=0.0, doc="time of walking away from the goal first")
    out: float = param(0.15, unit="m", low=0.0, doc="distance to the goal line to search from")


class KeeperSearchForBallCard(KeeperCard):
    """Searches a ball that the team lost from the goal line, without walking backwards."""

    parameters = configured(KeeperSearchParameters)

    def preconditions(self) -> bool:
        return not self.world.is_ball_known

    def has_stepped(self) -> bool:
        return self.state_time > self.parameters.steps_out

    def is_near_goal(self) -> bool:
        return self.world.position.distance_to(self.world.own_goal) < 1.0

    @state(initial=True, to={"line": negated(is_near_goal), "turn": has_stepped})
    def steps_away(self) -> None:
        self.call(LookAround())
        self.call(WalkAtSpeed(speed=Pose2(0.1, 0.0, 0.0)))

    @state(to={"line": has_stepped})
    def turn(self) -> None:
        self.call(LookAround())
        self.call(WalkAtSpeed(speed=Pose2(0.0, 0.0, 1.0)))

    @state()
    def line(self) -> None:
        world = self.world
        self.call(LookAround())
        x = -world.field.goal_line_x + self.parameters.out
        self.call(WalkToPoint(target=Pose2(x, 0.0, 0.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearParameters:
    near: float = param(
        0.9, unit="m", low=0.0, doc="distance from ball to our area at which to begin"
    )
    far: float = param(
        1.2, unit="m", low=0.0, doc="distance from ball to our area at which to give up"
    )
    earlier: float = param(
        1.0, unit="s", low=0.0, doc="time by which the keeper has to be faster than the striker"
    )
    post_near: float = param(
        0.5, unit="m", low=0.0, doc="distance from ball to our post within which to clear outward"
    )
    max_angle: float = param(
        math.radians(60.0),
        unit="rad",
        low=0.0,
        doc="maximum direction of a kick, relative to straight ahead",
    )


class KeeperClearBallCard(KeeperCard):
    """Clears the ball if the keeper is faster than the striker."""

    parameters = configured(ClearParameters)

    def area_distance(self) -> float:
        field, ball = self.world.field, self.world.ball
        x = max(0.0, ball.x + field.goal_area_x)
        y = max(0.0, abs(ball.y) - field.goal_area_y)
        return math.hypot(x, y)

    def is_first(self, lead: float) -> bool:
        world = self.world
        striker = world.teammate(world.others.roles.striker)
        own = world.others.roles.time_to_reach_ball
        if striker is None:
            return True
        other = striker.time_to_reach_ball
        if other is None:
            other = striker.position.distance_to(world.ball) / 0.25
        return own + lead < other

    def may_clear(self) -> bool:
        world = self.world
        slow = world.ball_velocity.norm < 0.5
        return world.is_ball_known and world.may_play_ball and slow

    def preconditions(self) -> bool:
        f = self.parameters
        return self.may_clear() and self.area_distance() < f.near and self.is_first(f.earlier)

    def postconditions(self) -> bool:
        f = self.parameters
        return not (self.may_clear() and self.area_distance() < f.far and self.is_first(0.0))

    def execute(self) -> None:
        world, f = self.world, self.parameters
        goal = world.field.goal
        post: Vector2[Field] = Vector2(-goal.post_x, math.copysign(goal.post_y, world.ball.y))
        if world.ball.distance_to(post) < f.post_near:
            allowed = clearing_range(world.ball, world.field)
        else:
            allowed = AngleRange(-f.max_angle, f.max_angle)
        direction = allowed.nearest((world.ball - world.position).angle)
        self.call(GoToBallAndKick(kick=WALK_LONG, direction=direction))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnParameters:
    far: float = param(1.8, unit="m", low=0.0, doc="distance to the goal at which to return")
    near: float = param(1.0, unit="m", low=0.0, doc="distance to the goal at which the return ends")


class ReturnToGoalCard(KeeperCard):
    """Walks back to the goal."""

    parameters = configured(ReturnParameters)

    def distance(self) -> float:
        return self.world.position.distance_to(self.world.own_goal)

    def preconditions(self) -> bool:
        return self.distance() > self.parameters.far

    def postconditions(self) -> bool:
        return self.distance() < self.parameters.near

    def execute(self) -> None:
        self.call(LookActively())
        goal = self.world.own_goal
        self.call(WalkToPoint(target=Pose2(goal.x + 0.3, goal.y, 0.0), around_ball=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardParameters:
    max_out: float = param(0.4, unit="m", low=0.1, doc="maximum distance from the goal line")
    reach: float = param(0.6, unit="m", low=0.1, doc="distance that a dive covers to one side")


class GuardGoalCard(KeeperCard):
    """Stands on the bisector between ball and posts."""

    parameters = configured(GuardParameters)

    def preconditions(self) -> bool:
        return True

    def execute(self) -> None:
        world, f = self.world, self.parameters
        self.call(LookActively())
        target = keeper_pose(world.ball, world.field, max_out=f.max_out, reach=f.reach)
        self.call(WalkToPoint(target=target, around_ball=True))
