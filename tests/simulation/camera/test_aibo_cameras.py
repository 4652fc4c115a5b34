"""Images of the Aibos' cameras: size, settings, blue corners, noise, a dead camera."""

import dataclasses
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from kickabout.geometry import FloatArray, Pose2, Vector2
from kickabout.perception.camera.camera_settings_chooser import (
    CameraSettingsChooser,
    CameraSettingsChooserParameters,
)
from kickabout.representations import CameraSettings
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

IDS = (RobotId(TeamSide.HOME, 1), RobotId(TeamSide.AWAY, 1))
UPPER, NO_FAULTS = "upper", Faults()


def looking(
    name: str,
    faults: Faults = NO_FAULTS,
    *,
    watcher: int = 0,
    at: tuple[float, float, float] = (-0.9, 0.0, 0.0),
    ball: tuple[float, float] = (-0.3, 0.0),
) -> tuple[Vision, Snapshot]:
    """Return the vision of a robot that looks at the other one."""
    league, kind = load_league("legged2004"), robot_kind(name)
    world = PhysicsWorld(league.field, [kind, kind])
    world.place_robot(watcher, Pose2(*at))
    world.place_robot(1 - watcher, Pose2(0.0, 0.3, 3.0))
    world.place_ball(Vector2(*ball))
    light = hall_light(league.light.intensity, league.light.temperature)
    settings = VisionSettings(light=light, jerseys=("red", "blue"), carpet=league.carpet)
    vision = Vision(
        watcher, IDS, kind=kind, field=league.field, settings=settings, faults=faults, seed=1
    )
    return vision, world.snapshot()


def chosen(**choices: str) -> CameraSettings:
    # Types: the choices are literals of the parameters.
    parameters = CameraSettingsChooserParameters(**choices)  # type: ignore[arg-type]
    return CameraSettingsChooser(parameters).update()


def brightness(picture: CameraPicture) -> float:
    return float(picture.yuyv[..., 0].mean())


@pytest.mark.parametrize(("name", "size"), [("ers7", (160, 208)), ("ers210", (144, 176))])
def test_images_have_the_size_of_the_robot_s_camera(name: str, size: tuple[int, int]) -> None:
    vision, snapshot = looking(name)
    image = vision.look(snapshot, UPPER, chosen())
    assert image is not None
    assert (image.height, image.width) == size
    info = vision.info(UPPER)
    assert info.center == pytest.approx(((size[1] - 1) / 2, (size[0] - 1) / 2))


def test_the_focal_length_is_that_of_the_report() -> None:
    vision, _ = looking("ers7")
    assert vision.info(UPPER).focal_length == pytest.approx((192.0, 192.0), abs=0.4)


def test_slower_shutters_and_higher_gains_brighten_the_image() -> None:
    vision, snapshot = looking("ers7")

    def of(**choices: str) -> float:
        return brightness(vision.picture(snapshot, UPPER, chosen(**choices)))

    assert of(shutter="fast") < of(shutter="middle") < of(shutter="slow")
    assert of(gain="low") < of(gain="middle") < of(gain="high")


def test_a_higher_gain_adds_noise() -> None:
    vision, snapshot = looking("ers7")

    def noise(gain: str, shutter: str) -> float:
        picture = vision.picture(snapshot, UPPER, chosen(gain=gain, shutter=shutter))
        wall = picture.yuyv[8:24, 8:40, 0].astype(float)
        return float(np.diff(wall, axis=1).std())

    assert noise("high", "fast") > 1.3 * noise("low", "slow")


def test_white_balance_changes_the_colors() -> None:
    vision, snapshot = looking("ers7")
    indoor, outdoor = (
        vision.picture(snapshot, UPPER, chosen(white_balance=light)).yuyv[..., 1].astype(float)
        for light in ("indoor", "outdoor")
    )
    assert indoor[:, ::2].mean() > outdoor[:, ::2].mean() + 5.0  # Cb


def corner_blue(name: str, tinted: bool) -> FloatArray:
    vision, snapshot = looking(name)
    if not tinted:
        optics = vision._optics[UPPER]
        vision._optics[UPPER] = dataclasses.replace(optics, border_tint=0.0)
    blue: FloatArray = vision.picture(snapshot, UPPER, chosen()).yuyv[:, ::2, 1].astype(float)
    return blue


