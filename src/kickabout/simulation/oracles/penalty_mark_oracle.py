"""Penalty mark oracle: from ground truth to a percept of one of the two marks."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Points3, Vector2
from kickabout.representations import FieldDimensions, PenaltyMarkPercept
from kickabout.simulation.oracles.observation.landmarks import intersections_of, penalty_marks_of
from kickabout.simulation.oracles.observation.recognition import found_among, recognized
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyMarkOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of the center in the image")
    margin_px: float = param(4.0, unit="px", low=0.0, doc="minimum distance from the image's edge")
    rate: float = param(0.96, low=0.0, high=1.0, doc="fraction of near marks that are found")
    full_range: float = param(
        2.0, unit="m", low=0.0, doc="distance beyond which fewer marks are found"
    )
    end_range: float = param(3.5, unit="m", low=0.0, doc="distance beyond which no mark is found")
    false_rate: float = param(
        5e-5, low=0.0, high=1.0, doc="fraction of images with a line intersection as a false mark"
    )


class PenaltyMarkOracle(Module[PenaltyMarkOracleParameters]):
    """A penalty mark; false ones are rare, because they harm localization more than missed ones."""

    random_stream = "PenaltyMarkOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> PenaltyMarkPercept:
        percept = self._found(viewpoint, penalty_marks_of(field))
        if not percept.seen and self.random.random() < self.parameters.false_rate:
            return self._found(viewpoint, intersections_of(field).points_in_field)
        return percept

    def _found(self, viewpoint: Viewpoint, positions: Points3) -> PenaltyMarkPercept:
        p = self.parameters
        pixels = viewpoint.seen(positions, p.margin_px)
        draws = self.random.random(len(positions))
        found = recognized(
            positions, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
        )
        candidates = found_among(pixels, found)
        if candidates.size == 0:
            return PenaltyMarkPercept()
        pixel = pixels[candidates[:1]] + self.random.standard_normal((1, 2)) * p.noise_px
        position = viewpoint.measured(pixel)
        if not np.isfinite(position[0, 0]):
            return PenaltyMarkPercept()
        return PenaltyMarkPercept(
            seen=True,
            center_in_image=Vector2.from_array(pixel[0]),
            position_in_robot=Vector2.from_array(position[0]),
            covariance=viewpoint.covariances(position, noise_px=p.noise_px)[0],
        )
