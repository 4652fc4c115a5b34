"""Landmarks oracle: from ground truth to the beacons and colored goals in an image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Points3, Vec, Vec2, Vector2
from kickabout.representations import (
    FieldDimensions,
    GroundTruth,
    LandmarkPercept,
    LandmarksPercept,
)
from kickabout.simulation.oracles.observation.beacons import UprightObject, upright_objects
from kickabout.simulation.oracles.observation.bearings import bearing_of
from kickabout.simulation.oracles.observation.recognition import recognition_rate
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

MIN_DISTANCE = 0.1  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarksOracleParameters:
    noise_px: float = param(
        1.0, unit="px", low=0.0, doc="deviation of each measured edge of a landmark"
    )
    margin_px: float = param(2.0, unit="px", low=0.0, doc="minimum distance from the image's edge")
    min_height_px: float = param(
        4.0, unit="px", low=1.0, doc="minimum height of a landmark that is found"
    )
    rate: float = param(0.97, low=0.0, high=1.0, doc="fraction of near landmarks that are found")
    full_range: float = param(
        4.0, unit="m", low=0.0, doc="distance beyond which fewer landmarks are found"
    )
    end_range: float = param(
        7.0, unit="m", low=0.0, doc="distance beyond which no landmark is found"
    )


class LandmarksOracle(Module[LandmarksOracleParameters]):
    """Beacons and colored goals, with the distance measured by the height in the image.

    A landmark is found if its whole height at its middle is in the image and nothing occludes it.
    False landmarks are not simulated, because colors and sizes of real ones rarely fit by chance.
    """

    random_stream = "LandmarksOracle"
    replaces = ("CameraImage",)

    def update(
        self, truth: GroundTruth, viewpoint: Viewpoint, field: FieldDimensions
    ) -> LandmarksPercept:
        found = [
            self._percept(viewpoint, upright) for upright in upright_objects(field, truth.direction)
        ]
        return LandmarksPercept(landmarks=tuple(percept for percept in found if percept))

    def _percept(self, viewpoint: Viewpoint, upright: UprightObject) -> LandmarkPercept | None:
        p = self.parameters
        part = upright.part
        draw, noise = self.random.random(), self.random.standard_normal(4) * p.noise_px
        edge_noise = self.random.standard_normal(2) * p.noise_px
        offset = upright.middle_in_field - viewpoint.camera_in_field[:2]
        distance = float(np.hypot(*offset))
        pixels = viewpoint.seen(_ends(upright), p.margin_px)
        top, bottom = pixels[0], pixels[1]
        height = float(np.hypot(*(top - bottom)))
        is_found = draw < recognition_rate(distance, p.rate, p.full_range, p.end_range)
        if not is_found or not height >= p.min_height_px or distance < MIN_DISTANCE:
            return None
        center = (top + bottom) / 2.0 + noise[:2] / np.sqrt(2.0)
        measured_height = max(height + float(noise[2]) * np.sqrt(2.0), 1.0)
        focal = height * distance / part.height
        measured = focal * part.height / measured_height
        position = viewpoint.camera_in_robot[:2] + _polar(measured, bearing_of(viewpoint, center))
        left, right = self._edges(viewpoint, upright, edge_noise)
        return LandmarkPercept(
            name=part.name,
            center_in_image=Vector2.from_array(center),
            width_px=max(focal * part.width / distance + float(noise[3]), 1.0),
            height_px=measured_height,
            bearing=math.atan2(position[1], position[0]),
            distance=math.hypot(*position),
            covariance=self._covariance(viewpoint, measured, measured_height),
            left_bearing=left,
            right_bearing=right,
        )

    def _edges(
        self, viewpoint: Viewpoint, upright: UprightObject, noise_px: Vec
    ) -> tuple[float | None, float | None]:
        """Return the bearings of both edges of a beacon; goals have edges of their own."""
        if not upright.part.is_round:
            return None, None
        pixels = viewpoint.seen(_sides(viewpoint, upright), self.parameters.margin_px)
        pixels[:, 0] += noise_px
        left, right = (
            bearing_of(viewpoint, pixel) if np.isfinite(pixel[0]) else None for pixel in pixels
        )
        return left, right

    def _covariance(self, viewpoint: Viewpoint, distance: float, height_px: float) -> Vec:
        """Return the covariance of bearing and distance."""
        noise = self.parameters.noise_px
        bearing = viewpoint.ray_variance(noise) / 2.0 + float(viewpoint.angle_variances[2])
        relative = max(noise, 0.01) * np.sqrt(2.0) / height_px
        covariance = np.diag((max(bearing, 1e-8), (distance * relative) ** 2))
        covariance.setflags(write=False)
        return covariance


def _ends(upright: UprightObject) -> Points3:
    """Return the upper and the lower end of the middle."""
    x, y = upright.middle_in_field
    top, height = upright.part.top, upright.part.height
    return np.array(((x, y, top), (x, y, top - height)))


def _sides(viewpoint: Viewpoint, upright: UprightObject) -> Points3:
    """Return where rays from the camera touch the left and the right side of a cylinder."""
    camera, part = viewpoint.camera_in_field[:2], upright.part
    offset, radius = upright.middle_in_field - camera, part.width / 2.0
    distance = max(float(np.hypot(*offset)), radius)
    bearing, half = math.atan2(offset[1], offset[0]), math.asin(radius / distance)
    reach, height = math.sqrt(distance**2 - radius**2), part.top - part.height / 2.0
    return np.array([(*(camera + _polar(reach, bearing + side)), height) for side in (half, -half)])


def _polar(distance: float, bearing: float) -> Vec2:
    return np.array((distance * math.cos(bearing), distance * math.sin(bearing)))
