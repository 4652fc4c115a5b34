"""Images of the Aibos' cameras: size, settings, blue corners, noise, a dead camera."""

import dataclasses

import numpy as np
import pytest

from kickabout.geometry import FloatArray, Pose2, Vector2
from kickabout.perception.camera.camera_settings_chooser import (
    CameraSettingsChooser,
    CameraSettingsChooserParameters,
)
from kickabout.representations import CameraSettings
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

IDS = (RobotId(TeamSide.HOME, 1), RobotId(TeamSide.AWAY, 1))
UPPER, NO_FAULTS = "upper", Faults()


def looking(name: str, faults: Faults = NO_FAULTS) -> tuple[Vision, Snapshot]:
    league, kind = load_league("legged2004"), robot_kind(name)
    world = PhysicsWorld(league.field, [kind, kind])
    world.place_robot(0, Pose2(-0.9, 0.0, 0.0))
    world.place_robot(1, Pose2(0.0, 0.3, 3.0))
    world.place_ball(Vector2(-0.3, 0.0))
    light = hall_light(league.light.intensity, league.light.temperature)
    settings = VisionSettings(light=light, jerseys=("red", "blue"), carpet=league.carpet)
    vision = Vision(0, IDS, kind=kind, field=league.field, settings=settings, faults=faults, seed=1)
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


def test_a_blind_camera_delivers_no_image() -> None:
    fault = Fault(kind=FaultKind.DEAD_CAMERA, robot="home 1", camera=UPPER)
    vision, snapshot = looking("ers210", Faults((fault,)))
    assert vision.look(snapshot, UPPER, chosen()) is None
