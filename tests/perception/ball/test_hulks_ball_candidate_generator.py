"""HULKs' ball candidates: boxes of a perspective grid with an object that is no line."""

import numpy as np
import pytest
from tests.modules import made
from tests.perception.halls import FIELD
from tests.perception.hulks_scenes import BLACK, CARPET, WHITE, carpet, looking_down, paint
from tests.perception.net_scenes import ball_distance, chosen

from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import camera_inputs_of, true_boundary, true_contour
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.ball_patches import radius_at
from kickabout.perception.ball.hulks_ball_candidate_generator import HulksBallCandidateGenerator
from kickabout.perception.ball.hulks_ball_grid import (
    BAND_TOP,
    EDGE,
    filled_boxes,
    grid_bands,
    standing_balls,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_chromaticity_field_color_detector import (
    HulksChromaticityFieldColorDetector,
)
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.perception.field.hulks_line_detector import HulksLineDetector
from kickabout.representations import (
    BallCandidates,
    BodyContour,
    FieldBoundaryPercept,
    LinesPercept,
)
from kickabout.robots.nao.cameras import CAMERA_NAMES

NO_BOUNDARY, NO_LINES = FieldBoundaryPercept(), LinesPercept()


def candidates(camera: CameraInputs, *, with_lines: bool) -> BallCandidates:
    columns, rows = made(HulksImageSegmenter).update(camera, BodyContour(), CARPET)
    lines = NO_LINES
    if with_lines:
        lines, _ = made(HulksLineDetector).update(camera, columns, rows, NO_BOUNDARY, FIELD)
    candidates: BallCandidates = made(HulksBallCandidateGenerator).update(
        camera, columns, NO_BOUNDARY, lines, FIELD
    )
    return candidates


def rendered_candidates(picture: LabeledPicture) -> BallCandidates:
    camera, contour = camera_inputs_of(picture), true_contour(picture)
    colors = made(HulksChromaticityFieldColorDetector).update(camera, contour)
    columns, _ = made(HulksImageSegmenter).update(camera, contour, colors)
    candidates: BallCandidates = made(HulksBallCandidateGenerator).update(
        camera, columns, true_boundary(picture), NO_LINES, picture.field
    )
    return candidates


def test_boxes_are_as_large_as_a_ball_would_be_there() -> None:
    projection = looking_down(carpet()).projection
    bands = grid_bands(projection, 640, 480, 0.05, 3.0, 200.0)
    assert len(bands) > 4
    assert np.allclose(bands[:-1, BAND_TOP], bands[1:, BAND_TOP] + bands[1:, EDGE])
    for top, edge in bands:
        assert 0.5 * edge == pytest.approx(
            radius_at(320.0, top + 0.5 * edge, projection, 0.05), rel=0.1
        )


def test_only_boxes_with_a_point_are_candidates() -> None:
    bands = np.array(((400.0, 80.0), (340.0, 60.0)))
    points = np.array(((100.0, 450.0), (110.0, 460.0), (310.0, 350.0), (5.0, 5.0)))
    boxes = filled_boxes(points, bands, 640, 50)
    assert boxes.tolist() == [[120.0, 440.0, 40.0], [330.0, 370.0, 30.0]]


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_nearly_every_visible_ball_is_in_a_candidate(camera: str) -> None:
    pictures = chosen(camera, lambda p: ball_distance(p) < 4.0 and visible_fraction(p) > 0.75)
    assert len(pictures) >= 5
    hits = 0
    for picture in pictures:
        circle, candidates = picture.ball_circle(), rendered_candidates(picture)
        assert circle is not None
        off = np.abs(candidates.centers_in_image - circle[:2]).max(axis=1, initial=0.0)
        hits += bool((off < 1.05 * candidates.radii_px).any())
    assert hits >= 0.9 * len(pictures)


def test_lines_make_no_candidates() -> None:
    image = carpet()
    paint(image, (slice(300, 322), slice(None)), WHITE)
    assert len(candidates(looking_down(image), with_lines=False).radii_px) > 3
    assert len(candidates(looking_down(image), with_lines=True).radii_px) == 0


def test_an_object_on_a_line_is_still_a_candidate() -> None:
    image = carpet()
    paint(image, (slice(300, 322), slice(None)), WHITE)
    paint(image, (slice(270, 330), slice(300, 360)), WHITE)
    paint(image, (slice(285, 310), slice(316, 340)), BLACK)
    found = candidates(looking_down(image), with_lines=True)
    near = np.hypot(*(found.centers_in_image - (330.0, 300.0)).T)
    assert near.min() < 60.0
    assert (near < 120.0).all()


def test_plain_carpet_has_no_candidates() -> None:
    assert len(candidates(looking_down(carpet()), with_lines=False).radii_px) == 0


def test_balls_stand_at_the_lower_end_of_each_columns_lowest_object() -> None:
    projection = looking_down(carpet()).projection
    objects = np.array(((100.5, 280.0, 300.0), (100.5, 200.0, 280.0), (108.5, 100.0, 150.0)))
    positions = standing_balls(objects, projection, 0.05)
    assert positions[:, 0].tolist() == [100.5, 108.5]
    for (x, y), bottom in zip(positions.tolist(), (300.0, 150.0), strict=True):
        assert bottom - y == pytest.approx(radius_at(x, y, projection, 0.05), rel=0.02)


def test_a_ball_on_the_boundary_is_a_candidate() -> None:
    image = carpet()
    paint(image, (slice(0, 150), slice(None)), WHITE)
    paint(image, (slice(110, 150), slice(300, 340)), BLACK)
    camera = looking_down(image)
    columns, _ = made(HulksImageSegmenter).update(camera, BodyContour(), CARPET)
    ends = np.array(((0.0, 151.0), (640.0, 151.0)))
    boundary = FieldBoundaryPercept(valid=True, points_in_image=ends)
    candidates = made(HulksBallCandidateGenerator).update(
        camera, columns, boundary, NO_LINES, FIELD
    )
    radius = radius_at(320.0, 130.0, camera.projection, 0.05)
    off = np.abs(candidates.centers_in_image - (320.0, 150.0 - radius)).max(axis=1)
    assert off.min() <= radius
