"""Border oracle: from ground truth to the visible pieces of the walls' feet in this image."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, readonly
from kickabout.representations import BorderPercept, FieldDimensions, GroundTruth
from kickabout.simulation.oracles.observation.line_percepts import line_percepts
from kickabout.simulation.oracles.observation.line_pieces import visible_pieces
from kickabout.simulation.oracles.observation.recognition import recognized
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderOracleParameters:
    noise_px: float = param(0.7, unit="px", low=0.0, doc="deviation of each end in the image")
    rate: float = param(0.95, low=0.0, high=1.0, doc="fraction of near pieces that are found")
    full_range: float = param(
        2.5, unit="m", low=0.0, doc="distance beyond which fewer pieces are found"
    )
    end_range: float = param(5.0, unit="m", low=0.0, doc="distance beyond which none is found")
    min_length: float = param(0.15, unit="m", low=0.0, doc="minimum length of pieces")
    min_length_px: float = param(
        12.0, unit="px", low=0.0, doc="minimum length of pieces in the image"
    )


class BorderOracle(Module[BorderOracleParameters]):
    """The feet of the walls that limit the field; robots hide parts of them."""

    random_stream = "BorderOracle"
    replaces = ("CameraImage",)

    def update(
        self, truth: GroundTruth, viewpoint: Viewpoint, field: FieldDimensions
    ) -> BorderPercept:
        p = self.parameters
        feet = border_of(field, truth.direction)
        if len(feet) == 0:
            return BorderPercept()
        pieces = visible_pieces(
            feet,
            viewpoint.rotation,
            viewpoint.camera_in_field,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
            p.end_range,
            p.min_length,
        )
        if len(pieces) == 0:
            return BorderPercept()
        middles = 0.5 * (pieces[:, :2] + pieces[:, 2:])
        draws = self.random.random(len(pieces))
        found = recognized(
            middles, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
        )
        noise = self.random.standard_normal((2 * len(pieces), 2)) * p.noise_px
        edges = line_percepts(
            viewpoint,
            pieces[found],
            noise[np.repeat(found, 2)],
            noise_px=p.noise_px,
            min_length_px=p.min_length_px,
        )
        return BorderPercept(edges=edges)


@lru_cache(maxsize=16)
def border_of(field: FieldDimensions, direction: float) -> FloatArray:
    """Return rows of x, y, x, y for the team that attacks in this direction of the world's x."""
    ends = [(*wall.start, *wall.end) for wall in field.border]
    return readonly(direction * np.array(ends).reshape(-1, 4))
