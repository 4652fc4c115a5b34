"""The penalty mark: from small white spots on the carpet to a cross of the right shape."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import FloatArray, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball_spots import carpet_of
from kickabout.perception.contrast_normalized_sobel import contrast_normalized
from kickabout.perception.eye import (
    Eye,
    eye_of,
    image_to_robot,
    robot_to_image,
    spreads_on_ground,
)
from kickabout.perception.line_spots import column_spots
from kickabout.perception.penalty_mark_shape import (
    best_place,
    bright_extents,
    contrast,
    cross_outline,
    green_and_outside,
    green_share,
    group_centers,
    mark_groups,
    placed_points,
    white_center,
)
from kickabout.perception.scan_grid import line_heights
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldColors,
    FieldDimensions,
    ImageCoordinateSystem,
    PenaltyMarkPercept,
    ScanLineRegions,
)

CELL = 16  # px, of which searched areas are multiples
LEAST_GREEN = 0.6  # share of the ring around a candidate that is worth a search for the cross
RING = np.column_stack(
    [function(np.arange(24) * (math.pi / 12.0)) for function in (np.cos, np.sin)]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyMarkFinderParameters:
    farthest: float = param(3.0, unit="m", low=0.0, doc="marks farther away are not looked for")
    candidates: int = param(3, low=1, high=20, doc="that are looked at in one image")
    smallest: float = param(0.5, low=0.0, doc="size of a candidate, in sizes of the mark")
    largest: float = param(1.7, low=0.0, doc="size of a candidate, in sizes of the mark")
    taller: float = param(3.0, low=0.0, doc="line heights by which regions reach their neighbors")
    noise: float = param(4.0, low=0.0, doc="deviation of Y that counts as no contrast")
    response: float = param(0.30, low=0.0, doc="least mean response of the outline")
    green: float = param(0.9, low=0.0, high=1.0, doc="share of the ring that must be carpet")
    notches: float = param(1.03, low=0.0, doc="darkest arm over the brightest notch between arms")
    brighter: float = param(1.1, low=1.0, doc="the mark is brighter than the carpet around it")
    even: float = param(0.6, low=0.0, high=1.0, doc="darkest over brightest part of the mark")
    blurred_response: float = param(0.4, low=0.0, doc="of marks too far to show their notches")
    blurred_contrast: float = param(1.3, low=1.0, doc="of these, middle over carpet")
    blurred_from: float = param(0.12, low=0.0, doc="height of a row on the ground, in marks")
    tilt_deviation: float = param(0.0105, unit="rad", low=0.0, doc="of the camera's roll and pitch")
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="of the camera's direction")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="of what is seen in the image")


@inputs
@frozen
class MarkInputs:
    """What the search looks at."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem
    columns: ScanLineRegions
    colors: FieldColors
    field: FieldDimensions


