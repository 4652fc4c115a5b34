"""The field boundary in rendered images and across cameras."""

from dataclasses import replace

import numpy as np
import pytest
from tests.camera_infos import INFO
from tests.perception.cameras import projection_looking_down
from tests.perception.halls import classical_pipeline, shots, uppers

from kickabout.evaluation.perception.perception_truth import boundary_truth
from kickabout.framework.debug import SILENT
from kickabout.geometry import readonly, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.perception.field.field_boundary_fit import best_boundary, refined_boundary, row_on
from kickabout.perception.field.field_boundary_search import (
    FieldBoundaryParameters,
    boundary_in_image,
    from_other_camera,
)
from kickabout.representations import (
    FieldBoundaryPercept,
    RegionColor,
    ScanLineRegions,
)

PROJECTION = projection_looking_down(0.2)


@pytest.mark.parametrize("condition", ["nominal", "half in shadow"])
def test_the_boundary_is_where_the_carpet_ends(condition: str) -> None:
    pipeline, errors = classical_pipeline(), []
    for shot in shots(condition):
        percept: FieldBoundaryPercept = pipeline.see(shot).get(
            FieldBoundaryPercept, FieldBoundaryPercept()
        )
        truth = boundary_truth(shot)
        if shot in uppers(condition) and len(truth) >= 32 and percept.valid:
            x, y = percept.points_in_image.T
            errors.append(np.abs(np.interp(truth[:, 0], x, y) - truth[:, 1]).mean())
    assert len(errors) >= 3
    assert float(np.median(errors)) < 2.0


def drawn(candidates: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> "tuple[float, float]":
    draws = np.random.default_rng(1).integers(0, 1 << 30, (100, 3))
    model, _ = best_boundary(candidates, draws, PROJECTION, 8.0, 4.0, 0.01)
    model, _ = refined_boundary(model, candidates, 4.0)
    return row_on(model, 0.0), row_on(model, 640.0)


def test_a_corner_gives_two_lines() -> None:
    along = np.linspace(-2.0, 4.0, 40)
    corner = np.concatenate((np.column_stack((0.0 * along + 4.0, along)), [(4.0, -2.0)]))
    corner = np.concatenate(
        (corner, np.column_stack((np.linspace(2.5, 4.0, 20), np.full(20, -2.0))))
    )
    pixels = robot_to_image(corner, PROJECTION, 0.0)
    pixels = pixels[(pixels[:, 0] > 0.0) & (pixels[:, 0] < 640.0)]
    candidates = np.ascontiguousarray(pixels[np.argsort(pixels[:, 0])])
    left, right = drawn(candidates)
    assert left == pytest.approx(candidates[0, 1], abs=3.0)
    assert right == pytest.approx(candidates[-1, 1], abs=3.0)


def regions_beyond_a_line(behind: RegionColor) -> ScanLineRegions:
    """Return regions of a broad line that falls to the right, with a color behind it."""
    columns = np.arange(4, 640, 8, dtype=np.int32)
    lower = 40 + columns // 2
    upper = np.maximum(lower - 36, 1)
    tops = np.column_stack((lower, upper, np.zeros_like(lower))).astype(np.int32)
    bottoms = np.column_stack((np.full_like(lower, 480), lower, upper)).astype(np.int32)
    colors = (RegionColor.FIELD, RegionColor.WHITE, behind)
    return ScanLineRegions(
        columns=columns,
        spacing=8,
        line_of=np.repeat(np.arange(len(columns), dtype=np.int32), 3),
        top=tops.ravel(),
        bottom=bottoms.ravel(),
        color=np.tile(np.array([int(color) for color in colors], np.uint8), len(columns)),
    )


@pytest.mark.parametrize(
    ("behind", "is_boundary"), [(RegionColor.FIELD, False), (RegionColor.OTHER, True)]
)
def test_a_broad_line_is_no_boundary_if_carpet_continues_behind_it(
    behind: RegionColor, is_boundary: bool
) -> None:
    looking_down = projection_looking_down(0.7)
    found = boundary_in_image(
        regions_beyond_a_line(behind),
        looking_down,
        np.random.default_rng(2),
        limits=FieldBoundaryParameters(),
        debug=SILENT,
    )
    assert found.valid == is_boundary


def test_objects_in_front_of_the_boundary_do_not_pull_it_down() -> None:
    x = np.arange(4.0, 640.0, 8.0)
    candidates = np.column_stack((x, np.full(len(x), 150.0)))
    candidates[20:40, 1] = 230.0
    assert drawn(candidates) == pytest.approx((150.0, 150.0), abs=0.5)


def test_the_other_cameras_boundary_is_used_if_it_is_above_the_image() -> None:
    points = np.column_stack((np.full(5, 5.0), np.linspace(-1.0, 1.0, 5)))
    other = FieldBoundaryPercept(valid=True, points_in_robot=points)
    low = PROJECTION._replace(rotation=readonly(rotation_from_roll_pitch_yaw(0.0, 0.9, 0.0)))
    info = replace(INFO, focal_length=(560.0, 560.0))
    found = from_other_camera(other, low, info, 0.01)
    assert found.valid
    assert found.extrapolated
    assert found.points_in_robot[:, 0] == pytest.approx(5.0)
    assert not from_other_camera(other, PROJECTION, info, 0.01).valid
    assert not from_other_camera(FieldBoundaryPercept(), low, info, 0.01).valid
