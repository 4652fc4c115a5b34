"""Flag detection: from blobs and their directions to the flags beside the field."""

import functools
import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Robot, Vector2, readonly
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.landmarks.flag_pairs import FlagRules, flag_pairs
from kickabout.perception.landmarks.flag_sizes import Band, FlagSize, flag_size
from kickabout.representations import (
    BlobRanges,
    ColorClass,
    FieldDimensions,
    LandmarkPercept,
    LandmarksPercept,
)
from kickabout.representations.field import ColoredPart


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamFlagDetectorParameters:
    min_pixels: int = param(8, unit="px", low=1, doc="minimum number of pixels of each color")
    enlargement: float = param(
        0.02, unit="rad", low=0.0, doc="how much a range is enlarged to be adjacent to another one"
    )
    max_ratio: float = param(2.0, low=1.0, doc="maximum ratio of the sizes of both colors")
    tolerance: float = param(
        0.006, unit="rad", low=0.0, doc="angle that is added to sizes before they are compared"
    )
    max_height_error: float = param(
        0.05, unit="m", low=0.0, doc="maximum error of the height at which both colors meet"
    )
    max_tilt_error: float = param(
        0.04, unit="rad", low=0.0, doc="maximum error of the camera's tilt, added to that of height"
    )
    noise_px: float = param(0.7, unit="px", low=0.01, doc="deviation of each edge")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


class GermanTeamFlagDetector(Module[GermanTeamFlagDetectorParameters]):
    """Takes pink with another color of nearly the same size immediately above or below for a flag.

    After GermanTeam 2001, section 4.6.3. Which flag it is follows from the colors of the field's
    landmarks. The report does not compare heights: here, pairs that would not be at the height of
    flags are rejected, and of pairs that share a color or are the same flag, the one with the
    smallest error of its height is kept.
    """

    def update(
        self, blobs: BlobInputs, ranges: BlobRanges, field: FieldDimensions
    ) -> LandmarksPercept:
        p, found = self.parameters, blobs.percept
        if not ranges.valid:
            return LandmarksPercept()
        rules = FlagRules(p.min_pixels, p.enlargement, p.max_ratio, p.tolerance)
        pairs = flag_pairs(found.color, found.pixels, ranges.angles, ranges.cut, rules)
        known = flags_by_colors(field)
        candidates: list[tuple[float, int, int, LandmarkPercept]] = []
        for upper, lower in pairs.tolist():
            part = known.get((int(found.color[upper]), int(found.color[lower])))
            if part is not None:
                size = flag_size(
                    band_of(ranges, upper),
                    band_of(ranges, lower),
                    part,
                    p.noise_px / blobs.info.focal_length[0],
                )
                error, tolerance = self._height_error(blobs, size, part)
                if error <= tolerance:
                    percept = self._percept(blobs, upper, lower, part.name, size)
                    candidates.append((error, upper, lower, percept))
        return LandmarksPercept(landmarks=_without_conflicts(candidates))

    def _height_error(
        self, blobs: BlobInputs, size: FlagSize, part: ColoredPart
    ) -> tuple[float, float]:
        """Return the error of the height at which both colors meet, and its maximum."""
        p = self.parameters
        height = blobs.projection.position_in_robot[2] + size.distance * size.slope
        tolerance = p.max_height_error + p.max_tilt_error * size.distance
        tolerance += 2.0 * size.deviation * abs(size.slope)
        return abs(height - (part.top - 0.5 * part.height)), tolerance

    def _percept(
        self, blobs: BlobInputs, upper: int, lower: int, name: str, seen: FlagSize
    ) -> LandmarkPercept:
        p = self.parameters
        noise = p.noise_px / blobs.info.focal_length[0]
        camera: Vector2[Robot] = Vector2.from_array(blobs.projection.position_in_robot[:2])
        position = camera + Vector2.from_polar(seen.distance, seen.bearing)
        boxes = blobs.percept.box[[upper, lower]]
        (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        variance = 0.5 * noise**2 + p.pan_deviation**2
        return LandmarkPercept(
            name=name,
            center_in_image=Vector2(0.5 * float(left + right), 0.5 * float(top + bottom)),
            width_px=float(right - left),
            height_px=float(bottom - top),
            bearing=math.atan2(position.y, position.x),
            distance=math.hypot(*position),
            covariance=readonly(np.diag((variance, seen.deviation**2))),
            left_bearing=seen.left,
            right_bearing=seen.right,
        )


def _without_conflicts(
    candidates: list[tuple[float, int, int, LandmarkPercept]],
) -> tuple[LandmarkPercept, ...]:
    """Return flags of which no two share a blob or a name; errors of height come first."""
    used: set[int] = set()
    flags = dict[str, LandmarkPercept]()
    for _, upper, lower, percept in sorted(candidates, key=lambda candidate: candidate[0]):
        if percept.name not in flags and used.isdisjoint((upper, lower)):
            flags[percept.name] = percept
            used |= {upper, lower}
    return tuple(flags.values())


def band_of(ranges: BlobRanges, blob: int) -> Band:
    """Return the range of a blob."""
    left, right, top, bottom = ranges.angles[blob].tolist()
    a, b, c, d = ranges.cut[blob].tolist()
    return Band(left=left, right=right, top=top, bottom=bottom, cut=(a, b, c, d))


@functools.lru_cache(maxsize=4)
def flags_by_colors(field: FieldDimensions) -> dict[tuple[int, int], ColoredPart]:
    """Return the flags of a field by the classes of their upper and their lower color."""
    classes = {color.name.lower(): int(color) for color in ColorClass}
    flags = {}
    for landmark in field.landmarks:
        colors = [classes[band.color] for band in landmark.bands if band.color in classes]
        if len(colors) == 2:
            flags[colors[1], colors[0]] = landmark.colored_part
    return flags
