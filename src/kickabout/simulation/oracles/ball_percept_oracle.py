"""Seeing the ball: from ground truth to what a ball detector would say about this image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Points2, Vector2
from kickabout.representations import BallPercept, FieldDimensions, GroundTruth, Seen
from kickabout.simulation.oracles.observation.landmarks import crossings_of, penalty_marks_of
from kickabout.simulation.oracles.observation.recognition import recognition_rate
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.observation.visibility import ball_sight

NOT_SEEN = Seen.NO


@dataclass(frozen=True, slots=True, kw_only=True)
class BallPerceptOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="error of the center in the image")
    rate: float = param(0.985, low=0.0, high=1.0, doc="share of near balls that are found")
    full_range: float = param(4.0, unit="m", low=0.0, doc="beyond, fewer balls are found")
    end_range: float = param(9.0, unit="m", low=0.0, doc="beyond, no ball is found")
    visible_share: float = param(
        0.5, low=0.0, high=1.0, doc="a ball hidden more than this leaves is not found"
    )
    guessed_share: float = param(
        0.3, low=0.0, high=1.0, doc="of the balls that are not found, these are guessed at"
    )
    false_rate: float = param(
        0.0007, low=0.0, high=1.0, doc="share of images without a ball in which one is seen"
    )


class BallPerceptOracle(Module[BallPerceptOracleParameters]):
    """Finds the ball as often as a good detector does, and fails where detectors fail.

    There is no sharp limit of range: a robot that sees nothing beyond 3 m turns on the spot
    for ever. False balls lie at penalty marks, line crossings and robots' feet.
    """

    random_stream = "BallPerceptOracle"

    def update(
        self, truth: GroundTruth, viewpoint: Viewpoint, field: FieldDimensions
    ) -> BallPercept:
        u, v, share = ball_sight(
            truth.ball_in_field,
            field.ball.radius,
            viewpoint.rotation,
            viewpoint.eye,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
        )
        seen = self._how_seen(truth, viewpoint, share)
        if seen is not NOT_SEEN:
            pixel = np.array(((u, v),))
            distance = math.dist(truth.ball_in_field.tolist(), viewpoint.eye.tolist())
            return self._percept(viewpoint, pixel, field.ball.radius, distance, seen)
        if self.random.random() < self.parameters.false_rate:
            return self._false_ball(viewpoint, field)
        return BallPercept()

    def _how_seen(self, truth: GroundTruth, viewpoint: Viewpoint, share: float) -> Seen:
        p = self.parameters
        if share < 0.0 or share < p.visible_share:
            return NOT_SEEN
        x, y, _ = truth.ball_in_field.tolist()
        eye_x, eye_y, _ = viewpoint.eye.tolist()
        distance = math.hypot(x - eye_x, y - eye_y)
        rate = recognition_rate(distance, p.rate, p.full_range, p.end_range)
        draw = self.random.random()
        if draw < rate:
            return Seen.YES
        in_range = distance < p.end_range
        is_guessed = draw < rate + p.guessed_share * (1.0 - rate)
        return Seen.GUESSED if in_range and is_guessed else NOT_SEEN

    def _false_ball(self, viewpoint: Viewpoint, field: FieldDimensions) -> BallPercept:
        """One of the visible places that look a bit like a ball."""
        places = np.concatenate(
            (
                penalty_marks_of(field),
                crossings_of(field).points_in_field,
                viewpoint.robots_feet(),
            )
        )
        pixels = viewpoint.seen(places)
        distances = np.linalg.norm(places - viewpoint.eye, axis=1)
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
