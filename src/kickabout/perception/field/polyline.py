"""Polylines in the image, such as the field boundary: from a column to the row."""

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray


@kernel
def row_of_polyline(points: FloatArray, x: float) -> float:
    """Return the row of a left-to-right polyline in a column; beyond its ends that of the end."""
    last = points.shape[0] - 1
    if x <= points[0, 0]:
        return float(points[0, 1])
    if x >= points[last, 0]:
        return float(points[last, 1])
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        if points[middle, 0] <= x:
            low = middle
        else:
            high = middle
    slope = (points[high, 1] - points[low, 1]) / (points[high, 0] - points[low, 0])
    return float(points[low, 1] + slope * (x - points[low, 0]))
