"""Bearings of the edges of beacons and goals, against ray casts and rendered pictures."""

import math

import mujoco
import numpy as np
import pytest
from tests.simulation.camera.studio_set import STANDARD, view

from kickabout.representations.field import FieldDimensions
from kickabout.simulation.camera.optics.optics import CameraOptics
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.objects import SceneClass, no_objects
from kickabout.simulation.physics.pitch import add_pitch
from kickabout.soccer.landmark_edges import beacon_edges, goal_edges
from kickabout.soccer.league import load_league

FIELD = load_league("legged2001").field
HEIGHT = 0.35  # m, above the walls and below the top of the flags


def pitch_of(field: FieldDimensions) -> tuple[mujoco.MjModel, mujoco.MjData]:
    spec = mujoco.MjSpec()
    add_pitch(spec, field)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def test_edges_of_flags_are_where_rays_begin_to_hit_the_cylinder() -> None:
    model, data = pitch_of(FIELD)
    geom, random = np.zeros(1, np.int32), np.random.default_rng(1)

    def is_hit(x: float, y: float, bearing: float) -> bool:
        start = np.array((x, y, HEIGHT))
        ray = np.array((math.cos(bearing), math.sin(bearing), 0.0))
        mujoco.mj_ray(model, data, start, ray, None, 1, -1, geom)
        return bool(geom[0] >= 0 and model.geom_type[geom[0]] == mujoco.mjtGeom.mjGEOM_CYLINDER)

    for flag in FIELD.landmarks:
        for x, y in random.uniform((-1.2, -0.7), (1.2, 0.7), (10, 2)).tolist():
            edges = beacon_edges(x, y, *flag.position, flag.radius)
            for edge, outwards in zip(edges, (1.0, -1.0), strict=True):
                assert is_hit(x, y, edge - outwards * math.radians(0.1))
                assert not is_hit(x, y, edge + outwards * math.radians(0.1))


def test_at_a_flag_there_are_no_edges() -> None:
    assert all(map(math.isnan, beacon_edges(1.4, 0.9, 1.42, 0.9, 0.05)))


WIDE = CameraOptics.from_opening_angles(
    width=640, height=320, horizontal=1.2, vertical=0.7, readout_time=0.0
)


def blob_edges(renderer: Renderer, x: float, y: float, goal_x: float) -> tuple[float, float]:
    """Return the bearings of the edges of a goal's colored pixels, from a camera turned to it."""
    yaw = math.atan2(-y, goal_x - x)
    taken = renderer.render(
        no_objects(),
        view(x, y, z=0.2, yaw=yaw),
        optics=WIDE,
        exposure=STANDARD,
        seed=0,
        labels=True,
    )
    assert taken.labels is not None
    columns = np.flatnonzero((taken.labels.classes == SceneClass.GOAL).any(axis=0))
    bearings = yaw - np.arctan((columns[[0, -1]] + 0.5 - WIDE.center_x) / WIDE.focal_x)
    return float(bearings[0]), float(bearings[1])


@pytest.mark.parametrize("league", ["legged2001", "legged2004"])
def test_edges_of_goals_are_those_of_their_colors_in_pictures(league: str) -> None:
    field = load_league(league).field
    renderer, random = Renderer(field, Appearance(clutter=0.0)), np.random.default_rng(2)
    reach = 0.6 * field.goal_line_x, 0.8 * field.side_line_y
    for side in (1.0, -1.0):
        post_x = side * field.goal.post_x
        for x, y in random.uniform((-reach[0], -reach[1]), reach, (10, 2)).tolist():
            seen = blob_edges(renderer, x, y, post_x)
            expected = goal_edges(x, y, post_x, field.goal.post_y)
            for edge, predicted in zip(seen, expected, strict=True):
                assert abs(math.remainder(edge - predicted, math.tau)) < math.radians(1.0)


def test_a_goal_has_no_edges_from_behind() -> None:
    goal = FIELD.goal
    assert all(map(math.isnan, goal_edges(1.5, 0.0, goal.post_x, goal.post_y)))
    assert all(map(math.isnan, goal_edges(-1.5, 0.0, -goal.post_x, goal.post_y)))
