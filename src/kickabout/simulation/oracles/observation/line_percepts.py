"""Percepts of lines: from visible pieces on the ground to what a detector measures of them."""

from kickabout.geometry import FloatArray, Points2, Vector2
from kickabout.representations import LineSegmentPercept
from kickabout.simulation.oracles.observation.line_pieces import ends_of, middles_and_lengths
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


def line_percepts(
    viewpoint: Viewpoint,
    pieces: FloatArray,
    noise: Points2,
    *,
    noise_px: float,
    min_length_px: float,
) -> tuple[LineSegmentPercept, ...]:
    """Return pieces with the given noise of their ends in the image; leave out short ones."""
    pixels = viewpoint.projected(ends_of(pieces)) + noise
    points = viewpoint.measured(pixels)
    middles, lengths_px = middles_and_lengths(points, pixels)
    covariances = viewpoint.covariances(middles, noise_px=noise_px)
    at, on = pixels.tolist(), points.tolist()
    return tuple(
        LineSegmentPercept(
            start_in_image=Vector2(*at[2 * i]),
            end_in_image=Vector2(*at[2 * i + 1]),
            start_in_robot=Vector2(*on[2 * i]),
            end_in_robot=Vector2(*on[2 * i + 1]),
            covariance=covariances[i],
        )
        for i, length_px in enumerate(lengths_px.tolist())
        if length_px >= min_length_px
    )
