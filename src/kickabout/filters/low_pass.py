"""Low-pass filter of first order with a rate in time, so that the frame rate has no effect."""

import math


def smoothing_weight(dt: float, time_constant: float) -> float:
    """Return the weight of a new value in the smoothed one; 1 if the time constant is zero."""
    return -math.expm1(-dt / time_constant) if time_constant > 0.0 else 1.0
