"""HULKs' lines, center circle and intersections."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.perception.halls import FIELD
from tests.perception.hulks_scenes import (
    CARPET,
    WHITE,
    carpet,
    evaluation,
    looking_down,
    paint,
    seen,
)

from kickabout.evaluation.perception.perception_events import EvaluationEvent
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.perception.field.hulks_line_detector import HulksLineDetector
from kickabout.perception.field.hulks_ransac import best_line, pieces_of
from kickabout.perception.landmarks.hulks_center_circle import ClusterRules, clustered_center
from kickabout.perception.landmarks.intersections import L, T, X, line_intersections
from kickabout.representations import (
    BodyContour,
    CenterCirclePercept,
    FieldBoundaryPercept,
    LinesPercept,
)
from kickabout.representations.camera import Yuyv

CIRCLE = ClusterRules(radius=0.75, max_length=1.0, reach=0.12, reach_fraction=0.04, min_chords=3)


def near(event: EvaluationEvent) -> bool:
    return event.distance <= 4.0


def found_in(image: Yuyv) -> tuple[LinesPercept, CenterCirclePercept]:
    camera = looking_down(image)
    columns, rows = made(HulksImageSegmenter).update(camera, BodyContour(), CARPET)
    found: tuple[LinesPercept, CenterCirclePercept] = made(HulksLineDetector).update(
        camera, columns, rows, FieldBoundaryPercept(), FIELD
    )
    return found


def test_most_paint_is_found_and_little_else() -> None:
    score = evaluation("nominal", "dim", "half in shadow").score("lines", near)
    assert score.found + score.missed > 20.0
    assert score.recall > 0.8
    assert score.precision > 0.92


def test_no_more_than_five_lines_are_published() -> None:
    assert max(len(percepts[LinesPercept].lines) for _, percepts in seen()) <= 5
    assert any(len(percepts[LinesPercept].lines) >= 3 for _, percepts in seen())


def test_a_stripe_as_wide_as_a_line_is_one_and_a_wide_patch_is_none() -> None:
    stripe, patch = carpet(), carpet()
    paint(stripe, (slice(300, 322), slice(None)), WHITE)
    paint(patch, (slice(200, 400), slice(None)), WHITE)
    assert len(found_in(stripe)[0].lines) == 1
    assert found_in(patch)[0].lines == ()


def test_the_line_with_most_support_wins() -> None:
    rng = np.random.default_rng(4)
    along = rng.uniform(0.0, 200.0, 40)
    points = np.column_stack((along, 50.0 + 0.1 * along + rng.normal(0.0, 0.3, 40)))
    points[:12] = rng.uniform(0.0, 200.0, (12, 2))
    unknown, free = np.full(40, np.nan), np.ones(40, np.bool_)
    draws = rng.integers(0, 1 << 30, (60, 2))
    line, support = best_line(points, unknown, free, draws, 1.5, 1.0)
    assert support >= 26
    assert line[3] / line[2] == pytest.approx(0.1, abs=0.02)


def test_a_line_is_cut_at_a_long_gap() -> None:
    ground = np.array([(1.0, y) for y in (0.0, 0.1, 0.2, 0.9, 1.0)])
    pieces = pieces_of(ground, np.arange(5), 0.3, 0.0)
    assert pieces.tolist() == [[0, 3], [3, 5]]


def test_chords_agree_on_the_center_of_their_circle() -> None:
    center = np.array((2.0, 0.3))
    chords = np.array([chord(center, angle) for angle in (0.2, 1.5, 3.0, 4.4)])
    others = np.array([(0.5, -1.0, 0.9, -1.0), (3.5, 1.0, 3.5, 1.5)])
    found, count = clustered_center(np.concatenate((chords, others)), CIRCLE)
    assert count == 4
    assert np.hypot(*(found - center)) < 0.02


def test_too_few_chords_are_no_circle() -> None:
    center = np.array((2.0, 0.3))
    chords = np.array([chord(center, angle) for angle in (0.2, 1.5)])
    assert clustered_center(chords, CIRCLE)[1] == 0


def chord(center: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", angle: float) -> list[float]:
    ends = [(math.cos(angle + s), math.sin(angle + s)) for s in (-0.2, 0.2)]
    return [center[k % 2] + 0.75 * ends[k // 2][k % 2] for k in range(4)]


def test_detected_circles_are_at_their_true_position() -> None:
    score = evaluation("nominal", "dim", "half in shadow", seeds=(5, 6, 7)).score("circle")
    assert score.found >= 8.0  # of 9; of 37 circles in more halls, 86 % are found
    assert score.precision > 0.9
    assert score.median_error < 0.04


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ((1.0, 0.0, 2.0, 0.0), (1.0, 0.0, 1.0, 1.0), L),
        ((0.0, 0.0, 2.0, 0.0), (1.0, 0.0, 1.0, 1.0), T),
        ((0.0, 0.0, 2.0, 0.0), (1.0, -1.0, 1.0, 1.0), X),
        # the ends are a few cm off
        ((0.95, 0.0, 2.0, 0.02), (1.0, 0.06, 1.02, 1.0), L),
        ((0.0, 0.0, 2.0, 0.02), (1.0, -0.05, 1.03, 1.0), T),
    ],
)
def test_the_kind_of_an_intersection_follows_from_where_lines_end(
    first: tuple[float, ...], second: tuple[float, ...], kind: int
) -> None:
    limits = np.array((math.sin(0.3), 0.12, 0.03, 0.3))
    found = line_intersections(np.array((first, second)), np.zeros((2, 2)), limits)
    assert found[:, 0].tolist() == [kind]


def test_most_near_intersections_are_found_with_the_right_kind() -> None:
    score = evaluation("nominal", "dim", "half in shadow").score(
        "intersections", lambda event: event.distance < 3.0
    )
    assert score.found + score.missed >= 3
    assert score.recall > 0.75
    assert score.right_fraction >= 0.9
