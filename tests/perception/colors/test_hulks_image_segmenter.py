"""HULKs' segmentation: regions between edges, with median colors."""

import numpy as np
from tests.modules import made
from tests.perception.hulks_scenes import BLACK, CARPET, GRAY, WHITE, carpet, looking_down, paint

from kickabout.perception.camera.camera_projection import image_to_robot
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.representations import (
    BodyContour,
    FieldColors,
    HorizontalRegions,
    RegionColor,
    ScanLineRegions,
)
from kickabout.representations.camera import Yuyv


def segmented(
    image: Yuyv, contour: BodyContour | None = None, colors: FieldColors = CARPET
) -> tuple[ScanLineRegions, HorizontalRegions]:
    found: tuple[ScanLineRegions, HorizontalRegions] = made(HulksImageSegmenter).update(
        looking_down(image), contour or BodyContour(), colors
    )
    return found


def column(regions: ScanLineRegions, line: int) -> list[tuple[int, int, RegionColor]]:
    """Return top, bottom and color of a column's regions from bottom to top."""
    chosen = np.flatnonzero(regions.line_of == line)
    return [
        (int(regions.top[i]), int(regions.bottom[i]), RegionColor(int(regions.color[i])))
        for i in chosen
    ]


def test_stripes_become_regions_between_their_edges() -> None:
    image = carpet()
    paint(image, (slice(300, 320), slice(None)), WHITE)
    paint(image, (slice(200, 230), slice(None)), BLACK)
    regions, _ = segmented(image)
    for line in (0, 40, 79):
        kinds = [kind for _, _, kind in column(regions, line)]
        assert kinds == [
            RegionColor.FIELD,
            RegionColor.WHITE,
            RegionColor.FIELD,
            RegionColor.BLACK,
            RegionColor.FIELD,
        ]
        white, black = column(regions, line)[1], column(regions, line)[3]
        assert np.abs(np.subtract(white[:2], (300, 320))).max() <= 1
        assert np.abs(np.subtract(black[:2], (200, 230))).max() <= 1


def test_carpet_ends_at_a_floor_that_is_as_pale() -> None:
    """The floor is darker by as much as its chroma is higher, so its paleness is the same."""
    image = carpet()
    paint(image, (slice(0, 150), slice(None)), (54, 128, 128))
    regions, _ = segmented(image)
    field, floor = column(regions, 30)[:2]
    assert abs(field[0] - 150) <= 1
    assert floor[2] is not RegionColor.FIELD


def test_carpet_ends_at_a_floor_that_is_as_bright() -> None:
    image = carpet()
    paint(image, (slice(0, 150), slice(None)), (80, 128, 128))
    regions, _ = segmented(image)
    field, floor = column(regions, 30)[:2]
    assert field[2] is RegionColor.FIELD
    assert abs(field[0] - 150) <= 1
    assert floor[2] is not RegionColor.FIELD


def test_the_median_is_not_disturbed_by_a_few_pixels() -> None:
    image = carpet()
    paint(image, (slice(300, 340), slice(None)), WHITE)
    paint(image, (slice(316, 322), slice(None)), (WHITE[0], WHITE[1] - 40, WHITE[2] + 40))
    regions, _ = segmented(image)
    white = np.flatnonzero(regions.color == RegionColor.WHITE)
    assert len(white) == len(regions.columns)
    assert np.all(regions.y[white] == WHITE[0])
    assert np.all(regions.cb[white] == WHITE[1])


def test_noise_of_the_carpet_makes_one_region_of_it() -> None:
    image = carpet()
    noise = np.random.default_rng(3).normal(0.0, 3.0, image.shape)
    noisy = np.clip(image + noise, 0, 255).astype(np.uint8)
    regions, rows = segmented(noisy)
    assert len(regions.top) == len(regions.columns)
    assert len(rows.left) == len(rows.rows)


def test_rows_have_a_constant_distance_on_the_ground() -> None:
    image = carpet()
    _, rows = segmented(image)
    middle = np.full(len(rows.rows), 320.0)
    ground = image_to_robot(
        np.column_stack((middle, rows.rows.astype(float))), looking_down(image).projection, 0.0
    )
    distances = ground[:, 0]
    near = np.diff(distances[distances < 0.9])
    assert len(near) > 8
    assert np.abs(near - 0.04).max() < 0.004
    assert np.all(np.diff(rows.rows) <= -3)


def test_the_robots_body_is_left_out() -> None:
    image = carpet()
    paint(image, (slice(400, 480), slice(0, 320)), GRAY)
    hidden = np.where(np.arange(160) < 80, 400, 480).astype(np.int32)
    regions, rows = segmented(image, BodyContour(spacing=4, rows=hidden))
    assert np.all(regions.color == RegionColor.FIELD)
    assert np.all(rows.color == RegionColor.FIELD)
    assert regions.bottom[regions.line_of < 40].max() <= 400


def test_without_a_field_color_nothing_is_field() -> None:
    regions, _ = segmented(carpet(), colors=FieldColors())
    assert not np.any(regions.color == RegionColor.FIELD)
