"""The robot's own body in rendered images."""

import numpy as np
from tests.perception.halls import classical_pipeline, shots

from kickabout.perception.camera.body_outline import hide_below
from kickabout.representations import BodyContour

OWN = 2  # instance in the label images


def test_the_contour_hides_the_robots_body_and_little_else() -> None:
    pipeline = classical_pipeline()
    body = hidden_body = other = hidden_other = 0
    for shot in shots():
        contour: BodyContour = pipeline.see(shot)[BodyContour]
        assert shot.labels is not None
        height, width = shot.labels.instances.shape
        bottoms = np.array([contour.bottom(x, height) for x in range(width)])
        below = np.arange(height).reshape(-1, 1) >= bottoms
        own = shot.labels.instances == OWN
        body, hidden_body = body + own.sum(), hidden_body + (own & below).sum()
        other, hidden_other = other + (~own).sum(), hidden_other + (~own & below).sum()
    assert body > 1000
    assert hidden_body >= 0.98 * body
    assert hidden_other <= 0.05 * other


def test_without_a_contour_the_whole_column_is_free() -> None:
    assert BodyContour().bottom(10.0, 240) == 240


def test_shapes_above_the_image_hide_nothing() -> None:
    rows = np.full(10, np.int32(240))
    above = np.array(((0.0, -80.0), (40.0, -80.0), (40.0, -20.0), (0.0, -20.0)))
    hide_below(above, 4.0, 2.0, rows)
    assert (rows == 240).all()
    hide_below(above + np.array((0.0, 60.0)), 4.0, 2.0, rows)
    assert (rows == 0).all()
