"""The world model: all that behavior may know, and the quantities it derives from that."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kickabout.behavior.engines.layers import quantity
from kickabout.framework import FrameInfo, frozen, inputs, once
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import (
    BallModel,
    BehaviorRequest,
    FallState,
    FieldDimensions,
    GameInfo,
    GameState,
    GameStateModel,
    Motion,
    MotionState,
    ObstacleKind,
    ObstacleModel,
    Penalty,
    PlayerInfo,
    RobotPose,
    TeamSeen,
)

NOTHING_FORCED = BehaviorRequest()
NEVER = 999.0  # s, of what has not happened yet
FAR = 99.0  # m, of what is not known
ROBOTS = (ObstacleKind.ROBOT, ObstacleKind.FALLEN_ROBOT)


@inputs
@frozen
class WorldInputs:
    """The representations that form the world model."""

    player: PlayerInfo
    field: FieldDimensions
    game: GameInfo
    state: GameStateModel
    pose: RobotPose
    ball: BallModel
    obstacles: ObstacleModel
    fall: FallState
    motion: MotionState
    request: BehaviorRequest = NOTHING_FORCED


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Distances and times that the quantities depend on."""

    forget_ball_after: float  # s
    opponent_near_ball: float  # m
    catch_ahead: tuple[float, float]  # m, range of x of a ball that can be caught
    catch_aside: float  # m, maximum distance from the robot's middle
    robot_forgotten_after: float  # s
    reach: float  # m, distance to the ball from which on a kick is chosen
    grabs: bool  # take the ball before a kick, unless an opponent is near


