"""Flag detection: from blobs and their directions to the flags beside the field."""

import functools
import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Robot, Vector2, readonly
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.landmarks.flag_pairs import FlagRules, flag_pairs
from kickabout.perception.landmarks.flag_sizes import Band, flag_size
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
        0.15, unit="m", low=0.0, doc="maximum error of the height at which both colors meet"
    )
    noise_px: float = param(0.7, unit="px", low=0.01, doc="deviation of each edge")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


class GermanTeamFlagDetector(Module[GermanTeamFlagDetectorParameters]):
    """Takes pink with another color of nearly the same size immediately above or below for a flag.

    After GermanTeam 2001, section 4.6.3. Which flag it is follows from the colors of the field's
    landmarks. If several pairs are the same flag, that with the most pink is kept. Pairs that would
    not be at the height of flags are rejected, which the report does not do.
    """

    def update(
        self, blobs: BlobInputs, ranges: BlobRanges, field: FieldDimensions
    ) -> LandmarksPercept:
        p, found = self.parameters, blobs.percept
        if not ranges.valid:
            return LandmarksPercept()
        rules = FlagRules(p.min_pixels, p.enlargement, p.max_ratio, p.tolerance)
        pairs = flag_pairs(found.color, found.pixels, ranges.angles, ranges.cut, rules)
        known, landmarks = flags_by_colors(field), dict[str, LandmarkPercept]()
        for upper, lower in pairs.tolist():
            part = known.get((int(found.color[upper]), int(found.color[lower])))
            if part is None or part.name in landmarks:
                continue
            percept = self._percept(blobs, ranges, upper, lower, part)
            if percept is not None:
                landmarks[part.name] = percept
        return LandmarksPercept(landmarks=tuple(landmarks.values()))

    def _percept(
        self, blobs: BlobInputs, ranges: BlobRanges, upper: int, lower: int, part: ColoredPart
    ) -> LandmarkPercept | None:
        """Return the flag; None if it would be too high or too low."""
        p, focal = self.parameters, blobs.info.focal_length[0]
        noise = p.noise_px / focal
        seen = flag_size(band_of(ranges, upper), band_of(ranges, lower), part, noise)
        height = blobs.projection.position_in_robot[2] + seen.distance * seen.slope
        tolerance = p.max_height_error + 2.0 * seen.deviation * abs(seen.slope)
        if abs(height - (part.top - 0.5 * part.height)) > tolerance:
            return None
        camera: Vector2[Robot] = Vector2.from_array(blobs.projection.position_in_robot[:2])
        position = camera + Vector2.from_polar(seen.distance, seen.bearing)
        boxes = blobs.percept.box[[upper, lower]]
        (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        variance = 0.5 * noise**2 + p.pan_deviation**2
        return LandmarkPercept(
            name=part.name,
            center_in_image=Vector2(0.5 * float(left + right), 0.5 * float(top + bottom)),
            width_px=float(right - left),
            height_px=float(bottom - top),
            bearing=math.atan2(position.y, position.x),
            distance=math.hypot(*position),
            covariance=readonly(np.diag((variance, seen.deviation**2))),
            left_bearing=seen.left,
            right_bearing=seen.right,
        )


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
