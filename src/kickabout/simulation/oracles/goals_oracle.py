"""Goals oracle: from ground truth to the visible parts of colored goals in an image."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import BoolArray, Points2, Points3
from kickabout.representations import FieldDimensions, GoalPercept, GoalsPercept, GroundTruth
from kickabout.simulation.oracles.observation.bearings import bearing_of, bearing_variance
from kickabout.simulation.oracles.observation.recognition import recognition_rate
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.soccer.boards import goal_color

LEVELS = (0.15, 0.5, 0.95)  # of the height, at which a column of the goal is tested


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalsOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of each measured edge")
    margin_px: float = param(2.0, unit="px", low=0.0, doc="minimum distance from the image's edge")
    columns: int = param(25, low=3, high=200, doc="number of columns that are tested in each goal")
    min_width_px: float = param(6.0, unit="px", low=1.0, doc="minimum width of a visible part")
    rate: float = param(0.97, low=0.0, high=1.0, doc="fraction of near goals that are found")
    full_range: float = param(
        4.0, unit="m", low=0.0, doc="distance beyond which fewer goals are found"
    )
    end_range: float = param(8.0, unit="m", low=0.0, doc="distance beyond which no goal is found")


class GoalsOracle(Module[GoalsOracleParameters]):
    """Colored goals by the widest part that neither the image's edge nor robots hide.

    A goal is tested in columns across its opening, each at three heights. Goals without a color
    and goals seen from behind are not found.
    """

    random_stream = "GoalsOracle"
    replaces = ("CameraImage",)

    def update(
        self, truth: GroundTruth, viewpoint: Viewpoint, field: FieldDimensions
    ) -> GoalsPercept:
        sides = [
            (side, goal_color(field.goal, truth.direction * side))
            for side in (1.0, -1.0)
            if goal_color(field.goal, truth.direction * side)
        ]
        found = [self._percept(viewpoint, field, side, color) for side, color in sides]
        return GoalsPercept(goals=tuple(goal for goal in found if goal is not None))

    def _percept(
        self, viewpoint: Viewpoint, field: FieldDimensions, side: float, color: str
    ) -> GoalPercept | None:
        p, goal = self.parameters, field.goal
        draw, noise = self.random.random(), self.random.standard_normal(4) * p.noise_px
        offset = np.array((side * goal.post_x, 0.0)) - viewpoint.camera_in_field[:2]
        distance = float(np.hypot(*offset))
        is_found = draw < recognition_rate(distance, p.rate, p.full_range, p.end_range)
        if not is_found or side * offset[0] <= 0.0:
            return None
        first, last = self._widest_part(viewpoint, field, side)
        if last < first:
            return None
        edges = viewpoint.projected(self._edges(field, side, first, last))
        left, right = edges[:, 0].min() + noise[0], edges[:, 0].max() + noise[1]
        if not right - left >= p.min_width_px:
            return None
        width, height = viewpoint.image_size
        top = float(np.clip(edges[:, 1].min() + noise[2], 0.0, height))
        bottom = float(np.clip(edges[:, 1].max() + noise[3], 0.0, height))
        left, right = float(np.clip(left, 0.0, width)), float(np.clip(right, 0.0, width))
        middle = (top + bottom) / 2.0
        return GoalPercept(
            color=color,
            box_in_image=(left, top, right, bottom),
            left_bearing=bearing_of(viewpoint, np.array((left, middle))),
            right_bearing=bearing_of(viewpoint, np.array((right, middle))),
            variance=bearing_variance(viewpoint, p.noise_px),
            left_is_post=first == 0,
            right_is_post=last == p.columns - 1,
            distance=self._distance(viewpoint, field, side, noise[2] - noise[3]),
        )

    def _widest_part(
        self, viewpoint: Viewpoint, field: FieldDimensions, side: float
    ) -> tuple[int, int]:
        """Return the first and the last column, from left to right; (0, −1) if none is visible."""
        columns = self.parameters.columns
        points = np.concatenate([self._points(field, side, level) for level in LEVELS])
        pixels = viewpoint.seen(points, self.parameters.margin_px)
        seen: BoolArray = np.isfinite(pixels[:, 0]).reshape(len(LEVELS), columns)
        shown: list[bool] = seen.max(axis=0).tolist()
        best, start = (0, -1), 0
        for column in range(columns + 1):
            if column < columns and shown[column]:
                continue
            if column - start > best[1] - best[0] + 1:
                best = (start, column - 1)
            start = column + 1
        return best

    def _points(self, field: FieldDimensions, side: float, level: float) -> Points3:
        """Return points across the opening, from left to right for a robot in front of it."""
        goal, columns = field.goal, self.parameters.columns
        y = side * np.linspace(goal.post_y, -goal.post_y, columns)
        x, z = np.full(columns, side * goal.post_x), np.full(columns, level * goal.crossbar_z)
        return np.column_stack((x, y, z))

    def _edges(self, field: FieldDimensions, side: float, first: int, last: int) -> Points3:
        """Return the four corners of the part between two columns."""
        ends = [self._points(field, side, level)[[first, last]] for level in (0.0, 1.0)]
        return np.concatenate(ends)

    def _distance(
        self, viewpoint: Viewpoint, field: FieldDimensions, side: float, noise_px: float
    ) -> float | None:
        """Return the distance by the height of the back wall; None if it is not visible."""
        goal = field.goal
        back = np.array((side * (goal.post_x + goal.depth), 0.0))
        ends: Points3 = np.array(((*back, goal.crossbar_z), (*back, 0.0)))
        pixels: Points2 = viewpoint.seen(ends, self.parameters.margin_px)
        height = float(np.hypot(*(pixels[0] - pixels[1])))
        if not height > 0.0:
            return None
        true = float(np.hypot(*(back - viewpoint.camera_in_field[:2])))
        return true * height / max(height + float(noise_px), 1.0)
