"""Region colors: from regions and the carpet's color to field, white, black and other."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec
from kickabout.perception.colors.relative_colors import (
    Carpet,
    chroma,
    is_field,
    is_white_beside,
    saturated,
)
from kickabout.perception.colors.scan_lines import ByteArray, Cut, shortened
from kickabout.representations import RegionColor

FIELD, WHITE, BLACK = int(RegionColor.FIELD), int(RegionColor.WHITE), int(RegionColor.BLACK)
OTHER = int(RegionColor.OTHER)


@kernel
def colored_by_carpet(cut: Cut, carpet: Carpet, limits: Vec) -> ByteArray:
    """Return the color of each region.

    Limits: brightness and saturation of white relative to the carpet beside it, the same for thin
    regions, maximum size of thin regions in px, and maximum relative brightness of black.
    """
    count = cut.y.shape[0]
    colors = np.empty(count, np.uint8)
    for i in range(count):
        blue, red = chroma(cut.y[i], cut.cb[i]), chroma(cut.y[i], cut.cr[i])
        colors[i] = FIELD if is_field(cut.y[i], blue, red, carpet) else OTHER
    global_saturation = saturated(carpet.blue, carpet.red)
    for i in range(count):
        if colors[i] == FIELD:
            continue
        saturation = saturated(chroma(cut.y[i], cut.cb[i]), chroma(cut.y[i], cut.cr[i]))
        beside, y, field_saturation = field_beside(cut, colors, i)
        if not beside:
            y, field_saturation = carpet.y, global_saturation
        thin = beside and cut.end[i] - cut.start[i] <= limits[4]
        brighter, paler = (limits[2], limits[3]) if thin else (limits[0], limits[1])
        if is_white_beside(cut.y[i], saturation, y, field_saturation, brighter, paler):
            colors[i] = WHITE
        elif cut.y[i] < limits[5] * y:
            colors[i] = BLACK
    return colors


@kernel
def field_beside(cut: Cut, colors: ByteArray, index: int) -> tuple[bool, float, float]:
    """Return whether carpet is next to a region on its line, its mean brightness and saturation."""
    y, saturation, found = 0.0, 0.0, 0.0
    for direction in (-1, 1):
        other = index
        for _ in range(2):
            other += direction
            if other < 0 or other >= colors.shape[0]:
                break
            if cut.line_of[other] != cut.line_of[index]:
                break
            if colors[other] == FIELD:
                y += cut.y[other]
                blue, red = chroma(cut.y[other], cut.cb[other]), chroma(cut.y[other], cut.cr[other])
                saturation += saturated(blue, red)
                found += 1.0
                break
    if found == 0.0:
        return False, 0.0, 0.0
    return True, y / found, saturation / found


@kernel
def merged_regions(cut: Cut, colors: ByteArray, gap: int, downwards: bool) -> tuple[Cut, ByteArray]:
    """Merge equal neighbors; small gaps between field and white go half to each.

    If `downwards`, the regions of a line follow each other with falling coordinates.
    """
    count = colors.shape[0]
    start, end = cut.start.copy(), cut.end.copy()
    kept = colors.copy()
    for i in range(1, count - 1):
        same_line = cut.line_of[i - 1] == cut.line_of[i] == cut.line_of[i + 1]
        before, after = kept[i - 1], kept[i + 1]
        bridges = (before == FIELD and after == WHITE) or (before == WHITE and after == FIELD)
        if same_line and bridges and kept[i] >= BLACK and end[i] - start[i] <= gap:
            middle = (start[i] + end[i]) // 2
            if downwards:
                start[i - 1] = end[i + 1] = middle
            else:
                end[i - 1] = start[i + 1] = middle
            start[i] = end[i] = middle
            kept[i] = before
    return joined_neighbors(Cut(cut.line_of, start, end, cut.y, cut.cb, cut.cr), kept)


@kernel
def joined_neighbors(cut: Cut, colors: ByteArray) -> tuple[Cut, ByteArray]:
    """Merge neighbors of the same color, with mean colors, and drop empty regions."""
    size = -1
    for i in range(colors.shape[0]):
        n = float(cut.end[i] - cut.start[i])
        if size >= 0 and cut.line_of[size] == cut.line_of[i] and colors[size] == colors[i]:
            m = float(cut.end[size] - cut.start[size])
            if m + n > 0.0:
                cut.y[size] = (m * cut.y[size] + n * cut.y[i]) / (m + n)
                cut.cb[size] = (m * cut.cb[size] + n * cut.cb[i]) / (m + n)
                cut.cr[size] = (m * cut.cr[size] + n * cut.cr[i]) / (m + n)
            cut.start[size] = min(cut.start[size], cut.start[i])
            cut.end[size] = max(cut.end[size], cut.end[i])
        elif n > 0.0:
            size += 1
            cut.line_of[size], cut.start[size] = cut.line_of[i], cut.start[i]
            cut.end[size], colors[size] = cut.end[i], colors[i]
            cut.y[size], cut.cb[size], cut.cr[size] = cut.y[i], cut.cb[i], cut.cr[i]
    size += 1
    return shortened(cut, size), colors[:size].copy()
