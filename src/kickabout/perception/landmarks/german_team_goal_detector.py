"""Goal detection by color: from blobs and their directions to the two goals."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import BoolArray
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.landmarks.goal_blobs import goal_blobs, hidden_side
from kickabout.representations import (
    BlobRanges,
    BlobsPercept,
    ColorClass,
    FieldDimensions,
    GoalPercept,
    GoalsPercept,
    LandmarksPercept,
    RangeSide,
)
from kickabout.representations.field import Goal

TEAM_COLORS = (int(ColorClass.RED), int(ColorClass.BLUE))
CLASSES = {color.name.lower(): color for color in ColorClass}


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamGoalDetectorParameters:
    enlargement: float = param(
        0.05, unit="rad", low=0.0, doc="maximum angle between a part of the goal and the carpet"
    )
    max_gap: float = param(
        0.3, unit="rad", low=0.0, doc="maximum angle between two parts, which a robot may hide"
    )
    min_fraction: float = param(
        0.35, low=0.0, doc="minimum area, as a fraction of a goal's area seen from the other goal"
    )
    patch_pixels: int = param(
        8, unit="px", low=1, doc="minimum number of pixels of a patch that may hide a side"
    )
    patch_gap: float = param(
        0.04, unit="rad", low=0.0, doc="maximum angle from a patch to a side that it may hide"
    )
    noise_px: float = param(1.0, unit="px", low=0.01, doc="deviation of each side")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


class GermanTeamGoalDetector(Module[GermanTeamGoalDetectorParameters]):
    """Unites blobs of a goal's color above the carpet, which robots in front of it may split.

    After GermanTeam 2001, section 4.6.4; the minimum area is not in the report. A side that is
    not where the image ends is a post, unless a patch in team color is beside it.
    """

    def update(
        self,
        blobs: BlobInputs,
        ranges: BlobRanges,
        landmarks: LandmarksPercept,
        field: FieldDimensions,
    ) -> GoalsPercept:
        if not ranges.valid or not len(blobs.percept):
            return GoalsPercept()
        is_flag = parts_of_flags(blobs.percept, landmarks)
        goals = []
        for name in field.goal.colors:
            if name in CLASSES:
                goal = self._goal(name, blobs, ranges, is_flag, field)
                goals += [goal] if goal is not None else []
        return GoalsPercept(goals=tuple(goals))

    def _goal(
        self,
        name: str,
        blobs: BlobInputs,
        ranges: BlobRanges,
        is_flag: BoolArray,
        field: FieldDimensions,
    ) -> GoalPercept | None:
        p, found, angles = self.parameters, blobs.percept, ranges.angles
        parts = goal_blobs(
            found.color, found.pixels, angles, is_flag, int(CLASSES[name]), p.enlargement, p.max_gap
        )
        fx, fy = blobs.info.focal_length
        enough = p.min_fraction * fx * fy * area_from_other_goal(field.goal)
        if not len(parts) or found.pixels[parts].sum() < enough:
            return None
        high, low = angles[parts].max(axis=0), angles[parts].min(axis=0)
        sides = (float(high[0]), float(low[1]), float(high[2]), float(low[3]))
        cut = [bool(ranges.cut[parts[_extreme(angles[parts, s], s)], s]) for s in RangeSide]
        posts = [not cut[s] and not self._is_hidden(found, ranges, sides, s) for s in (0, 1)]
        box, noise = found.box[parts], p.noise_px / fx
        return GoalPercept(
            color=name,
            box_in_image=(
                float(box[:, 0].min()),
                float(box[:, 1].min()),
                float(box[:, 2].max()),
                float(box[:, 3].max()),
            ),
            left_bearing=sides[0],
            right_bearing=sides[1],
            variance=noise**2 + p.pan_deviation**2,
            left_is_post=posts[0],
            right_is_post=posts[1],
            distance=None if cut[2] or cut[3] else goal_distance(sides, field.goal),
        )

    def _is_hidden(
        self,
        found: BlobsPercept,
        ranges: BlobRanges,
        sides: tuple[float, float, float, float],
        side: int,
    ) -> bool:
        p = self.parameters
        return hidden_side(
            found.color,
            found.pixels,
            ranges.angles,
            sides,
            side,
            TEAM_COLORS,
            p.patch_pixels,
            p.patch_gap,
        )


def _extreme(angles: np.ndarray, side: int) -> int:
    return int(angles.argmax() if side in (RangeSide.LEFT, RangeSide.TOP) else angles.argmin())


def parts_of_flags(found: BlobsPercept, landmarks: LandmarksPercept) -> BoolArray:
    """Return which blobs have their middle within a flag."""
    x, y = 0.5 * (found.box[:, 0] + found.box[:, 2]), 0.5 * (found.box[:, 1] + found.box[:, 3])
    inside = np.zeros(len(found), np.bool_)
    for flag in landmarks.landmarks:
        u, v = flag.center_in_image
        inside |= (np.abs(x - u) <= 0.5 * flag.width_px) & (np.abs(y - v) <= 0.5 * flag.height_px)
    return inside


def area_from_other_goal(goal: Goal) -> float:
    """Return the area of a goal at distance 1, seen from the middle of the other one."""
    return 2.0 * goal.inner_half_width * goal.crossbar_z / (2.0 * goal.post_x + goal.depth) ** 2


def goal_distance(sides: tuple[float, float, float, float], goal: Goal) -> float:
    """Return the distance to the back wall; the nearest parts of the goal are its posts."""
    height = math.tan(sides[2]) - math.tan(sides[3])
    return goal.crossbar_z / max(height, 1e-3) + goal.depth
