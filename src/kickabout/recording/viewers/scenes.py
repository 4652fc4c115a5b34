"""Three-dimensional scenes: true robots and ball, and what robots believe."""

import math
from collections.abc import Iterator

from foxglove.messages import CubePrimitive, SceneEntity, SceneUpdate, Vector3

from kickabout.geometry import Pose2
from kickabout.recording.viewers.frames import TRUE_BALL, field_of
from kickabout.recording.viewers.shapes import (
    GRAY,
    ORANGE,
    TEAM_COLORS,
    WHITE,
    YELLOW,
    arrow,
    at,
    ball_at,
    color,
    cylinder,
    scene,
    sphere,
    stamp,
    text,
)
from kickabout.representations import (
    BallModel,
    ObstacleModel,
    TeamBall,
)
from kickabout.representations.field import Ball
from kickabout.robots.kind import RobotKind
from kickabout.soccer.colors import on_screen

MIN_SPEED = 0.1  # m/s, of a ball whose velocity is drawn

Found = Iterator[tuple[str, SceneUpdate]]


def of_true_robot(time: int, name: str, kind: RobotKind) -> SceneUpdate:
    """Return the body of a robot, which moves with its true torso."""
    side, _, number = name.partition(" ")
    rgb = TEAM_COLORS.get(side, GRAY)
    body = CubePrimitive(
        pose=at(0.0, 0.0, kind.shape.height / 2.0 - kind.upright.torso_height),
        size=Vector3(x=kind.shape.radius, y=2.0 * kind.shape.half_width, z=kind.shape.height),
        color=color(rgb),
    )
    entity = SceneEntity(
        timestamp=stamp(time),
        frame_id=f"truth/{name.replace(' ', '/')}/torso",
        id=name,
        frame_locked=True,
        cubes=[body],
        texts=[text(number, (0.0, 0.0), kind.shape.height - kind.upright.torso_height + 0.1)],
    )
    return SceneUpdate(deletions=[], entities=[entity])


def of_true_ball(time: int, ball: Ball) -> SceneUpdate:
    rgb = on_screen(ball.color) if ball.color else WHITE
    return scene(time, TRUE_BALL, "ball", spheres=[ball_at(at(0.0, 0.0), ball.radius, rgb)])


def of_believed_robot(time: int, robot: str, kind: RobotKind) -> SceneUpdate:
    """Return a transparent robot where it believes to be, looking along its arrow."""
    rgb = TEAM_COLORS.get(robot.partition("/")[0], GRAY)
    return scene(
        time,
        f"{robot}/robot",
        "robot",
        cylinders=[cylinder((0.0, 0.0), kind.shape.radius, kind.shape.height, rgb, 0.3)],
        arrows=[arrow(Pose2(), 0.35, rgb)],
        texts=[text(robot, (0.0, 0.0), kind.shape.height + 0.1, rgb)],
    )


def of_ball_model(time: int, robot: str, ball: BallModel, radius: float) -> Found:
    spheres, arrows = [], []
    place, velocity = ball.position_in_robot, ball.velocity_in_robot
    if ball.known:
        spheres.append(sphere((place.x, place.y), radius, ORANGE, 0.7))
        speed = math.hypot(velocity.x, velocity.y)
        if speed > MIN_SPEED:
            heading = math.atan2(velocity.y, velocity.x)
            arrows.append(arrow(Pose2(place.x, place.y, heading), speed, ORANGE))
    frame = f"{robot}/robot"
    yield f"{robot}/beliefs/ball", scene(time, frame, "ball", spheres=spheres, arrows=arrows)


def of_team_ball(time: int, robot: str, ball: TeamBall, radius: float) -> Found:
    place = ball.position_in_field
    spheres = [sphere((place.x, place.y), radius, YELLOW, 0.4)] if ball.valid else []
    found = scene(time, field_of(robot), "team ball", spheres=spheres)
    yield f"{robot}/beliefs/team_ball", found


def of_obstacles(time: int, robot: str, model: ObstacleModel, height: float) -> Found:
    cylinders = [
        cylinder((each.center_in_robot.x, each.center_in_robot.y), each.radius, height, GRAY, 0.4)
        for each in model.obstacles
    ]
    found = scene(time, f"{robot}/robot", "obstacles", cylinders=cylinders)
    yield f"{robot}/beliefs/obstacles", found
