"""Ball percept oracle: from ground truth to the output of a ball detector for this image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Points2, Vector2
from kickabout.representations import BallPercept, FieldDimensions, GroundTruth, Seen
from kickabout.simulation.oracles.observation.landmarks import intersections_of, penalty_marks_of
from kickabout.simulation.oracles.observation.recognition import recognition_rate
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.observation.visibility import visible_ball

NOT_SEEN = Seen.NO


@dataclass(frozen=True, slots=True, kw_only=True)
class BallPerceptOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of the center in the image")
    rate: float = param(0.985, low=0.0, high=1.0, doc="fraction of near balls that are found")
    full_range: float = param(
        4.0, unit="m", low=0.0, doc="distance beyond which fewer balls are found"
    )
    end_range: float = param(9.0, unit="m", low=0.0, doc="distance beyond which no ball is found")
    min_visible_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="minimum visible fraction of a ball that is found"
    )
    guessed_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="fraction of the missed balls that are reported as guessed"
    )
    false_rate: float = param(
        0.0007, low=0.0, high=1.0, doc="fraction of images without a ball in which one is found"
    )


class BallPerceptOracle(Module[BallPerceptOracleParameters]):
    """Finds the ball as often as a good detector does, and makes the same mistakes.

    The range has no sharp limit, because a robot that sees nothing beyond 3 m never stops turning
    in search of the ball. False balls are at penalty marks, line intersections and robots' feet.
    """

    random_stream = "BallPerceptOracle"
    replaces = ("CameraImage",)

    def update(
        self, truth: GroundTruth, viewpoint: Viewpoint, field: FieldDimensions
    ) -> BallPercept:
        u, v, fraction = visible_ball(
            truth.ball_in_field,
            field.ball.radius,
            viewpoint.rotation,
            viewpoint.camera_in_field,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
        )
        seen = self._how_seen(truth, viewpoint, fraction)
        if seen is not NOT_SEEN:
            pixel = np.array(((u, v),))
            distance = math.dist(truth.ball_in_field.tolist(), viewpoint.camera_in_field.tolist())
            return self._percept(viewpoint, pixel, field.ball.radius, distance, seen)
        if self.random.random() < self.parameters.false_rate:
            return self._false_ball(viewpoint, field)
        return BallPercept()

    def _how_seen(self, truth: GroundTruth, viewpoint: Viewpoint, fraction: float) -> Seen:
        p = self.parameters
        if fraction < 0.0 or fraction < p.min_visible_fraction:
            return NOT_SEEN
        x, y, _ = truth.ball_in_field.tolist()
        camera_x, camera_y, _ = viewpoint.camera_in_field.tolist()
        distance = math.hypot(x - camera_x, y - camera_y)
        rate = recognition_rate(distance, p.rate, p.full_range, p.end_range)
        draw = self.random.random()
        if draw < rate:
            return Seen.YES
        in_range = distance < p.end_range
        is_guessed = draw < rate + p.guessed_fraction * (1.0 - rate)
        return Seen.GUESSED if in_range and is_guessed else NOT_SEEN

    def _false_ball(self, viewpoint: Viewpoint, field: FieldDimensions) -> BallPercept:
        """Return a ball at one of the visible positions that look similar to a ball."""
        positions = np.concatenate(
            (
                penalty_marks_of(field),
                intersections_of(field).points_in_field,
                viewpoint.robots_feet(),
            )
        )
        pixels = viewpoint.seen(positions)
        distances = np.linalg.norm(positions - viewpoint.camera_in_field, axis=1)
        candidates = np.flatnonzero(
            np.isfinite(pixels[:, 0]) & (distances < self.parameters.end_range)
        )
        if candidates.size == 0:
            return BallPercept()
        chosen = int(self.random.choice(candidates))
        pixel, distance = pixels[chosen : chosen + 1], float(distances[chosen])
        return self._percept(viewpoint, pixel, field.ball.radius, distance, Seen.YES)

    def _percept(
        self, viewpoint: Viewpoint, pixel: Points2, radius: float, distance: float, seen: Seen
    ) -> BallPercept:
        noise_px = self.parameters.noise_px
        noise = self.random.standard_normal(3) * noise_px
        pixel = pixel + noise[:2]
        position = viewpoint.measured(pixel, radius)
        if not np.isfinite(position[0, 0]):
            return BallPercept()
        covariance = viewpoint.covariances(position, noise_px=noise_px, height=radius)[0]
        radius_px = float(viewpoint.intrinsics[0]) * radius / max(distance, radius)
        score = self.random.random()
        return BallPercept(
            seen=seen,
            center_in_image=Vector2.from_array(pixel[0]),
            radius_px=max(radius_px + 0.5 * float(noise[2]), 1.0),
            position_in_robot=Vector2.from_array(position[0]),
            covariance=covariance,
            score=0.9 + 0.1 * score if seen is Seen.YES else 0.7 + 0.2 * score,
        )
