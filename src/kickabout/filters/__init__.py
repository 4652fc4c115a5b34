"""Filters: from noisy measurements to estimates over time; pure, without any framework."""

from kickabout.filters.conditions import Holding
from kickabout.filters.low_pass import smoothing_weight
from kickabout.filters.orientation_filter import OrientationFilter
from kickabout.filters.pose_kernels import line_form
from kickabout.filters.resampling import systematic_resampling
from kickabout.filters.ring_buffer import RingBuffer
from kickabout.filters.sigma_points import sigma_weights
from kickabout.filters.sliding import SlidingMedian

__all__ = [
    "Holding",
    "OrientationFilter",
    "RingBuffer",
    "SlidingMedian",
    "line_form",
    "sigma_weights",
    "smoothing_weight",
    "systematic_resampling",
]
