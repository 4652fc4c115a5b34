"""Images of a robot's cameras in a match."""

from dataclasses import replace

import numpy as np
import pytest

from kickabout.geometry import Pose2, Vector2
from kickabout.representations import CameraSettings, load_field
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide

IDS = (RobotId(TeamSide.HOME, 1), RobotId(TeamSide.AWAY, 2))
FIELD = load_field("spl2019")
STANDARD = VisionSettings()


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    world = PhysicsWorld(FIELD, [NAO] * 2)
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    world.place_robot(1, Pose2(2.0, -0.4, 3.0))
    world.place_ball(Vector2(1.4, 0.2))
    world.advance()
    return world.snapshot()


def made_vision(*faults: Fault, settings: VisionSettings = STANDARD, seed: int = 1) -> Vision:
    return Vision(
        0, IDS, kind=NAO, field=FIELD, settings=settings, faults=Faults(faults), seed=seed
    )


def pixels(
    vision: Vision, snapshot: Snapshot, camera: str = "upper"
) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    image = vision.look(snapshot, camera, CameraSettings())
    assert image is not None
    return image.yuyv


def test_images_have_the_size_of_their_camera(snapshot: Snapshot) -> None:
    assert pixels(made_vision(), snapshot).shape == (480, 640, 2)
    assert pixels(made_vision(), snapshot, "lower").shape == (240, 320, 2)


def test_ball_and_robot_are_where_they_are_in_the_world(snapshot: Snapshot) -> None:
    vision = made_vision()
    picture = vision.picture(snapshot, "upper", CameraSettings(), labels=True)
    assert picture.labels is not None
    classes, depth = picture.labels.classes, picture.labels.depth
    ball = np.argwhere(classes == SceneClass.BALL)
    assert len(ball) > 100
    row, column = ball.mean(axis=0)
    assert column < 320.0 < np.argwhere(classes == SceneClass.JERSEY)[:, 1].mean()
    assert float(np.median(depth[classes == SceneClass.BALL])) == pytest.approx(1.35, abs=0.15)
    assert picture.labels.instances[int(row), int(column)] == 1


def test_the_same_seed_gives_the_same_bytes(snapshot: Snapshot) -> None:
    assert np.array_equal(pixels(made_vision(), snapshot), pixels(made_vision(), snapshot))
    assert not np.array_equal(
        pixels(made_vision(), snapshot), pixels(made_vision(seed=2), snapshot)
    )


def test_automatic_exposure_finds_the_right_brightness_in_dim_and_bright_halls(
    snapshot: Snapshot,
) -> None:
    means = []
    for intensity in (0.4, 1.6):
        vision = made_vision(settings=VisionSettings(light=Light(intensity=intensity)))
        for frame in range(12):
            image = pixels(vision, replace(snapshot, frame=snapshot.frame + 10 * frame))
        means.append(float(image[:, :, 0].mean()))
    assert means[0] == pytest.approx(105.0, abs=15.0)
    assert means[1] == pytest.approx(105.0, abs=15.0)


def test_a_fixed_exposure_is_used(snapshot: Snapshot) -> None:
    dark = CameraSettings(automatic_exposure=False, exposure=0.002)
    bright = CameraSettings(automatic_exposure=False, exposure=0.012)
    vision = made_vision()
    images = [vision.look(snapshot, "upper", settings) for settings in (dark, bright)]
    means = [float(image.yuyv[:, :, 0].mean()) for image in images if image is not None]
    assert means[0] < 0.7 * means[1]


def test_a_dead_camera_gives_no_image(snapshot: Snapshot) -> None:
    vision = made_vision(Fault(kind=FaultKind.DEAD_CAMERA, robot="home 1", camera="upper"))
    assert vision.look(snapshot, "upper", CameraSettings()) is None
    assert vision.look(snapshot, "lower", CameraSettings()) is not None


def test_a_camera_mounted_askew_shows_everything_shifted(snapshot: Snapshot) -> None:
    def ball_row(vision: Vision) -> float:
        picture = vision.picture(snapshot, "upper", CameraSettings(), labels=True)
        assert picture.labels is not None
        return float(np.argwhere(picture.labels.classes == SceneClass.BALL)[:, 0].mean())

    askew = Fault(
        kind=FaultKind.CAMERA_MOUNTING, robot="home 1", camera="upper", values=(0.0, 0.05, 0.0)
    )
    assert ball_row(made_vision()) - ball_row(made_vision(askew)) == pytest.approx(30.0, abs=6.0)


@pytest.mark.parametrize(
    ("camera", "size", "focal_length", "readout_time"),
    [
        ("upper", (640, 480), 598.1, 0.037),
        ("lower", (320, 240), 299.0, 0.045),
    ],
)
def test_the_robot_is_told_the_geometry_of_its_camera(
    camera: str, size: tuple[int, int], focal_length: float, readout_time: float
) -> None:
    info = made_vision().info(camera)
    assert (info.width, info.height) == size
    assert info.focal_length == pytest.approx((focal_length, focal_length), rel=0.002)
    assert info.center == pytest.approx((size[0] / 2.0, size[1] / 2.0))
    assert info.row_time * info.height == pytest.approx(readout_time)


def test_both_cameras_move_when_they_look_at_the_same_frame(snapshot: Snapshot) -> None:
    turned = np.array(snapshot.torso_quaternions)
    turned[0] = (np.cos(0.03), 0.0, 0.0, np.sin(0.03))
    later = replace(snapshot, frame=snapshot.frame + 3, torso_quaternions=turned)
    for first in CAMERA_NAMES:
        moving, still = made_vision(), made_vision()
        pixels(moving, snapshot, first)
        pixels(moving, later, first)
        for camera in set(CAMERA_NAMES) - {first}:
            assert not np.array_equal(pixels(moving, later, camera), pixels(still, later, camera))


def test_automatic_exposure_uses_the_weights_of_the_robot(snapshot: Snapshot) -> None:
    def brightness(weights: tuple[float, ...]) -> float:
        vision = made_vision()
        for _ in range(8):
            image = vision.look(snapshot, "upper", CameraSettings(weights=weights))
        assert image is not None
        return float(image.yuyv[360:, :, 0].mean())

    below, above = (0.0,) * 12 + (1.0,) * 4, (1.0,) * 4 + (0.0,) * 12
    assert brightness(below) != pytest.approx(brightness(above), rel=0.03)
    assert brightness((0.0,) * 16) == pytest.approx(brightness((1.0,) * 16))


def test_another_pair_of_jerseys_shows_in_the_same_snapshot(snapshot: Snapshot) -> None:
    others = VisionSettings(jerseys=("green", "yellow"))
    assert not np.array_equal(
        pixels(made_vision(), snapshot), pixels(made_vision(settings=others), snapshot)
    )
