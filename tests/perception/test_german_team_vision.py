"""Do GermanTeam's detectors find ball, flags, goals and robots in rendered images?"""

import itertools
import math

import numpy as np
import pytest
from tests.perception.four_legged import hall, percepts, shot, vision

from kickabout.evaluation.perception.color_vision import findings
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.geometry import Robot, Vector2
from kickabout.recording.format.codec import decoded, encoded
from kickabout.representations import BlobsPercept, CameraInfo, CameraMatrix, Seen
from kickabout.representations.field import Landmark

FIELD = hall().field


def towards(x: float, y: float, target: tuple[float, float]) -> float:
    return math.atan2(target[1] - y, target[0] - x)


def camera_distance(image: LabeledImage, point: tuple[float, float]) -> float:
    assert image.robot_to_field is not None
    x, y = image.robot_to_field.inverse() @ Vector2(*point)
    return math.dist((x, y), image.camera_to_robot.translation[:2].tolist())


def on_field_near(
    flag: Landmark, distance: float, random: np.random.Generator
) -> tuple[float, float]:
    """Return a random position on the field at a distance from a flag."""
    while True:
        angle = random.uniform(-math.pi, math.pi)
        x = flag.position[0] + distance * math.cos(angle)
        y = flag.position[1] + distance * math.sin(angle)
        if abs(x) < 1.3 and abs(y) < 0.85:
            return x, y


def bearing(image: LabeledImage, point: tuple[float, float]) -> float:
    """Return the true direction from the camera to a point of the field, in the robot's frame."""
    assert image.robot_to_field is not None
    x, y = image.robot_to_field.inverse() @ Vector2(*point)
    return math.atan2(
        y - image.camera_to_robot.translation[1], x - image.camera_to_robot.translation[0]
    )


@pytest.mark.parametrize("flag", FIELD.landmarks, ids=lambda flag: str(flag.name))
def test_each_flag_is_recognized_however_the_head_is_turned(flag: Landmark) -> None:
    random, found, edges = np.random.default_rng(3), 0, []
    far = 2.1 if flag.position[0] == 0.0 else 3.0
    for distance in np.linspace(0.5, far, 6).tolist():
        for _ in range(3):
            x, y = on_field_near(flag, distance, random)
            pan, roll = random.uniform(-0.8, 0.8), random.uniform(-0.35, 0.35)
            heading = towards(x, y, flag.position) - pan
            image = shot((x, y, heading), head=(0.2 / distance, pan, roll))
            known = {landmark.name: landmark for landmark in percepts(image).landmarks.landmarks}
            seen = known.get(flag.name)
            if seen is None:
                continue
            found += 1
            # The edges are those of a cylinder, seen at a right angle to its axis.
            middle = bearing(image, flag.position)
            half = math.asin(flag.radius / camera_distance(image, flag.position))
            for side, measured in ((1.0, seen.left_bearing), (-1.0, seen.right_bearing)):
                if measured is not None:
                    edges.append(abs(math.degrees(measured - middle - side * half)))
    assert found >= 17
    assert len(edges) >= 30
    assert np.quantile(edges, 0.9) < 2.0


def test_a_flag_at_the_edge_of_the_image_keeps_only_its_inner_edge() -> None:
    x, y = FIELD.landmarks[1].position  # left flag of the sky-blue goal
    heading = towards(0.5, 0.0, (x, y))
    image = shot((0.5, 0.0, heading - 0.475))
    flags = percepts(image).landmarks.landmarks
    assert [flag.name for flag in flags] == [FIELD.landmarks[1].name]
    assert flags[0].left_bearing is None
    assert flags[0].right_bearing is not None


def test_a_goal_gives_its_posts_and_distance() -> None:
    image = shot((0.2, 0.1, 0.0))
    (goal,) = percepts(image).goals.goals
    assert goal.color == "sky_blue"
    assert goal.left_is_post
    assert goal.right_is_post
    inner = FIELD.goal.inner_half_width
    assert goal.left_bearing == pytest.approx(bearing(image, (1.4, inner)), abs=math.radians(2))
    assert goal.right_bearing == pytest.approx(bearing(image, (1.4, -inner)), abs=math.radians(2))
    assert goal.distance == pytest.approx(1.5 - image.camera_to_robot.translation[0], rel=0.1)


