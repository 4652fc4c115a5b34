"""Color labels: from the label image of a four-legged field to the color class of each pixel."""

import numpy as np

from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.geometry import FloatArray, Pose3
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass, FieldDimensions
from kickabout.simulation.camera.rendering.picture import PictureLabels
from kickabout.simulation.camera.scene.field_parts import LAST_INSTANCE
from kickabout.simulation.camera.scene.objects import SceneClass

BAND_MARGIN = 0.008  # m from the border of two bands, within which a pixel has no sure label
UNSURE = 255
CLASSES = {color.name.lower(): int(color) for color in ColorClass}


def color_labels(shot: LabeledImage, *, erode: bool = True) -> ByteArray:
    """Return the class of each pixel; `UNSURE` where it shows a border, unless not `erode`."""
    labels, field = shot.labels, shot.field
    if labels is None or field is None or shot.robot_to_field is None:
        raise ValueError("color labels need a rendered image with labels and the robot's pose")
    classes = np.full(labels.classes.shape, int(ColorClass.NONE), np.uint8)
    classes[labels.classes == SceneClass.BALL] = CLASSES.get(field.ball.color, 0)
    classes[labels.classes == SceneClass.FIELD] = ColorClass.GREEN
    _fill_jerseys(shot, labels, classes)
    points = _points_in_field(shot, labels.depth.astype(np.float64))
    _fill_goals(labels, field, points, classes)
    _fill_flags(labels, field, points, classes, margin=BAND_MARGIN if erode else 0.0)
    if erode:
        classes[_at_borders(classes, labels)] = UNSURE
    return classes


def _fill_jerseys(shot: LabeledImage, labels: PictureLabels, classes: ByteArray) -> None:
    """Fill in patches; the first robot's own color is the first of the jerseys."""
    patches = labels.classes == SceneClass.JERSEY
    for robot in shot.robots:
        name = shot.jerseys[0 if robot.own_team else 1]
        classes[patches & (labels.instances == robot.instance)] = CLASSES.get(name, 0)
    classes[patches & (labels.instances == 2)] = CLASSES.get(shot.jerseys[0], 0)


def _fill_goals(
    labels: PictureLabels, field: FieldDimensions, points: FloatArray, classes: ByteArray
) -> None:
    goals = labels.classes == SceneClass.GOAL
    for name, side in zip(field.goal.colors, (True, False), strict=True):
        classes[goals & ((points[..., 0] > 0.0) == side)] = CLASSES.get(name, 0)


def _fill_flags(
    labels: PictureLabels,
    field: FieldDimensions,
    points: FloatArray,
    classes: ByteArray,
    *,
    margin: float,
) -> None:
    height = points[..., 2]
    for index, flag in enumerate(field.landmarks):
        here = labels.instances == LAST_INSTANCE - index
        here &= labels.classes == SceneClass.LANDMARK
        for band in flag.bands:
            inside = (height >= band.bottom) & (height < band.top)
            near = np.minimum(np.abs(height - band.bottom), np.abs(height - band.top)) < margin
            classes[here & inside] = CLASSES.get(band.color, 0)
            classes[here & near] = UNSURE


def _points_in_field(shot: LabeledImage, depth: FloatArray) -> FloatArray:
    """Return the point in the field that each pixel shows."""
    assert shot.robot_to_field is not None
    to_field = Pose3.from_pose2(shot.robot_to_field) @ shot.camera_to_robot
    (fx, fy), (cx, cy) = shot.info.focal_length, shot.info.center
    v, u = np.indices(depth.shape)
    rays = np.stack((np.ones_like(depth), (cx - u) / fx, (cy - v) / fy), axis=-1)
    points: FloatArray = (rays * depth[..., None]) @ to_field.rotation.T + to_field.translation
    return points


def _at_borders(classes: ByteArray, labels: PictureLabels) -> np.ndarray:
    """Return which pixels have a neighbor that shows something else."""
    mixed = np.zeros(classes.shape, np.bool_)
    for image in (classes, labels.classes, labels.instances):
        for axis in (0, 1):
            differs = np.diff(image.astype(np.int16), axis=axis) != 0
            first, second = [slice(None)] * 2, [slice(None)] * 2
            first[axis], second[axis] = slice(None, -1), slice(1, None)
            mixed[tuple(first)] |= differs
            mixed[tuple(second)] |= differs
    mixed[:, 0::2] |= mixed[:, 1::2]  # two neighbors share their chroma
    mixed[:, 1::2] |= mixed[:, 0::2]
    return mixed
