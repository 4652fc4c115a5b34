"""Ball detection by color: from blobs to the ball on the carpet."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.german_team_ball_circle import ball_blob, ball_circle
from kickabout.perception.ball.german_team_ball_position import (
    BallSpreads,
    Placed,
    by_ground,
    by_size,
    combined,
)
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.representations import BallPercept, FieldDimensions, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamBallDetectorParameters:
    min_pixels: int = param(12, unit="px", low=1, doc="minimum number of pixels of the ball's blob")
    gap: int = param(
        3, unit="px", low=0, doc="maximum gap between the boxes of the ball and of a green neighbor"
    )
    min_visible: float = param(
        0.25, low=0.0, high=1.0, doc="minimum fraction of the circle that the blob covers"
    )
    rim: float = param(
        0.5,
        unit="px",
        low=0.0,
        high=2.0,
        doc="distance from the middles of the outermost pixels to the outline",
    )
    distance: Literal["size", "ground", "both"] = param(
        "both", doc="what gives the distance: the size, the ground below the ball, or their mean"
    )
    max_ratio: float = param(
        2.5, low=1.0, doc="maximum ratio of the distances by size and by the ground"
    )
    center_deviation: float = param(0.7, unit="px", low=0.01, doc="deviation of the center")
    radius_deviation: float = param(0.6, unit="px", low=0.01, doc="deviation of the radius")
    tilt_deviation: float = param(0.02, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


class GermanTeamBallDetector(Module[GermanTeamBallDetectorParameters]):
    """Takes the largest orange blob beside green, and a circle through three of its points.

    After GermanTeam 2001, section 4.4, which takes the distance from the size. Here, a ball whose
    distance by the ground differs by more than `max_ratio` from that by its size is rejected, and
    both are combined. Blobs that cover only a small part of their circle are
    rejected, too.
    """

    def update(self, blobs: BlobInputs, field: FieldDimensions) -> BallPercept:
        p, found = self.parameters, blobs.percept
        if not blobs.matrix.valid or not len(found):
            return BallPercept()
        size = (found.width, found.height)
        blob = ball_blob(found.color, found.pixels, found.box, size, p.min_pixels, p.gap)
        if blob < 0:
            return BallPercept()
        circle = ball_circle(found.points[blob], found.width, found.height, p.rim)
        covered = p.min_visible * math.pi * circle[2] ** 2
        if not found.pixels[blob] >= covered:  # also if there is no circle
            return BallPercept()
        placed = self._placed(circle, blobs, field.ball.radius)
        if placed is None:
            return BallPercept()
        return BallPercept(
            seen=Seen.YES,
            center_in_image=Vector2.from_array(circle[:2]),
            radius_px=float(circle[2]),
            position_in_robot=Vector2.from_array(placed.position),
            covariance=sealed(placed.covariance),
            score=1.0,
        )

    def _placed(self, circle: Vec, blobs: BlobInputs, radius: float) -> Placed | None:
        """Return the position; None if the ball's size does not fit to where it is."""
        p, projection = self.parameters, blobs.projection
        spreads = BallSpreads(
            p.tilt_deviation, p.pan_deviation, p.center_deviation, p.radius_deviation
        )
        of_size = by_size(circle, projection, radius, spreads)
        of_ground = by_ground(circle, projection, radius, spreads)
        if not np.isfinite(of_ground.position[0]):
            return None
        camera = projection.position_in_robot[:2]
        near = math.hypot(*(of_size.position - camera))
        far = math.hypot(*(of_ground.position - camera))
        if max(near, far) > p.max_ratio * min(near, far):
            return None
        if p.distance == "both":
            return combined(of_size, of_ground)
        return of_size if p.distance == "size" else of_ground