@pytest.mark.parametrize("name", ["ers7", "ers210"])
def test_corners_are_bluer_than_the_middle(name: str) -> None:
    difference = corner_blue(name, tinted=True) - corner_blue(name, tinted=False)
    rows, columns = difference.shape
    corner = difference[: rows // 8, : columns // 8].mean()
    middle = difference[3 * rows // 8 : 5 * rows // 8, 3 * columns // 8 : 5 * columns // 8].mean()
    assert corner > middle + 1.0
    assert abs(middle) < 0.5


def moved(snapshot: Snapshot, **values: object) -> Snapshot:
    """Return the snapshot of an image later, with other values."""
    frame = snapshot.frame + 4
    return dataclasses.replace(snapshot, frame=frame, time=frame * snapshot.frame_time, **values)  # type: ignore[arg-type]


def labels_of(picture: CameraPicture) -> NDArray[np.uint8]:
    assert picture.labels is not None
    return picture.labels.classes


def test_one_image_has_labels_of_everything_on_a_four_legged_field() -> None:
    vision, snapshot = looking("ers7", at=(-1.2, 0.0, 0.0))
    classes = labels_of(vision.picture(snapshot, UPPER, chosen(), labels=True))
    found = {SceneClass(number) for number in np.unique(classes)}
    assert found >= {
        SceneClass.FIELD,
        SceneClass.LINE,
        SceneClass.BALL,
        SceneClass.GOAL,
        SceneClass.ROBOT,
        SceneClass.JERSEY,
        SceneClass.LANDMARK,
        SceneClass.WALL,
    }


@pytest.mark.parametrize("name", ["ers7", "ers210"])
def test_patches_of_the_teams_are_red_and_blue(name: str) -> None:
    tones = []
    for watcher in (0, 1):  # each team sees the other one
        vision, snapshot = looking(name, watcher=watcher, at=(-0.6, 0.0, 0.0))
        picture = vision.picture(snapshot, UPPER, chosen(gain="middle"), labels=True)
        patch = labels_of(picture) == SceneClass.JERSEY
        assert patch.sum() > 40
        blue, red = picture.yuyv[:, ::2, 1], picture.yuyv[:, 1::2, 1]
        of_patch = patch[:, ::2] & patch[:, 1::2]
        tones.append(float(red[of_patch].mean()) - float(blue[of_patch].mean()))
    blue_team, red_team = tones  # what the red and the blue robot see
    assert red_team > 20.0
    assert blue_team < -20.0


def ball_width(shutter: str, speed: float) -> float:
    """Return how many columns show more than a trace of a ball that rolls to the side."""
    vision, snapshot = looking("ers7", at=(-0.8, 0.0, 0.0))
    vision.picture(snapshot, UPPER, chosen(shutter=shutter))
    later = moved(snapshot, ball_velocity=np.array((0.0, speed, 0.0)))
    picture = vision.picture(later, UPPER, chosen(shutter=shutter, gain="low"), labels=True)
    rows = np.flatnonzero((labels_of(picture) == SceneClass.BALL).any(axis=1))
    red = picture.yuyv[rows[len(rows) // 2] - 1 : rows[len(rows) // 2] + 2, 1::2, 1].mean(axis=0)
    return float((red > 150.0).sum())


def test_a_slow_shutter_blurs_a_rolling_ball() -> None:
    assert ball_width("fast", 0.0) == pytest.approx(ball_width("slow", 0.0), abs=1.0)
    assert ball_width("slow", 1.5) >= ball_width("fast", 1.5) + 2.0


def post_columns(pan_speed: float) -> NDArray[np.float64]:
    """Return the column of the goal's left edge in each row while the head turns."""
    vision, snapshot = looking("ers7", at=(0.9, 0.0, 0.0))
    pan = snapshot.kinds[0].joint("neck_pan")
    vision.picture(snapshot, UPPER, chosen())
    angles = np.array(snapshot.joint_angles)
    angles[0, pan] += pan_speed * 4 * snapshot.frame_time
    picture = vision.picture(moved(snapshot, joint_angles=angles), UPPER, chosen(), labels=True)
    goal = labels_of(picture) == SceneClass.GOAL
    rows = np.flatnonzero(goal.sum(axis=1) > 20)
    columns: NDArray[np.float64] = goal[rows].argmax(axis=1).astype(np.float64)
    return columns


def test_a_turning_head_skews_upright_edges() -> None:
    still, turning = post_columns(0.0), post_columns(1.0)
    assert abs(still[-1] - still[0]) <= 2.0
    row_time = robot_kind("ers7").cameras[0].readout_time / 160
    expected = 192.0 * 1.0 * row_time * len(turning)
    assert turning[-1] - turning[0] - (still[-1] - still[0]) == pytest.approx(expected, abs=2.5)


@pytest.mark.parametrize("light", ["indoor", "fluorescent", "outdoor"])
@pytest.mark.parametrize("shutter", ["fast", "slow"])
def test_orange_and_yellow_stay_apart_with_all_settings(light: str, shutter: str) -> None:
    vision, snapshot = looking("ers7", at=(-0.9, 0.0, 3.14), ball=(-1.4, 0.0))
    picture = vision.picture(
        snapshot, UPPER, chosen(white_balance=light, shutter=shutter), labels=True
    )
    classes = labels_of(picture)
    tones = picture.yuyv[:, :, 1].astype(float).reshape(len(classes), -1, 2)  # Cb, Cr
    ball, goal = (
        tones[(classes[:, ::2] == kind) & (classes[:, 1::2] == kind)]
        for kind in (SceneClass.BALL, SceneClass.GOAL)
    )
    spread = np.cov(ball.T) + np.cov(goal.T)
    difference = ball.mean(axis=0) - goal.mean(axis=0)
    assert math.sqrt(difference @ np.linalg.solve(spread, difference)) > 3.0


def test_a_blind_camera_delivers_no_image() -> None:
    fault = Fault(kind=FaultKind.DEAD_CAMERA, robot="home 1", camera=UPPER)
    vision, snapshot = looking("ers210", Faults((fault,)))
    assert vision.look(snapshot, UPPER, chosen()) is None
