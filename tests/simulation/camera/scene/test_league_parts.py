"""Walls, colored goals, beacons and a plain ball of a league, in pictures and their labels."""

from pathlib import Path

import numpy as np
import pytest
from tests.simulation.camera.studio_set import STANDARD, UPPER, view

from kickabout.framework import ConfigurationError
from kickabout.representations.field import FieldDimensions, Wall
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.optics.optics import CameraView
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.field_parts import LAST_INSTANCE, field_objects
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.boards import walls_of
from kickabout.soccer.colors import paint_color
from kickabout.soccer.league import load_league

LEAGUE = load_league(str(Path(__file__).parents[3] / "leagues" / "legged.toml"))
FIELD = LEAGUE.field


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(FIELD, Appearance(clutter=0.0))


def taken(renderer: Renderer, seen: CameraView) -> CameraPicture:
    scene = VisibleScene((RobotId(TeamSide.HOME, 1),), FIELD, LEAGUE.teams.colors)
    objects = scene.objects(PhysicsWorld(FIELD, [NAO]).snapshot())
    return renderer.render(objects, seen, optics=UPPER, exposure=STANDARD, seed=0, labels=True)


def chroma(picture: CameraPicture, mask: np.ndarray) -> tuple[float, float]:
    """Return the mean blueness and redness of the pixels of a mask, 128 is gray."""
    columns = mask[:, ::2] & mask[:, 1::2]
    chromas = picture.yuyv[:, :, 1].reshape(mask.shape[0], -1, 2)
    return float(chromas[:, :, 0][columns].mean()), float(chromas[:, :, 1][columns].mean())


def test_all_parts_of_a_league_have_labels(renderer: Renderer) -> None:
    found = taken(renderer, view(-1.2, 0.0, z=0.35, pitch=0.1))
    assert found.labels is not None
    shown = set(np.unique(found.labels.classes))
    assert {SceneClass.GOAL, SceneClass.WALL, SceneClass.BALL, SceneClass.LANDMARK} <= shown
    assert SceneClass.NET not in shown
    beacons = set(np.unique(found.labels.instances[found.labels.classes == SceneClass.LANDMARK]))
    assert beacons == {LAST_INSTANCE, LAST_INSTANCE - 1}


def test_goals_differ_in_color_and_the_ball_is_orange(renderer: Renderer) -> None:
    ahead = taken(renderer, view(-1.2, 0.0, z=0.35, pitch=0.1))
    behind = taken(renderer, view(1.2, 0.0, z=0.35, yaw=np.pi, pitch=0.1))
    assert ahead.labels is not None
    assert behind.labels is not None
    sky_blue = chroma(ahead, ahead.labels.classes == SceneClass.GOAL)
    yellow = chroma(behind, behind.labels.classes == SceneClass.GOAL)
    ball = chroma(ahead, ahead.labels.classes == SceneClass.BALL)
    assert sky_blue[0] > 140.0 > 128.0 > sky_blue[1]
    assert yellow[0] < 100.0
    assert ball[1] > 150.0
    assert ball[0] < 110.0


def test_the_bands_of_a_beacon_are_one_above_the_other(renderer: Renderer) -> None:
    picture = taken(renderer, view(1.2, -1.0, z=0.3, yaw=-0.4))
    assert picture.labels is not None
    rows = np.flatnonzero((picture.labels.instances == LAST_INSTANCE).any(axis=1))
    mask = picture.labels.instances == LAST_INSTANCE
    redness = [
        chroma(picture, mask & (np.arange(len(mask)) == row)[:, None])[1]
        for row in (rows[len(rows) // 8], rows[3 * len(rows) // 8], rows[-len(rows) // 4])
    ]
    assert redness[0] > 150.0  # pink
    assert redness[1] < 120.0  # sky-blue
    assert abs(redness[2] - 128.0) < 12.0  # white


def test_the_usual_field_has_no_such_parts() -> None:
    assert len(field_objects(FieldDimensions())) == 0


def test_a_ramp_leans_away_from_the_center_mark() -> None:
    for y, outwards in ((1.0, 1.0), (-1.0, -1.0)):
        wall = Wall(start=(-1.0, y), end=(1.0, y), height=0.1, lean=0.7)
        (board,) = walls_of(FieldDimensions(walls=(wall,)))
        top = board.center + board.half_size[2] * board.rotation[:, 2]
        inner = top - board.half_size[1] * board.rotation[:, 1]
        assert inner[2] == pytest.approx(0.1)
        assert outwards * inner[1] == pytest.approx(1.0 + 0.1 * np.tan(0.7))
        assert np.linalg.det(board.rotation) == pytest.approx(1.0)


def test_an_unknown_color_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match=r"no color 'sky-blue'. Did you mean 'sky_blue'"):
        paint_color("sky-blue")