class PenaltyMarkFinder(Module[PenaltyMarkFinderParameters]):
    """Candidates by size, then the cross's outline in the contrast-normalized Sobel image.

    After B-Human 2019, sections 4.3.3 and 4.3.4. It is enough to see the mark at times; to see
    one where there is none would do harm.
    """

    def update(self, given: MarkInputs) -> PenaltyMarkPercept:
        p = self.parameters
        usable = given.matrix.valid and given.colors.valid and given.image.height > 0
        if not usable:
            return PenaltyMarkPercept()
        eye = eye_of(given.matrix, given.info, given.system)
        best, place = 0.0, np.zeros(3)
        for center in self._candidates(given, eye)[: p.candidates]:
            if canvas := self.debug.image("candidates"):
                canvas.circle(robot_to_image(center.reshape(1, 2), eye, 0.0)[0], 10.0)
            found, response = self._fitted(given, center, eye)
            if response > best and self._is_mark(given, found, response, eye):
                best, place = response, found
        if best == 0.0:
            return PenaltyMarkPercept()
        at = place[:2].reshape(1, 2).copy()
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        return PenaltyMarkPercept(
            seen=True,
            center_in_image=Vector2.from_array(robot_to_image(at, eye, 0.0)[0]),
            position_in_robot=Vector2.from_array(place[:2]),
            covariance=sealed(spreads_on_ground(at, eye, *deviations)[0]),
        )

    def _candidates(self, given: MarkInputs, eye: Eye) -> list[FloatArray]:
        """Centers on the ground of groups of white regions about as large as the mark."""
        p, columns = self.parameters, given.columns
        size = given.field.penalty_mark_size
        heights = line_heights(eye, given.image.height, given.field.line_width)
        above = float(eye.position_in_robot[2])
        lowest = given.field.line_width * float(eye.intrinsics[1]) * above
        lowest *= 0.9 / (p.farthest**2 + above**2)
        limits = np.array((p.largest * size / given.field.line_width, 3.0, lowest))
        edges = column_spots(
            columns.columns,
            columns.line_of,
            columns.top,
            columns.bottom,
            columns.color,
            heights,
            limits,
        )
        if len(edges) == 0:
            return []
        rows = np.clip((0.5 * (edges[:, 1] + edges[:, 3])).astype(int), 0, len(heights) - 1)
        edges = np.column_stack((edges, heights[rows]))
        groups = mark_groups(edges, float(columns.spacing), p.taller)
        bounds = np.array((p.smallest * size, p.largest * size, p.farthest))
        centers = group_centers(edges, groups, float(columns.spacing), eye, bounds)
        return sorted(centers, key=lambda center: math.hypot(*center))

    def _fitted(self, given: MarkInputs, center: FloatArray, eye: Eye) -> tuple[Vec, float]:
        """Best place of the cross near a candidate, and the response of its outline there."""
        size = given.field.penalty_mark_size
        middle = self._middle(given, center, eye)
        box = _box(middle, 1.3 * size, eye, given.image, cell=CELL)
        if box is None or self._is_crowded(given, middle, eye):
            return np.zeros(3), 0.0
        gradients = contrast_normalized(given.image.yuyv, *box, self.parameters.noise)
        outline = cross_outline(size, given.field.line_width, 3)
        return best_place(gradients, box[0], box[1], outline, middle, eye, 0.08 * size)

    def _is_crowded(self, given: MarkInputs, middle: FloatArray, eye: Eye) -> bool:
        """Whether so little carpet is around a candidate that no place nearby stands alone.

        Points outside of the image may be inside once the place is found; these are few.
        """
        points = middle + 1.1 * given.field.penalty_mark_size * RING
        green, _ = green_and_outside(given.image.yuyv, points, eye, carpet_of(given.colors))
        return green < LEAST_GREEN * len(RING)

    def _middle(self, given: MarkInputs, center: FloatArray, eye: Eye) -> FloatArray:
        """The candidate's center of brightness on the ground; groups of regions are coarse."""
        size = given.field.penalty_mark_size
        for reach in (0.9, 0.75):
            box = _box(center, reach * size, eye, given.image, cell=1)
            if box is None:
                return center
            brightest = float(given.image.yuyv[box[1] : box[3], box[0] : box[2], 0].max())
            pixel = white_center(given.image.yuyv, *box, 0.5 * (given.colors.y + brightest))
            middle = image_to_robot(pixel.reshape(1, 2), eye, 0.0)[0]
            if not np.isfinite(middle).all():
                return center
            center = middle
        return center

    def _is_mark(self, given: MarkInputs, place: Vec, response: float, eye: Eye) -> bool:
        p, yuyv = self.parameters, given.image.yuyv
        if response < p.response:
            return False
        size, thin = given.field.penalty_mark_size, given.field.line_width
        if not self._stands_alone(given, place, eye):
            return False
        arm = 0.36 * size
        arms = np.array(((0.0, 0.0), (arm, 0.0), (-arm, 0.0), (0.0, arm), (0.0, -arm)))
        inside = placed_points(arms, place, 1.0)
        outside = place[:2] + 0.85 * size * RING
        brighter, even = contrast(yuyv, inside, outside, eye)
        if brighter >= p.brighter and even >= p.even:
            notch = 0.5 * (0.5 * thin + 0.5 * size) * 1.05
            corners = np.array(((notch, notch), (notch, -notch), (-notch, notch), (-notch, -notch)))
            darkest_arm, _ = contrast(yuyv, inside, placed_points(corners, place, 1.0), eye)
            if darkest_arm >= p.notches:
                return True
        return response >= p.blurred_response and self._has_its_size(given, place, eye)

    def _stands_alone(self, given: MarkInputs, place: Vec, eye: Eye) -> bool:
        """Carpet on two rings around it, farther out where motion has blurred it."""
        carpet, size = carpet_of(given.colors), given.field.penalty_mark_size
        rings = [
            green_share(given.image.yuyv, place[:2] + radius * size * RING, eye, carpet)
            for radius in (0.85, 1.1, 1.35)
        ]
        green = self.parameters.green
        return rings[1] >= green and max(rings[0], rings[2]) >= green

    def _has_its_size(self, given: MarkInputs, place: Vec, eye: Eye) -> bool:
        """Instead of the notches where they are too small to be seen: as wide as it is deep."""
        p, size, yuyv = self.parameters, given.field.penalty_mark_size, given.image.yuyv
        far, above = math.hypot(place[0], place[1]), float(eye.position_in_robot[2])
        slant = math.hypot(far, above)
        column = slant / float(eye.intrinsics[0])  # m on the ground for each px
        row = slant * slant / (above * float(eye.intrinsics[1]))
        if row < p.blurred_from * size:
            return False
        pixel = robot_to_image(place[:2].reshape(1, 2).copy(), eye, 0.0)[0]
        at = float(yuyv[int(pixel[1]), int(pixel[0]), 0])
        wide, deep = bright_extents(yuyv, place, eye, 2.0 * size, 0.5 * (at + given.colors.y))
        return (
            at >= p.blurred_contrast * given.colors.y
            and 0.75 * size - column <= wide <= 1.3 * size + column
            and 0.6 * size - 0.5 * row <= deep <= 1.3 * size + row
        )


def _box(
    center: FloatArray, reach: float, eye: Eye, image: CameraImage, *, cell: int
) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the cells that show the ground around a point."""
    corners = center + reach * np.array(((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)))
    pixels = robot_to_image(corners, eye, 0.0)
    if not np.isfinite(pixels).all():
        return None
    left, top = (max(int(low) // cell * cell, 0) for low in pixels.min(axis=0))
    right, bottom = (-(-int(high) // cell) * cell for high in pixels.max(axis=0))
    right, bottom = min(right, image.width), min(bottom, image.height)
    return (left, top, right, bottom) if right - left >= 4 and bottom - top >= 4 else None
