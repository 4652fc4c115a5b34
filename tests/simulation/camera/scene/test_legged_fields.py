"""The four-legged leagues as their robots see them: every landmark, and colors that differ."""

import math
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage
from tests.simulation.camera.studio_set import STANDARD, view

from kickabout.geometry import Pose2
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.optics.optics import CameraOptics
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.field_parts import LAST_INSTANCE
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.camera.vision import hall_light, with_carpet
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

LEAGUES = {"legged2001": "ers210", "legged2004": "ers7"}
Pixels = NDArray[np.float64]


class Stage:
    """Pictures of a league's field from the height of a nose, with the ball at the center."""

    def __init__(self, name: str) -> None:
        league, kind = load_league(name), robot_kind(LEAGUES[name])
        light = hall_light(1.0, league.light.temperature, scattered=league.light.scattered)
        (camera,) = kind.cameras
        self.field = league.field
        self.optics = CameraOptics.from_opening_angles(
            width=camera.size[0],
            height=camera.size[1],
            horizontal=camera.opening_angles[0],
            vertical=camera.opening_angles[1],
            readout_time=camera.readout_time,
        )
        carpet = with_carpet(Appearance(clutter=0.0), league.carpet)
        self.renderer = Renderer(self.field, carpet, light)
        world = PhysicsWorld(self.field, [kind])
        world.place_robot(0, Pose2(0.0, self.field.boundary_y - 0.3, 0.0))  # out of the way
        scene = VisibleScene((RobotId(TeamSide.HOME, 1),), self.field, league.teams.colors)
        self.objects = scene.objects(world.snapshot())

    def picture(self, x: float, y: float, *, towards: tuple[float, float]) -> CameraPicture:
        seen = view(x, y, z=0.2, yaw=math.atan2(towards[1] - y, towards[0] - x))
        return self.renderer.render(
            self.objects, seen, optics=self.optics, exposure=STANDARD, seed=1, labels=True
        )


@cache
def stage_of(name: str) -> Stage:
    return Stage(name)


def pixels_of(picture: CameraPicture, mask: NDArray[np.bool_]) -> Pixels:
    """Return rows of Y, Cb, Cr of the pixels inside of a mask, without its edge."""
    inside = ndimage.binary_erosion(mask, iterations=1)
    chroma = picture.yuyv[:, :, 1]
    blue, red = np.repeat(chroma[:, ::2], 2, axis=1), np.repeat(chroma[:, 1::2], 2, axis=1)
    channels = (picture.yuyv[:, :, 0], blue, red)
    return np.stack([channel[inside] for channel in channels], axis=1).astype(np.float64)


@pytest.mark.parametrize("league", LEAGUES)
def test_every_landmark_is_visible_with_its_bands_in_order(league: str) -> None:
    stage = stage_of(league)
    for index, landmark in enumerate(stage.field.landmarks):
        x, y = 0.5 * landmark.position[0], 0.3 * landmark.position[1]
        picture = stage.picture(x, y, towards=landmark.position)
        assert picture.labels is not None
        mask = picture.labels.instances == LAST_INSTANCE - index
        rows = np.flatnonzero(mask.any(axis=1))
        assert len(rows) >= 12, landmark.name
        half = np.arange(len(mask))[:, None] < rows[0] + len(rows) // 4
        upper = pixels_of(picture, mask & half).mean(axis=0)
        is_pink = bool(upper[2] > 145.0)
        assert is_pink is (landmark.bands[-1].color == "pink"), landmark.name


def samples(stage: Stage) -> dict[str, Pixels]:
    """Return pixels of all colors that color tables have to tell apart."""
    field, found = stage.field, {}
    for side, name in ((1.0, "sky blue"), (-1.0, "yellow")):
        goal = (side * field.goal.post_x, 0.0)
        picture = stage.picture(side * 0.3 * field.goal_line_x, 0.3, towards=goal)
        assert picture.labels is not None
        found[name] = pixels_of(picture, picture.labels.classes == SceneClass.GOAL)
    picture = stage.picture(-0.5, 0.0, towards=(0.0, 0.0))
    assert picture.labels is not None
    for kind, name in (
        (SceneClass.BALL, "orange"),
        (SceneClass.FIELD, "green"),
        (SceneClass.WALL, "white"),
    ):
        found[name] = pixels_of(picture, picture.labels.classes == kind)
    right = field.landmarks[0]
    picture = stage.picture(
        0.6 * right.position[0], 0.6 * right.position[1], towards=right.position
    )
    assert picture.labels is not None
    mask = picture.labels.instances == LAST_INSTANCE
    rows = np.flatnonzero(mask.any(axis=1))
    upper = np.arange(len(mask))[:, None] < rows[0] + len(rows) // 5
    found["pink"] = pixels_of(picture, mask & upper)
    return found


def likelihoods(pixels: Pixels, known: Pixels) -> NDArray[np.float64]:
    """Return how well pixels fit a normal distribution around the known ones, up to a constant."""
    spread = np.cov(known.T) + 4.0 * np.eye(3)
    away = pixels - known.mean(axis=0)
    fit = (away * np.linalg.solve(spread, away.T).T).sum(axis=1)
    return np.asarray(-fit - np.linalg.slogdet(spread)[1])


@pytest.mark.parametrize("league", LEAGUES)
def test_color_tables_can_tell_all_colors_apart(league: str) -> None:
    found = samples(stage_of(league))
    names = list(found)
    for index, name in enumerate(names):
        assert len(found[name]) >= 8, name
        fits = np.array([likelihoods(found[name], found[other]) for other in names])
        right = float((fits.argmax(axis=0) == index).mean())
        assert right > 0.98, f"{name}: {right:.3f}"
