"""Groups of patches in team color: from red or blue blobs to one group per robot."""

from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations.scan import IntArray


class PatchGroups(NamedTuple):
    """Groups of blobs, from left to right."""

    box: IntArray  # px: left, top, right, bottom; the last two are outside
    pixels: IntArray  # of all blobs of the group
    largest: IntArray  # index of the largest blob


@kernel
def patch_groups(
    color: ByteArray, pixels: IntArray, box: IntArray, wanted: int, min_pixels: int, gap: int
) -> PatchGroups:
    """Return groups of blobs of a color class that overlap horizontally or nearly do so.

    Blobs with fewer than `min_pixels` are ignored; blobs must be sorted, the largest first.
    """
    left = np.empty(color.size, np.int64)
    count = 0
    for blob in range(color.size):
        if color[blob] == wanted and pixels[blob] >= min_pixels:
            left[count] = np.int64(box[blob, 0]) * color.size + blob
            count += 1
    order = np.sort(left[:count])
    groups = PatchGroups(
        np.empty((count, 4), np.int32), np.zeros(count, np.int32), np.empty(count, np.int32)
    )
    made = 0
    for place in range(count):
        blob = order[place] % color.size
        if made == 0 or box[blob, 0] - groups.box[made - 1, 2] > gap:
            groups.box[made] = box[blob]
            groups.largest[made] = blob
            made += 1
        group = groups.box[made - 1]
        group[1], group[2] = min(group[1], box[blob, 1]), max(group[2], box[blob, 2])
        group[3] = max(group[3], box[blob, 3])
        groups.pixels[made - 1] += pixels[blob]
        groups.largest[made - 1] = min(groups.largest[made - 1], blob)
    return PatchGroups(
        groups.box[:made].copy(), groups.pixels[:made].copy(), groups.largest[:made].copy()
    )
