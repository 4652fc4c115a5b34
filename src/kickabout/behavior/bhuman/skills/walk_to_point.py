"""Walking to a pose: around obstacles if it is far, directly if it is near."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.behavior.bhuman.skills.body import Stand
from kickabout.behavior.engines.cards import configured, memory
from kickabout.behavior.shared.navigation.steering_away import steered_away
from kickabout.behavior.shared.surroundings import Lines, circles, terrain
from kickabout.behavior.shared.tactical.positions import away_from
from kickabout.behavior.shared.world_state import FieldObstacle
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import (
    Circle,
    FieldDimensions,
    Motion,
    MotionRequest,
    PathCorner,
    Terrain,
    WalkMode,
    WalkRequest,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkParameters:
    plan_from: float = param(
        0.3, unit="m", low=0.0, doc="distance within which targets are walked to directly"
    )
    robot_room: float = param(0.38, unit="m", low=0.0, doc="distance to another robot's center")
    elbow_room: float = param(
        0.32, unit="m", low=0.0, doc="distance to another robot within which to step aside first"
    )
    fight_within: float = param(
        0.5, unit="m", low=0.0, doc="distance to the ball within which not to give way to opponents"
    )
    aside: float = param(0.3, unit="m", low=0.0, doc="length of a step aside")
    post_room: float = param(0.28, unit="m", low=0.0, doc="distance to the center of a goal post")
    ball_room: float = param(0.28, unit="m", low=0.0, doc="distance to a ball to be walked around")
    clear_room: float = param(
        0.9, unit="m", low=0.75, doc="distance to the ball while the opponents have the kick"
    )
    corner_room: float = param(
        0.15, unit="m", low=0.0, doc="distance to the corners of our goal area"
    )
    margin: float = param(
        0.45, unit="m", low=0.0, doc="width of the area beyond the lines that may be walked on"
    )
    arrived: float = param(
        0.08, unit="m", low=0.0, doc="position error at which the target is reached"
    )
    arrived_turn: float = param(
        0.15, unit="rad", low=0.0, doc="heading error at which the target is reached"
    )
    leave: float = param(
        0.2, unit="m", low=0.0, doc="position error at which a robot at its target walks again"
    )
    leave_turn: float = param(
        0.4, unit="rad", low=0.0, doc="heading error at which a robot at its target turns again"
    )


class WalkToPoint(Skill):
    """Walks to a pose; done when there. Keeps away from the ball at opponents' kicks."""

    target: Pose2[Robot, Field]
    speed: float = 1.0  # fraction of the maximum
    around_ball: bool = False
    avoid_own_area: bool = False

    parameters = configured(WalkParameters)
    is_there = memory(False)

    def execute(self) -> None:
        target = self._allowed()
        self.requests.walking_to = target
        left = self.world.field_to_robot @ target
        distance, turn = left.position.norm, abs(wrapped(left.theta))
        f = self.parameters
        near, parallel = (f.leave, f.leave_turn) if self.is_there else (f.arrived, f.arrived_turn)
        self.is_there = distance < near and turn < parallel
        if self.is_there:
            self.call(Stand())
            self.finish()
            return
        path: tuple[PathCorner, ...] = ()
        if distance > f.plan_from:
            plan = self.world.planner.plan(
                self.world.pose, target, list(self._circles(target)), self._terrain(target)
            )
            self.requests.path = plan
            path = plan.corners
        fraction: Pose2[Robot, Robot] = Pose2(self.speed, self.speed, 1.0)
        walk = WalkRequest(mode=WalkMode.TARGET, speed=fraction, target_in_robot=left, path=path)
        if (aside := self._aside(left.position)) is not None:
            target_in_robot = Pose2[Robot, Robot].from_position(aside, 0.0)
            walk = WalkRequest(
                mode=WalkMode.TARGET,
                speed=fraction,
                target_in_robot=target_in_robot,
                keep_heading=True,
            )
        self.requests.motion = MotionRequest(motion=Motion.WALK, walk=walk)

    def _aside(self, to_target: Vector2[Robot]) -> Vector2[Robot] | None:
        """Return where to step first if another robot is so near that arms would touch."""
        f, world = self.parameters, self.world
        near = [body for body in world.obstacles if body.is_robot and not self._fights(body)]
        if not near:
            return None
        nearest = min(near, key=lambda body: body.position.distance_to(world.position))
        step = to_target.normalized() * f.aside
        aside = steered_away(step, world.field_to_robot @ nearest.position, f.elbow_room)
        return None if aside is step else aside

    def _fights(self, body: FieldObstacle) -> bool:
        """Return whether the ball is so near that contact with this robot is accepted."""
        world = self.world
        if not world.is_ball_known or world.ball_distance > self.parameters.fight_within:
            return False
        is_nearer = body.position.distance_to(world.ball) < world.ball_distance
        return not (body.is_teammate and is_nearer)

    def _allowed(self) -> Pose2[Robot, Field]:
        """Return the target, or the nearest position that is allowed."""
        if self.world.may_play_ball or not self.world.is_ball_known:
            return self.target
        room = self.parameters.clear_room + 0.05
        position = away_from(self.target.position, self.world.ball, room, self.world.own_goal)
        return Pose2.from_position(position, self.target.theta)

    def _circles(self, target: Pose2[Robot, Field]) -> Iterator[Circle]:
        f, world = self.parameters, self.world
        room = f.ball_room if self.around_ball else 0.0
        yield from circles(
            world,
            robot_room=f.robot_room,
            post_room=f.post_room,
            ball_room=room if world.may_play_ball else f.clear_room,
        )
        if self._goes_around_area(target):
            yield from area_corners(world.field, f.corner_room)

    def _terrain(self, target: Pose2[Robot, Field]) -> Terrain:
        field = self.world.field
        area = own_area(field) if self._goes_around_area(target) else ()
        return terrain(self.world, self.parameters.margin, goal_nets(field) + area)

    def _goes_around_area(self, target: Pose2[Robot, Field]) -> bool:
        """Return whether to avoid our area; not if the robot or its target is inside."""
        field = self.world.field
        inside = is_in_area(self.world.pose, field) or is_in_area(target, field)
        return self.avoid_own_area and not inside


@cache
def goal_nets(field: FieldDimensions) -> Lines:
    """Return the sides of both goals, where the nets are."""
    near, far, y = field.goal.post_x, field.goal.post_x + field.goal.depth, field.goal.post_y
    return tuple((s * near, w * y, s * far, w * y) for s in (1.0, -1.0) for w in (1.0, -1.0))


@cache
def own_area(field: FieldDimensions) -> Lines:
    """Return the lines around our goal area."""
    front, back, y = -field.goal_area_x, -field.goal_line_x, field.goal_area_y
    return (
        (back, y, front, y),
        (front, y, front, -y),
        (front, -y, back, -y),
    )


@cache
def area_corners(field: FieldDimensions, room: float) -> tuple[Circle, ...]:
    """Return circles at the front corners of our goal area, for paths around it."""
    return tuple(
        Circle(center_in_field=Vector2(-field.goal_area_x, side * field.goal_area_y), radius=room)
        for side in (1.0, -1.0)
    )


def is_in_area(pose: Pose2[Robot, Field], field: FieldDimensions) -> bool:
    return pose.x < -field.goal_area_x and abs(pose.y) < field.goal_area_y
