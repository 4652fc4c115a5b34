"""HULKs' field colors by chromaticity or by one cluster."""

import numpy as np
import pytest
from tests.modules import made
from tests.perception.halls import shots
from tests.perception.hulks_scenes import GRAY, GREEN, carpet, looking_down, paint

from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_chromaticity_field_color_detector import (
    HulksChromaticityFieldColorDetector,
)
from kickabout.perception.colors.hulks_field_color import (
    chromaticity_limits,
    has_field_color,
    moved_cluster,
)
from kickabout.perception.colors.hulks_one_means_field_color_detector import (
    HulksOneMeansFieldColorDetector,
)
from kickabout.perception.colors.relative_colors import chroma
from kickabout.representations import BodyContour, FieldColors, ImageCoordinateSystem
from kickabout.simulation.camera.scene.objects import SceneClass


def is_carpet(colors: FieldColors, color: tuple[int, int, int]) -> bool:
    y, cb, cr = color
    return has_field_color(chroma(y, cb), chroma(y, cr), chromaticity_limits(colors))


@pytest.mark.parametrize("condition", ["nominal", "dim", "bright"])
def test_chromaticity_separates_carpet_in_any_light(condition: str) -> None:
    right = wrong = missed = 0
    detector = made(HulksChromaticityFieldColorDetector)
    for shot in shots(condition):
        system = ImageCoordinateSystem()
        camera = CameraInputs(image=shot.image, info=shot.info, matrix=shot.matrix, system=system)
        chromaticity = chromaticity_limits(detector.update(camera, BodyContour()))
        assert shot.labels is not None
        for row in range(4, shot.image.height, 16):
            for x in range(4, shot.image.width, 16):
                truth = int(shot.labels.classes[row, x])
                if truth not in (SceneClass.FIELD, SceneClass.LINE, SceneClass.BACKGROUND):
                    continue
                y = float(shot.image.yuyv[row, x, 0])
                cb, cr = shot.image.yuyv[row, x : x + 2, 1].astype(float)
                field = has_field_color(chroma(y, cb), chroma(y, cr), chromaticity)
                right += field and truth == SceneClass.FIELD
                wrong += field and truth != SceneClass.FIELD
                missed += not field and truth == SceneClass.FIELD
    assert right > 0.95 * (right + wrong)
    assert right > 0.95 * (right + missed)


def test_without_green_there_is_no_field_color() -> None:
    gray = carpet()
    paint(gray, (slice(None), slice(None)), GRAY)
    assert (
        not made(HulksChromaticityFieldColorDetector)
        .update(looking_down(gray), BodyContour())
        .valid
    )
    assert not is_carpet(FieldColors(), GREEN)


def test_the_color_of_the_carpet_is_measured() -> None:
    colors = made(HulksChromaticityFieldColorDetector).update(looking_down(carpet()), BodyContour())
    assert colors.valid
    assert colors.y == pytest.approx(GREEN[0])
    assert colors.blue == pytest.approx((GREEN[1] - 128) / GREEN[0])


def test_a_cluster_that_starts_elsewhere_converges_in_three_rounds() -> None:
    rng = np.random.default_rng(1)
    samples = np.array(GREEN) + rng.normal(0.0, 3.0, (400, 3))
    cluster = np.array(GREEN, float) + np.array((0.0, 12.0, -16.0))
    for _ in range(3):
        cluster, members = moved_cluster(samples, cluster, 25.0, 1.8)
    assert members > 390
    assert np.hypot(*(cluster - GREEN)[1:]) < 1.0


def test_the_cluster_starts_at_the_peaks_of_the_first_image() -> None:
    detector = made(HulksOneMeansFieldColorDetector)
    image = carpet()
    paint(image, (slice(0, 240), slice(0, 200)), (180, 128, 128))
    colors = detector.update(looking_down(image), BodyContour())
    assert is_carpet(colors, GREEN)
    assert not is_carpet(colors, GRAY)


def test_the_cluster_does_not_move_in_front_of_a_wall() -> None:
    detector = made(HulksOneMeansFieldColorDetector)
    before = detector.update(looking_down(carpet()), BodyContour())
    wall = carpet()
    paint(wall, (slice(None), slice(None)), GRAY)
    after = detector.update(looking_down(wall), BodyContour())
    assert after.blue == before.blue
    assert after.red == before.red


def test_an_empty_image_has_no_field_color() -> None:
    blind = looking_down(np.zeros((0, 0, 2), np.uint8))
    assert not made(HulksChromaticityFieldColorDetector).update(blind, BodyContour()).valid
    assert not made(HulksOneMeansFieldColorDetector).update(blind, BodyContour()).valid
