"""Encoding of numbers: from lengths, angles, times and fractions to few bits, and back.

Each value is rounded to its step, so its error is at most half a step; values out of range are
clipped.
"""

import math

MM = 1000.0  # per m
LENGTH_STEP = 0.001  # m, in 16 bits: up to 32.767 m
ANGLE_STEP = math.tau / 65536.0  # rad
AGE_STEP = 0.01  # s, in 16 bits: up to 655 s
FRACTION_STEP = 1.0 / 255.0
SHORT_STEP = 0.1  # s, in 8 bits: up to 25.4 s
DEVIATION_STEP = 0.01  # m or rad, in 8 bits
NEVER_AGE = 0xFFFF
NEVER_SHORT = 0xFF
NEVER = -1e9  # s
UNKNOWN_TIME = 1e9  # s
CLOCK_TURN = 2**32  # ms, after which encoded clocks restart


def length_code(meters: float) -> int:
    return _clipped(meters / LENGTH_STEP, -32767, 32767)


def length(code: int) -> float:
    return code * LENGTH_STEP


def angle_code(radians: float) -> int:
    return (_clipped(math.remainder(radians, math.tau) / ANGLE_STEP, -32768, 32768) + 32768) % 65536


def angle(code: int) -> float:
    return (code - 32768) * ANGLE_STEP


def age_code(time: float, now: float) -> int:
    """Encode the age of a time; a too old one becomes `NEVER_AGE`."""
    steps = round((now - time) / AGE_STEP) if math.isfinite(time) else NEVER_AGE
    return max(steps, 0) if steps < NEVER_AGE else NEVER_AGE


def time_of_age(code: int, now: float) -> float:
    return NEVER if code == NEVER_AGE else now - code * AGE_STEP


def fraction_code(fraction: float) -> int:
    return _clipped(fraction / FRACTION_STEP, 0, 255)


def fraction(code: int) -> float:
    return code * FRACTION_STEP


def short_code(seconds: float) -> int:
    """Encode a short duration; a longer one becomes `NEVER_SHORT`."""
    return _clipped(seconds / SHORT_STEP, 0, NEVER_SHORT)


def short(code: int) -> float:
    return UNKNOWN_TIME if code == NEVER_SHORT else code * SHORT_STEP


def deviation_code(deviation: float) -> int:
    return _clipped(deviation / DEVIATION_STEP, 1, 255)


def deviation(code: int) -> float:
    return max(code, 1) * DEVIATION_STEP


def clock_code(seconds: float) -> int:
    """Encode a robot's clock as milliseconds, modulo seven weeks."""
    return round(seconds * 1000.0) % CLOCK_TURN


def clock(code: int) -> float:
    return code / 1000.0


def _clipped(value: float, low: int, high: int) -> int:
    if math.isnan(value):
        return 0 if low <= 0 else low
    return round(min(max(value, low), high))
