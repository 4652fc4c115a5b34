"""Filters: from noisy measurements to estimates over time; pure, without any framework."""

from kickabout.filters.conditions import Holding, Hysteresis
from kickabout.filters.extended_kalman import ExtendedKalmanFilter, numeric_jacobian
from kickabout.filters.kalman import Correction, KalmanBank, KalmanFilter
from kickabout.filters.low_pass import (
    LowPass,
    SlewLimiter,
    smoothing_share,
    time_constant_of_cutoff,
    time_constant_of_half_life,
    time_constant_of_share,
)
from kickabout.filters.motion_models import (
    POSITION_OF_MOVING,
    constant_velocity,
    random_acceleration,
)
from kickabout.filters.orientation_filter import OrientationFilter
from kickabout.filters.pose_kernels import line_form
from kickabout.filters.resampling import effective_sample_size, systematic_resampling
from kickabout.filters.ring_buffer import RingBuffer
from kickabout.filters.sliding import SlidingExtrema, SlidingMean, SlidingMedian
from kickabout.filters.unscented_kalman import (
    SigmaWeights,
    UnscentedKalmanFilter,
    sigma_weights,
)

__all__ = [
    "POSITION_OF_MOVING",
    "Correction",
    "ExtendedKalmanFilter",
    "Holding",
    "Hysteresis",
    "KalmanBank",
    "KalmanFilter",
    "LowPass",
    "OrientationFilter",
    "RingBuffer",
    "SigmaWeights",
    "SlewLimiter",
    "SlidingExtrema",
    "SlidingMean",
    "SlidingMedian",
    "UnscentedKalmanFilter",
    "constant_velocity",
    "effective_sample_size",
    "line_form",
    "numeric_jacobian",
    "random_acceleration",
    "sigma_weights",
    "smoothing_share",
    "systematic_resampling",
    "time_constant_of_cutoff",
    "time_constant_of_half_life",
    "time_constant_of_share",
]