@dataclass
class GermanTeamWorld:
    """The world of one cycle, in the robot's frame and in that of the field."""

    frame: FrameInfo
    given: WorldInputs
    limits: Limits

    # where everything is

    @once
    def pose(self) -> Pose2[Robot, Field]:
        return self.given.pose.robot_to_field

    @once
    def field(self) -> FieldDimensions:
        return self.given.field

    @once
    def ball_in_robot(self) -> Vector2[Robot]:
        return self.given.ball.position_in_robot

    @once
    def ball(self) -> Vector2[Field]:
        return self.pose @ self.ball_in_robot

    @once
    def own_goal(self) -> Vector2[Field]:
        return Vector2(-self.field.goal_line_x, 0.0)

    @once
    def opponent_goal(self) -> Vector2[Field]:
        return Vector2(self.field.goal_line_x, 0.0)

    @once
    def opponents(self) -> Sequence[Vector2[Robot]]:
        """Return the robots that are not known to be teammates."""
        return [o for o, team in self._robots if team is not TeamSeen.OWN]

    @once
    def others(self) -> Sequence[Vector2[Robot]]:
        return [o for o, _ in self._robots]

    @once
    def _robots(self) -> Sequence[tuple[Vector2[Robot], TeamSeen]]:
        oldest = self.frame.time - self.limits.robot_forgotten_after
        return [
            (obstacle.center_in_robot, obstacle.team)
            for obstacle in self.given.obstacles.obstacles
            if obstacle.kind in ROBOTS and obstacle.last_seen_at >= oldest
        ]

    # the game

    @once
    def state(self) -> GameState:
        return self.given.state.state

    @once
    def penalty(self) -> Penalty:
        """Return this robot's penalty; robots without radio know of none."""
        own = self.given.game.data.team(self.given.player.team)
        known = own is not None and self.given.game.received
        return own.player(self.given.player.number).penalty if own and known else Penalty.NONE

    @quantity
    def game_is_running(self) -> bool:
        """Whether this robot plays: it was started, and has no penalty."""
        return self.state is GameState.PLAYING and self.penalty is Penalty.NONE

    @quantity
    def time_since_start(self) -> float:
        """Time since the state of the game changed, in s."""
        return min(NEVER, self.frame.time - self.given.state.since)

    @quantity
    def ball_is_free(self) -> bool:
        """Whether this team may play the ball."""
        return self.given.state.ball_is_free

    @quantity
    def is_own_kickoff(self) -> bool:
        """Whether the game was started with our kick-off."""
        return self.given.state.own_kick is True

    # the ball

    @quantity
    def time_since_ball_seen(self) -> float:
        """Time since the ball was last seen, in s."""
        ball = self.given.ball
        return min(NEVER, self.frame.time - ball.last_seen_at) if ball.known else NEVER

    @quantity
    def knows_ball(self) -> bool:
        """Whether the ball was seen so recently that it is probably still there."""
        return self.time_since_ball_seen < self.limits.forget_ball_after

    @quantity
    def distance_to_ball(self) -> float:
        """Distance to the ball, in m."""
        return self.ball_in_robot.norm

    @quantity
    def angle_to_ball(self) -> float:
        """Direction to the ball relative to the robot, in rad."""
        return math.atan2(self.ball_in_robot.y, self.ball_in_robot.x)

    @quantity
    def absolute_angle_to_ball(self) -> float:
        """Direction to the ball on the field, in rad."""
        return wrapped(self.pose.theta + self.angle_to_ball)

    @quantity
    def ball_x(self) -> float:
        """Position of the ball along the field, positive in the opponents' half, in m."""
        return self.ball.x

    @quantity
    def ball_y(self) -> float:
        """Position of the ball across the field, positive to the left, in m."""
        return self.ball.y

    @quantity
    def ball_is_in_own_half(self) -> bool:
        """Whether the ball is in our half."""
        return self.ball.x < 0.0

    @quantity
    def distance_of_ball_to_own_goal(self) -> float:
        """Distance of the ball to the middle of our goal, in m."""
        return self.ball.distance_to(self.own_goal)

    @quantity
    def ball_is_in_own_goal_area(self) -> bool:
        """Whether the ball is in our goal area, or nearly so."""
        margin = 0.1
        x, y = self.field.goal_area_x - margin, self.field.goal_area_y + margin
        return self.ball.x < -x and abs(self.ball.y) < y

    @quantity
    def ball_is_in_catch_range(self) -> bool:
        """Whether the ball lies where it can be grabbed."""
        x, y = self.ball_in_robot
        low, high = self.limits.catch_ahead
        return low < x < high and abs(y) < self.limits.catch_aside

    @quantity
    def ball_is_in_reach(self) -> bool:
        """Whether the ball is so close that a kick can be chosen."""
        return self.distance_to_ball < self.limits.reach

    @quantity
    def distance_of_opponent_to_ball(self) -> float:
        """Distance of the nearest opponent to the ball, in m."""
        distances = [other.distance_to(self.ball_in_robot) for other in self.opponents]
        return min(distances, default=FAR)

    @quantity
    def opponent_is_near_ball(self) -> bool:
        """Whether an opponent is so close to the ball that there is no time to grab it."""
        return self.distance_of_opponent_to_ball < self.limits.opponent_near_ball

    @quantity
    def number_of_opponents(self) -> int:
        """Number of opponents that this robot knows of."""
        return len(self.opponents)

    # this robot

    @quantity
    def distance_to_own_goal(self) -> float:
        """Distance to the middle of our goal, in m."""
        return self.pose.position.distance_to(self.own_goal)

    @quantity
    def distance_to_center_of_own_half(self) -> float:
        """Distance to the middle of our half, in m."""
        return self.pose.position.distance_to(Vector2(-0.5 * self.field.goal_line_x, 0.0))

    @quantity
    def angle_to_opponent_goal(self) -> float:
        """Direction to the middle of the opponents' goal relative to the robot, in rad."""
        return wrapped((self.opponent_goal - self.pose.position).angle - self.pose.theta)

    @quantity
    def is_upright(self) -> bool:
        """Whether the robot stands on its feet."""
        return self.given.fall.phase.on_feet

    @quantity
    def holds_ball(self) -> bool:
        """Whether the robot carries out a grab, or holds what it has grabbed."""
        return self.given.motion.motion is Motion.SPECIAL

    @quantity
    def is_kicking(self) -> bool:
        """Whether a kick or a special motion is carried out."""
        return self.given.motion.motion in (Motion.KICK, Motion.SPECIAL)

    @quantity
    def direction_of_kick(self) -> float:
        """Direction on the field in which the ball should be kicked, in rad."""
        field, ball = self.field, self.ball
        if ball.x < -0.3 * field.goal_line_x:  # forward, to where the striker waits
            target: Vector2[Field] = Vector2(0.4 * field.goal_line_x, 0.6 * ball.y)
        else:
            opening = 0.4 * field.goal.inner_half_width
            y = max(-opening, min(opening, ball.y))
            target = Vector2(field.goal_line_x + 0.1, y)
        return (target - ball).angle

    @quantity
    def angle_of_kick(self) -> float:
        """Direction in which the ball should be kicked, relative to the robot, in rad."""
        return wrapped(self.direction_of_kick - self.pose.theta)
