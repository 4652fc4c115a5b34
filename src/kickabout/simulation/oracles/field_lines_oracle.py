"""Field lines oracle: from ground truth to the visible pieces of lines in this image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray
from kickabout.representations import FieldDimensions, LineSegmentPercept, LinesPercept
from kickabout.simulation.oracles.observation.landmarks import lines_of
from kickabout.simulation.oracles.observation.line_percepts import line_percepts
from kickabout.simulation.oracles.observation.line_pieces import visible_pieces
from kickabout.simulation.oracles.observation.recognition import recognized
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLinesOracleParameters:
    noise_px: float = param(0.7, unit="px", low=0.0, doc="deviation of each end in the image")
    rate: float = param(0.93, low=0.0, high=1.0, doc="fraction of near pieces that are found")
    full_range: float = param(
        4.0, unit="m", low=0.0, doc="distance beyond which fewer pieces are found"
    )
    end_range: float = param(7.0, unit="m", low=0.0, doc="distance beyond which no line is found")
    min_length: float = param(0.25, unit="m", low=0.0, doc="minimum length of pieces")
    min_length_px: float = param(
        12.0, unit="px", low=0.0, doc="minimum length of pieces in the image"
    )
    false_rate: float = param(
        0.04, low=0.0, high=1.0, doc="fraction of images with a false line at a robot"
    )
    false_length: float = param(0.35, unit="m", low=0.0, doc="length of false lines")


class FieldLinesOracle(Module[FieldLinesOracleParameters]):
    """Lines end at the edge of the image, at occluding robots, and where they get too thin."""

    random_stream = "FieldLinesOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> LinesPercept:
        p = self.parameters
        pieces = visible_pieces(
            lines_of(field),
            viewpoint.rotation,
            viewpoint.camera_in_field,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
            p.end_range,
            p.min_length,
        )
        if len(pieces):
            middles = 0.5 * (pieces[:, :2] + pieces[:, 2:])
            draws = self.random.random(len(pieces))
            found = recognized(
                middles, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
            )
            pieces = pieces[found]
        if self.random.random() < p.false_rate:
            pieces = np.concatenate((pieces, self._false_piece(viewpoint)))
        return LinesPercept(lines=self._measured(viewpoint, pieces))

    def _false_piece(self, viewpoint: Viewpoint) -> FloatArray:
        """Return a line at a robot, since legs and arms are white and straight, too."""
        feet = viewpoint.robots_feet()
        visible = feet[np.isfinite(viewpoint.seen(feet)[:, 0])]
        if len(visible) == 0:
            return np.empty((0, 4))
        x, y, _ = visible[int(self.random.integers(len(visible)))]
        angle = self.random.uniform(-math.pi, math.pi)
        dx = 0.5 * self.parameters.false_length * math.cos(angle)
        dy = 0.5 * self.parameters.false_length * math.sin(angle)
        return np.array(((x - dx, y - dy, x + dx, y + dy),))

    def _measured(self, viewpoint: Viewpoint, pieces: FloatArray) -> tuple[LineSegmentPercept, ...]:
        p = self.parameters
        if len(pieces) == 0:
            return ()
        noise = self.random.standard_normal((2 * len(pieces), 2)) * p.noise_px
        return line_percepts(
            viewpoint, pieces, noise, noise_px=p.noise_px, min_length_px=p.min_length_px
        )
