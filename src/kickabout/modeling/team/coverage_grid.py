"""Field coverage: from camera, obstacles and ball to the time each cell was last seen."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Mat3, Vec, Vec3
from kickabout.modeling.camera_view import ground_in_view

NEVER = -1e9  # s, also for cells that contained the ball


def new_grid(length: float, width: float, cell_size: float) -> Mat:
    """Return a grid of unseen cells: rows along y, columns along x."""
    return np.full((round(width / cell_size), round(length / cell_size)), NEVER)


@kernel
def mark_seen(
    seen_at: Mat,
    cell_size: float,
    now: float,
    robot_in_field: Vec3,
    rotation: Mat3,
    camera_in_robot: Vec3,
    optics: Vec,
    obstacles: Mat,
    max_distance: float,
) -> None:
    """Set the time of cells whose centers are in view, near enough and not behind an obstacle.

    `rotation` and the rows x, y, radius of `obstacles` are in the robot's frame.
    """
    c, s = math.cos(robot_in_field[2]), math.sin(robot_in_field[2])
    rows, columns = seen_at.shape
    middles = np.empty((rows * columns, 2))
    for row in range(rows):
        for column in range(columns):
            dx = cell_size * (column + 0.5 - 0.5 * columns) - robot_in_field[0]
            dy = cell_size * (row + 0.5 - 0.5 * rows) - robot_in_field[1]
            middles[row * columns + column, 0] = c * dx + s * dy
            middles[row * columns + column, 1] = c * dy - s * dx
    visible = ground_in_view(middles, 0.05, rotation, camera_in_robot, optics, np.zeros(2))
    for i in range(rows * columns):
        x, y = middles[i]
        if not visible[i] or x * x + y * y > max_distance * max_distance:
            continue
        if not is_in_shadow(x, y, camera_in_robot, obstacles):
            seen_at[i // columns, i % columns] = now


@kernel
def is_in_shadow(x: float, y: float, camera: Vec3, obstacles: Mat) -> bool:
    """Return whether an obstacle stands between the camera and a point on the ground."""
    dx, dy = x - camera[0], y - camera[1]
    distance = math.hypot(dx, dy)
    if distance <= 0.0:
        return False
    for i in range(obstacles.shape[0]):
        ox, oy = obstacles[i, 0] - camera[0], obstacles[i, 1] - camera[1]
        along = (ox * dx + oy * dy) / distance
        if 0.0 < along < distance and abs(ox * dy - oy * dx) / distance < obstacles[i, 2]:
            return True
    return False


def cells_touched(
    shape: tuple[int, ...], cell_size: float, x: float, y: float, radius: float
) -> tuple[slice, slice]:
    """Return rows and columns of the cells that a ball at this position touches."""
    rows, columns = shape
    return (
        _range(y, radius, cell_size, rows),
        _range(x, radius, cell_size, columns),
    )


def _range(position: float, radius: float, cell_size: float, count: int) -> slice:
    first = math.floor((position - radius) / cell_size + 0.5 * count)
    last = math.floor((position + radius) / cell_size + 0.5 * count)
    return slice(min(max(first, 0), count), min(max(last + 1, 0), count))


@kernel
def take_newer(merged: Mat, touched_at: Mat, seen_at: Mat) -> None:
    """Take over times that are newer and later than the ball was in the cell."""
    for row in range(merged.shape[0]):
        for column in range(merged.shape[1]):
            time = seen_at[row, column]
            if time > touched_at[row, column] and time > merged[row, column]:
                merged[row, column] = time


class MergedCoverage:
    """Newest times of several grids, without times before the ball was in a cell."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.seen_at: Mat = np.full(shape, NEVER)
        self.touched_at: Mat = np.full(shape, NEVER)

    def merge(self, seen_at: Mat) -> None:
        """Take over newer times; ignore a grid of another size."""
        if seen_at.shape == self.seen_at.shape:
            take_newer(self.seen_at, self.touched_at, seen_at)

    def touch(self, cells: tuple[slice, slice], now: float) -> None:
        """Reset the cells that contain the ball."""
        self.touched_at[cells] = now
        self.seen_at[cells] = NEVER
