"""Encoding of field coverage: from the times of cells to a time and two bits per cell."""

from struct import Struct

import numpy as np

from kickabout.communication.team_message_fields import NEVER, clock, clock_code
from kickabout.geometry import Vec

LIMITS = (1.0, 5.0, 20.0)  # s, classes of ages; older cells count as unseen
SHAPE = (12, 18)  # cells of a field of 9 m by 6 m

_BASE = Struct("<I")
COVERAGE_SIZE = _BASE.size + SHAPE[0] * SHAPE[1] // 4  # 58 bytes


def encode_coverage(seen_at: Vec, now: float) -> bytes:
    """Encode times on the sender's clock as 58 bytes."""
    if seen_at.shape != SHAPE:
        raise ValueError(f"field coverage has {seen_at.shape} cells, expected {SHAPE}")
    classes = np.searchsorted(np.array(LIMITS), now - seen_at.ravel()).astype(np.uint8)
    quads = classes.reshape(-1, 4)
    packed = quads[:, 0] | quads[:, 1] << 2 | quads[:, 2] << 4 | quads[:, 3] << 6
    return _BASE.pack(clock_code(now)) + packed.astype(np.uint8).tobytes()


def decode_coverage(payload: bytes) -> Vec | None:
    """Decode times on the sender's clock, never later than the true ones; None if malformed."""
    if len(payload) != COVERAGE_SIZE:
        return None
    base = clock(_BASE.unpack_from(payload)[0])
    packed = np.frombuffer(payload, np.uint8, offset=_BASE.size)
    classes = np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).ravel()
    times = np.array([*(base - limit for limit in LIMITS), NEVER])
    seen_at: Vec = times[classes].reshape(SHAPE)
    return seen_at
