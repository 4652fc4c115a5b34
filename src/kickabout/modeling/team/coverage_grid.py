"""What was seen of the field: from camera, obstacles and ball to when each cell was seen last."""

import math

import numpy as np

from kickabout.geometry import Mat, Mat3, Vec, Vec3, kernel
from kickabout.modeling.camera_view import ground_in_view

NEVER = -1e9  # s, also for cells in which the ball was


def new_grid(length: float, width: float, cell_size: float) -> Mat:
    """Rows along y, columns along x, nothing seen yet."""
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
    """Stamp the cells whose middles are in view, near enough, and not behind an obstacle.

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
    """Whether an obstacle stands between the camera and a point on the ground."""
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
    """Rows and columns of the cells that a ball at this place touches."""
    rows, columns = shape
    return (
        _range(y, radius, cell_size, rows),
        _range(x, radius, cell_size, columns),
    )


def _range(place: float, radius: float, cell_size: float, count: int) -> slice:
    first = math.floor((place - radius) / cell_size + 0.5 * count)
    last = math.floor((place + radius) / cell_size + 0.5 * count)
    return slice(min(max(first, 0), count), min(max(last + 1, 0), count))


def oldest_cell(seen_at: Mat) -> tuple[int, int]:
    """Row and column of the cell that has been out of sight for longest."""
    row, column = np.unravel_index(int(seen_at.argmin()), seen_at.shape)
    return int(row), int(column)


class MergedCoverage:
    """Newest stamps of several grids; stamps from before the ball was in a cell do not count."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.seen_at: Mat = np.full(shape, NEVER)
        self.touched_at: Mat = np.full(shape, NEVER)

    def merge(self, seen_at: Mat) -> None:
        """Take over what is newer; does nothing with a grid of another size."""
        if seen_at.shape == self.seen_at.shape:
            valid = np.where(seen_at > self.touched_at, seen_at, NEVER)
            np.maximum(self.seen_at, valid, out=self.seen_at)

    def touch(self, cells: tuple[slice, slice], now: float) -> None:
        """The ball is in these cells."""
        self.touched_at[cells] = now
        self.seen_at[cells] = NEVER
