"""Patrols: from the times when cells of the field were seen to the cell to visit next."""

from collections.abc import Sequence

import numpy as np

from kickabout.geometry import Field, Vec, Vector2


def patrol_target(
    seen_at: Vec, cell_size: float, here: Vector2[Field], teammates: Sequence[Vector2[Field]]
) -> Vector2[Field]:
    """Return the cell unseen for longest of those nearer to this robot than to teammates.

    If the grid is empty, return the center of the field.
    """
    if seen_at.size == 0:
        return Vector2()
    rows, columns = seen_at.shape
    y = cell_size * (np.arange(rows) + 0.5 - 0.5 * rows)[:, None]
    x = cell_size * (np.arange(columns) + 0.5 - 0.5 * columns)[None, :]
    own = np.hypot(x - here.x, y - here.y)
    nearest = np.full_like(own, np.inf)
    for teammate in teammates:
        nearest = np.minimum(nearest, np.hypot(x - teammate.x, y - teammate.y))
    mine = own < nearest
    if not mine.any():
        return here
    # Among cells of the same age, take the nearest one.
    ages = np.where(mine, seen_at, np.inf)
    oldest = ages <= ages.min() + 1.0
    row, column = np.unravel_index(np.argmin(np.where(oldest, own, np.inf)), own.shape)
    return Vector2(float(x[0, column]), float(y[row, 0]))
