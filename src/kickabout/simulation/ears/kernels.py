"""Kernels of hearing: moving echoes, reverberation, looped background, 16 bits."""

import math

import numpy as np
from numpy.typing import NDArray

from kickabout.framework.compilation import kernel

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@kernel
def add_echoes(
    heard: Floats,
    near: Floats,
    far: Floats,
    first: int,
    step: int,
    begin: Doubles,
    end: Doubles,
) -> None:
    """Add all paths of a sound to all microphones.

    `begin` and `end`, (paths, microphones, 3), are the table position of sample number zero, the
    gain of the near and the gain of the far table at the two ends of the block. A moving path is
    cut into pieces in which the position changes by less than one table sample, and each piece is
    cross-faded from its old to its new position.
    """
    channels, count = heard.shape
    for path in range(begin.shape[0]):
        for channel in range(channels):
            old, new = begin[path, channel], end[path, channel]
            row = heard[channel]
            if old[0] == new[0] and old[1] == new[1] and old[2] == new[2]:
                _add_still(row, near, far, first * step, step, old, 1.0, 1.0)
                continue
            pieces = min(count, 1 + int(abs(new[0] - old[0])))
            for piece in range(pieces):
                low, high = piece * count // pieces, (piece + 1) * count // pieces
                before = old + (new - old) * (low / count)
                after = old + (new - old) * (high / count)
                start = (first + low) * step
                _add_still(row[low:high], near, far, start, step, before, 1.0, 0.0)
                _add_still(row[low:high], near, far, start, step, after, 0.0, 1.0)


@kernel
def _add_still(
    heard: Floats,
    near: Floats,
    far: Floats,
    start: int,
    step: int,
    path: Doubles,
    before: float,
    now: float,
) -> None:
    """Add a path that does not change, with a weight that changes from `before` to `now`.

    With a fixed delay, the cubic interpolation between table samples has four constant weights, and
    each sample depends only on its number, so that blocks of any length join without a seam.
    """
    whole = math.floor(path[0])
    t = path[0] - whole
    a = -t * (t - 1.0) * (t - 2.0) / 6.0
    b = (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0
    c = -(t + 1.0) * t * (t - 2.0) / 2.0
    d = (t + 1.0) * t * (t - 1.0) / 6.0
    clear, muffled = path[1], path[2]
    a0, b0 = np.float32(clear * a), np.float32(clear * b)
    c0, d0 = np.float32(clear * c), np.float32(clear * d)
    a1, b1 = np.float32(muffled * a), np.float32(muffled * b)
    c1, d1 = np.float32(muffled * c), np.float32(muffled * d)
    base = start + whole - 1
    begin = max(0, -(base // step))
    end = min(heard.size, (near.size - 4 - base) // step + 1)
    if end <= begin:
        return
    weight = np.float32(before)
    slope = np.float32((now - before) / heard.size)
    # Unsigned indices into slices: without numba's handling of negative ones the loop is compiled
    # to vector instructions, five times as fast.
    x, y, z = near[base + begin * step :], far[base + begin * step :], heard[begin:end]
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    for n in range(z.size):
        k = np.uint64(n * step)
        sharp = a0 * x[k] + b0 * x[k + one] + c0 * x[k + two] + d0 * x[k + three]
        dull = a1 * y[k] + b1 * y[k + one] + c1 * y[k + two] + d1 * y[k + three]
        z[n] += (weight + slope * np.float32(n + begin + 1)) * (sharp + dull)


@kernel
def add_tails(heard: Floats, tails: Floats, start: int, end: int) -> None:
    """Add the diffuse reverberation, read from `start`; cross-fade to `end` if that differs."""
    channels, count = heard.shape
    for channel in range(channels):
        for n in range(max(0, -start), min(count, tails.shape[1] - start)):
            weight = np.float32(1.0 if start == end else 1.0 - (n + 1) / count)
            heard[channel, n] += weight * tails[channel, start + n]
        if start == end:
            continue
        for n in range(max(0, -end), min(count, tails.shape[1] - end)):
            heard[channel, n] += np.float32((n + 1) / count) * tails[channel, end + n]


@kernel
def add_loop(heard: Floats, loop: Floats, first: int, before: float, now: float) -> None:
    """Add a repeating table to all microphones, with a gain that changes linearly."""
    channels, count = heard.shape
    length = loop.shape[1]
    for channel in range(channels):
        index = first % length
        for n in range(count):
            gain = before + (now - before) * ((n + 1) / count)
            heard[channel, n] += np.float32(gain) * loop[channel, index]
            index += 1
            if index == length:
                index = 0


@kernel
def digitize(heard: Floats, gains: Doubles) -> Floats:
    """Convert pressure to full scale ±1 in steps of 16 bits; louder sound is clipped."""
    channels, count = heard.shape
    result = np.empty((channels, count), dtype=np.float32)
    for channel in range(channels):
        for n in range(count):
            value = np.rint(gains[channel] * heard[channel, n] * 32768.0)
            result[channel, n] = min(max(value, -32768.0), 32767.0) / 32768.0
    return result
