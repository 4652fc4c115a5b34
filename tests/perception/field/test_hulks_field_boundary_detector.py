"""HULKs' field boundary: one or two lines where green begins."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.perception.hulks_scenes import evaluation, looking_down

from kickabout.geometry import Points2
from kickabout.perception.camera.camera_projection import CameraProjection, robot_to_image
from kickabout.perception.field.field_boundary_search import BoundaryView
from kickabout.perception.field.hulks_field_boundary import HulksBoundaryRules, boundary_sides
from kickabout.perception.field.hulks_field_boundary_detector import HulksFieldBoundaryDetector
from kickabout.perception.field.hulks_filtered_regions import likely_objects
from kickabout.representations import FieldBoundaryPercept, RegionColor, ScanLineRegions

RULES = HulksBoundaryRules(tolerance=3.0, min_points=8, max_slope=3.0, off_right_angle=0.35)
CAMERA = looking_down(np.zeros((480, 640, 2), np.uint8), tilt=0.3)


def boundary_in(regions: ScanLineRegions) -> FieldBoundaryPercept:
    found: FieldBoundaryPercept = made(HulksFieldBoundaryDetector).update(
        BoundaryView(regions=regions, matrix=CAMERA.matrix, info=CAMERA.info, system=CAMERA.system)
    )
    return found


def edge(
    projection: CameraProjection, start: tuple[float, float], end: tuple[float, float]
) -> Points2:
    fraction = np.linspace(0.0, 1.0, 30)[:, None]
    ground = (1.0 - fraction) * np.array(start) + fraction * np.array(end)
    return robot_to_image(np.ascontiguousarray(ground), projection, 0.0)


def sides_of(*edges: Points2) -> int:
    draws = np.random.default_rng(2).integers(0, 1 << 30, (400, 2))
    nothing = np.zeros((0, 2))
    return len(boundary_sides(np.concatenate(edges), nothing, draws, CAMERA.projection, RULES))


@pytest.mark.parametrize("condition", ["nominal", "dim", "half in shadow"])
def test_the_boundary_is_where_the_carpet_ends(condition: str) -> None:
    score = evaluation(condition).score("boundary")
    assert score.recall > 0.95
    assert score.median_error < 1.0
    assert score.mean_error < 4.0


def test_a_corner_gives_two_lines() -> None:
    projection = CAMERA.projection
    assert (
        sides_of(
            edge(projection, (3.0, 1.5), (3.0, -1.0)), edge(projection, (3.0, -1.0), (1.2, -1.0))
        )
        == 2
    )


def test_a_second_line_at_another_angle_is_no_boundary() -> None:
    projection = CAMERA.projection
    assert (
        sides_of(
            edge(projection, (3.0, 1.5), (3.0, -1.0)), edge(projection, (3.0, -1.0), (2.2, -1.3))
        )
        == 1
    )


def test_objects_in_front_of_the_boundary_do_not_move_it() -> None:
    tops = np.full(80, 100)
    tops[20:35] = 180
    found = boundary_in(green_below(tops))
    assert found.valid
    assert np.abs(found.points_in_image[:, 1] - 100.0).max() < 2.0


def test_green_up_to_the_upper_edge_has_no_boundary() -> None:
    assert not boundary_in(green_below(np.zeros(80, int))).valid


def test_a_line_with_green_beyond_it_is_no_boundary() -> None:
    tops = np.zeros(80, int)
    tops[10:30] = 200
    assert not boundary_in(green_below(tops)).valid


def test_likely_objects_are_below_the_boundary_and_not_field() -> None:
    regions = ScanLineRegions(
        columns=np.array((4, 12), np.int32),
        spacing=8,
        line_of=np.array((0, 0, 0, 1), np.int32),
        top=np.array((300, 280, 10, 400), np.int32),
        bottom=np.array((480, 300, 90, 480), np.int32),
        color=np.array((RegionColor.FIELD, RegionColor.WHITE, RegionColor.OTHER, 2), np.uint8),
    )
    boundary = FieldBoundaryPercept(
        valid=True, points_in_image=np.array(((0.0, 100.0), (640, 100)))
    )
    objects = likely_objects(regions, boundary, 0.0)
    assert objects.tolist() == [[5.0, 280.0, 300.0], [13.0, 400.0, 480.0]]
    assert math.isclose(len(likely_objects(regions, FieldBoundaryPercept(), 0.0)), 3)


def green_below(tops: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> ScanLineRegions:
    """Return columns with field below and other colors above these rows."""
    count = len(tops)
    rows = [(k, 480, int(top), RegionColor.FIELD) for k, top in enumerate(tops)]
    rows += [(k, int(top), 0, RegionColor.OTHER) for k, top in enumerate(tops) if top > 0]
    rows.sort(key=lambda row: (row[0], -row[1]))
    table = np.array(rows, np.int32)
    return ScanLineRegions(
        columns=np.arange(4, 8 * count, 8, dtype=np.int32),
        spacing=8,
        line_of=table[:, 0].copy(),
        top=table[:, 2].copy(),
        bottom=table[:, 1].copy(),
        color=table[:, 3].astype(np.uint8),
        y=np.zeros(len(table), np.float32),
        cb=np.zeros(len(table), np.float32),
        cr=np.zeros(len(table), np.float32),
    )
