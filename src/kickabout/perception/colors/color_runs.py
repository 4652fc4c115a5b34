"""Runs and blobs: from an image and a color table to runs of one class and connected regions.

Blobs are united while the runs are made: each run is compared with those of the row above. This
gives the same regions as following their boundaries (Quek 2000), which GermanTeam 2001 did.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.perception.colors.color_table import SHIFT
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations.camera import Pairs
from kickabout.representations.colors import ShortArray
from kickabout.representations.scan import IntArray

LongArray = npt.NDArray[np.int64]


class Runs(NamedTuple):
    """Runs from left to right and from top to bottom, and for each the blob that it is part of."""

    row: ShortArray
    left: ShortArray
    right: ShortArray  # column after the last one
    color: ByteArray
    blob: IntArray  # number of the blob; −1 for class 0


class Blobs(NamedTuple):
    """Blobs, the largest first."""

    color: ByteArray
    pixels: IntArray
    box: IntArray  # left, top, right, bottom; the last two are outside
    points: IntArray  # eight pixels as in `BlobPoint`, column and row


@kernel
def root_of(parent: IntArray, run: int) -> int:
    """Return the first run of a region, and shorten the path to it."""
    while parent[run] != run:
        parent[run] = parent[parent[run]]
        run = parent[run]
    return run


@kernel
def united_above(
    left: ShortArray,
    right: ShortArray,
    color: ByteArray,
    parent: IntArray,
    run: int,
    above: int,
    end: int,
) -> int:
    """Unite a run with its neighbors among the runs from `above` to `end` of the row above.

    Return the first of them that may be a neighbor of the next run.
    """
    while above < end and right[above] < left[run]:
        above += 1
    other = above
    while other < end and left[other] <= right[run]:
        if color[other] == color[run]:
            first, second = root_of(parent, run), root_of(parent, other)
            if first < second:
                parent[second] = first
            else:
                parent[first] = second
        other += 1
    return above


@kernel
def segmented(pairs: Pairs, table: ByteArray) -> Runs:
    """Return all runs of an image; see `CameraImage.pairs`."""
    height, halves = pairs.shape[0], pairs.shape[1]
    most = height * halves * 2
    row_of, left = np.empty(most, np.int16), np.empty(most, np.int16)
    right, color = np.empty(most, np.int16), np.empty(most, np.uint8)
    parent = np.empty(most, np.int32)
    count = above = end = 0
    for row in range(height):
        begin = count
        current = -1
        for half in range(halves):
            pair = np.int64(pairs[row, half])
            cb, cr = (pair >> 8 & 0xFF) >> SHIFT, (pair >> 24 & 0xFF) >> SHIFT
            for k in range(2):
                found = int(table[(pair >> 16 * k & 0xFF) >> SHIFT, cb, cr])
                if found == current:
                    continue
                x = 2 * half + k
                if current >= 0:
                    right[count - 1] = x
                    if current > 0:
                        above = united_above(left, right, color, parent, count - 1, above, end)
                row_of[count], left[count], color[count] = row, x, found
                parent[count] = count
                current = found
                count += 1
        if current >= 0:
            right[count - 1] = 2 * halves
            if current > 0:
                united_above(left, right, color, parent, count - 1, above, end)
        above, end = begin, count
    blob = numbered_regions(parent, color, count)
    return Runs(
        row_of[:count].copy(), left[:count].copy(), right[:count].copy(), color[:count].copy(), blob
    )


@kernel
def numbered_regions(parent: IntArray, color: ByteArray, count: int) -> IntArray:
    """Return for each run the number of its region, in order of their first runs."""
    blob = np.empty(count, np.int32)
    regions = 0
    for run in range(count):
        if color[run] == 0:
            blob[run] = -1
            continue
        root = root_of(parent, run)
        if root == run:
            blob[run] = regions
            regions += 1
        else:
            blob[run] = blob[root]
    return blob


@kernel
def blobs_of(runs: Runs, min_pixels: int) -> Blobs:
    """Return all blobs with at least so many pixels."""
    total = 0
    for run in range(runs.blob.size):
        total = max(total, runs.blob[run] + 1)
    pixels, color = np.zeros(total, np.int32), np.zeros(total, np.uint8)
    for run in range(runs.blob.size):
        blob = runs.blob[run]
        if blob >= 0:
            pixels[blob] += runs.right[run] - runs.left[run]
            color[blob] = runs.color[run]
    keys, kept = np.empty(total, np.int64), 0
    for blob in range(total):
        if pixels[blob] >= min_pixels:
            keys[kept] = -np.int64(pixels[blob]) * total + blob  # the order of equal ones is fixed
            kept += 1
    order = np.sort(keys[:kept])
    rank = np.full(total, -1, np.int32)
    for place in range(kept):
        rank[order[place] % total] = place
    found = Blobs(
        np.empty(kept, np.uint8),
        np.empty(kept, np.int32),
        np.empty((kept, 4), np.int32),
        np.empty((kept, 8, 2), np.int32),
    )
    for blob in range(total):
        if rank[blob] >= 0:
            found.color[rank[blob]], found.pixels[rank[blob]] = color[blob], pixels[blob]
    best = fill_extremes(runs, rank, found)
    fill_points(runs, rank, best, found)
    return found


@kernel
def extent(direction: int, row: int, left: int, last: int) -> int:
    """Return how far a run reaches in the direction of a `BlobPoint`."""
    if direction == 0:
        return -row
    if direction == 4:
        return row
    across = last if direction < 4 else -left
    if direction == 2 or direction == 6:
        return across
    return across + row if direction == 3 or direction == 5 else across - row


@kernel
def fill_extremes(runs: Runs, rank: IntArray, found: Blobs) -> LongArray:
    """Fill in the boxes; return how far each blob reaches in all directions."""
    best = np.full((found.pixels.size, 8), -(1 << 20), np.int64)
    for run in range(runs.blob.size):
        if runs.blob[run] < 0 or rank[runs.blob[run]] < 0:
            continue
        blob = rank[runs.blob[run]]
        row, left, last = runs.row[run], runs.left[run], runs.right[run] - 1
        for direction in range(8):
            reach = extent(direction, row, left, last)
            if reach > best[blob, direction]:
                best[blob, direction] = reach
    for blob in range(best.shape[0]):
        found.box[blob, 0], found.box[blob, 1] = -best[blob, 6], -best[blob, 0]
        found.box[blob, 2], found.box[blob, 3] = best[blob, 2] + 1, best[blob, 4] + 1
    return best


@kernel
def fill_points(runs: Runs, rank: IntArray, best: LongArray, found: Blobs) -> None:
    """Fill in the characteristic points: of several extreme pixels, one in their middle.

    That is the middle of the longest run at the top and at the bottom, and in other directions
    the extreme pixel whose row is nearest to the mean of their rows.
    """
    rows, counts = np.zeros(best.shape, np.int64), np.zeros(best.shape, np.int64)
    nearest = np.full(best.shape, 1 << 20, np.int64)
    for last_pass in range(2):
        for run in range(runs.blob.size):
            if runs.blob[run] < 0 or rank[runs.blob[run]] < 0:
                continue
            blob = rank[runs.blob[run]]
            row, left, last = runs.row[run], runs.left[run], runs.right[run] - 1
            for direction in range(8):
                if extent(direction, row, left, last) != best[blob, direction]:
                    continue
                vertical = direction == 0 or direction == 4
                if last_pass == 0:
                    rows[blob, direction] += row
                    counts[blob, direction] += 1
                    continue
                number = counts[blob, direction]
                off = left - last if vertical else abs(row * number - rows[blob, direction])
                if off < nearest[blob, direction]:
                    nearest[blob, direction] = off
                    x = left if direction >= 5 else last
                    found.points[blob, direction, 0] = (left + last) // 2 if vertical else x
                    found.points[blob, direction, 1] = row
