"""Robot samples: from a labeled picture to boxes around the other robots."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.scenes import OWN_INSTANCE

MAX_BOXES = 8
COLUMNS = 9  # left, top, right, bottom (px), visible px, distance, fallen, cut off below, instance
MIN_PIXELS = 60
USUAL_WIDTH = 640.0  # px, width of the images to whose pixels boxes refer


def robot_boxes(picture: LabeledPicture) -> FloatArray:
    """Return rows of `COLUMNS` values, nearest robot first, zero-padded to `MAX_BOXES`."""
    instances = picture.labels.instances
    scale = USUAL_WIDTH / instances.shape[1]
    rows = []
    for index, robot in enumerate(picture.others):
        mask = instances == OWN_INSTANCE + 1 + index
        pixels = scale**2 * int(np.count_nonzero(mask))
        if pixels < MIN_PIXELS:
            continue
        columns, lines = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
        distance = picture.robot_in_robot(robot).position.norm
        cut = float(lines[-1] >= instances.shape[0] - 2)
        box = np.array((columns[0], lines[0], columns[-1] + 1, lines[-1] + 1))
        rows.append(
            (*(scale * box).tolist(), pixels, distance, float(not robot.upright), cut, index)
        )
    rows.sort(key=lambda row: row[5])
    boxes = np.zeros((MAX_BOXES, COLUMNS))
    for i, row in enumerate(rows[:MAX_BOXES]):
        boxes[i] = row
    return boxes


def boundary_targets(picture: LabeledPicture, columns: int) -> npt.NDArray[np.float32]:
    """Return the boundary's row per column in image heights; 0 if above the image, 1 if below."""
    rows = picture.boundary_rows(columns) / picture.optics.height
    unseen = np.isnan(rows)
    if unseen.any():
        rows[unseen] = np.where(_carpet_at_bottom(picture, columns)[unseen], 0.0, 1.0)
    return rows.astype(np.float32)


def _carpet_at_bottom(picture: LabeledPicture, columns: int) -> npt.NDArray[np.bool_]:
    """Return whether the lower edge of each column shows the carpet, by geometry."""
    o, view = picture.optics, picture.view
    rotation, position = picture.rotation_at(o.height - 1.0), view.camera_in_field
    u = (np.arange(columns) + 0.5) * o.width / columns
    rays = np.stack(
        (
            np.ones(columns),
            -(u - o.center_x) / o.focal_x,
            np.full(columns, -(o.height - o.center_y) / o.focal_y),
        )
    )
    x, y, z = rotation @ rays
    down = z < -1e-6
    length = np.where(down, position[2] / np.maximum(-z, 1e-6), 0.0)
    inside_x = np.abs(position[0] + length * x) < picture.field.boundary_x
    inside_y = np.abs(position[1] + length * y) < picture.field.boundary_y
    return np.asarray(down & inside_x & inside_y)