def test_robots_in_front_of_a_goal_do_not_change_its_posts() -> None:
    inner = FIELD.goal.inner_half_width
    for y in (-0.1, 0.0, 0.1):
        image = shot((-0.1, 0.0, 0.0), others=((0.55, y, 1.5), (1.2, 0.5 * y, 2.0)))
        (goal,) = percepts(image).goals.goals
        left, right = (bearing(image, (1.4, side * inner)) for side in (1.0, -1.0))
        assert goal.left_bearing == pytest.approx(left, abs=math.radians(3))
        assert goal.right_bearing == pytest.approx(right, abs=math.radians(3))


def test_balls_are_placed_within_a_tenth_of_their_distance() -> None:
    random, errors = np.random.default_rng(5), []
    for distance, side in itertools.product(np.linspace(0.25, 2.0, 8), (-0.3, 0.0, 0.3)):
        tilt = -math.atan2(0.1, distance - 0.15) + random.uniform(-0.15, 0.15)
        roll = random.uniform(-0.2, 0.2)
        x, y = -0.8 + distance * math.cos(side), distance * math.sin(side)
        image = shot((-0.8, 0.0, 0.0), ball=(x, y), head=(tilt, side, roll))
        ball = percepts(image).ball
        assert ball.seen is Seen.YES
        assert image.ball_in_robot is not None
        true: Vector2[Robot] = Vector2.from_array(image.ball_in_robot[:2])
        errors.append(math.hypot(*(ball.position_in_robot - true)) / distance)
        assert (np.linalg.eigvalsh(ball.covariance) > 0.0).all()
    assert np.median(errors) < 0.03
    assert max(errors) < 0.1


def test_robots_are_found_with_direction_and_distance() -> None:
    errors, turns = [], []
    for distance, turn in itertools.product((0.5, 0.8, 1.1, 1.4), (0.3, 1.6, 2.9, 4.4)):
        image = shot((-0.7, 0.0, 0.0), head=(-0.1, 0.0, 0.0), others=((distance - 0.7, 0.0, turn),))
        robots = percepts(image).robots.robots
        near = min(robots, key=lambda robot: abs(robot.position_in_robot.y))
        x, y = near.position_in_robot
        errors.append(math.hypot(x, y) / distance - 1.0)
        turns.append(math.degrees(abs(math.atan2(y, x))))
    assert np.median(np.abs(errors)) < 0.3
    assert np.median(turns) < 5.0


def test_no_detector_reports_what_is_not_there() -> None:
    """A robot in a corner that looks at a wall."""
    seen = percepts(shot((1.0, 0.6, 0.0), head=(-0.5, 0.9, 0.0)))
    assert seen.ball.seen is Seen.NO
    assert not seen.robots.robots


def test_recorded_blobs_give_the_same_percepts() -> None:
    image = shot((0.0, 0.2, 0.1), ball=(0.6, 0.1), others=((0.9, -0.2, 1.0),))
    found = percepts(image)
    blobs = decoded(encoded(found.blobs), BlobsPercept)
    copy = LabeledImage(
        image=image.image,
        info=decoded(encoded(image.info), CameraInfo),
        matrix=decoded(encoded(image.matrix), CameraMatrix),
        camera_to_robot=image.camera_to_robot,
    )
    again = vision().detected(found.runs, blobs, copy)
    for name in ("ball", "robots", "landmarks", "goals"):
        assert encoded(getattr(again, name)) == encoded(getattr(found, name))
    assert again.landmarks.landmarks
    assert again.ball.seen is Seen.YES


@pytest.mark.slow
def test_random_scenes_meet_the_goals_of_the_bench() -> None:
    found = [f for image in hall(91).images(60) for f in findings(image, percepts(image))]
    for sort, most in (("ball", 1.5), ("flag", 3.0), ("goal", 3.0)):
        near = [f for f in found if f.sort == sort and f.visible and f.distance <= most]
        assert len(near) >= 10
        assert sum(f.found for f in near) >= 0.9 * len(near)
    assert sum(f.wrong for f in found if f.sort in ("ball", "flag", "goal")) <= 2
