"""Folders of labeled images: from PNG files and JSON lines to labeled images, and back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from kickabout.evaluation.perception.perception_scenes import LabeledImage, TrueRobot
from kickabout.framework import ConfigurationError
from kickabout.geometry import Camera, Pose2, Pose3, Robot
from kickabout.pictures.codec import read_rgb
from kickabout.recording.picture_file import write_picture
from kickabout.recording.replacing import replacing
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    load_field,
)
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv

INDEX = "images.jsonl"
IMAGE_TIME = 1.0 / 30.0  # s

Rgb = npt.NDArray[np.uint8]


class RobotEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A robot in the picture; m in the frame of the robot that takes the image."""

    x: float
    y: float
    own: bool | None = None
    fallen: bool = False


class ImageEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the index."""

    file: str
    camera: str
    height: float  # m, of the camera above the ground
    pose: list[list[float]]  # 4 × 4, camera_to_robot
    intrinsics: list[float]  # px: focal x, focal y, center x, center y
    ball: list[float] | None = None  # m: x, y, z of its center in the robot's frame
    robots: list[RobotEntry] = []
    jerseys: tuple[str, str] = ("blue", "red")  # own, opponent
    condition: str = "unknown"
    field: str | None = None
    robot_to_field: tuple[float, float, float] | None = None


def read_folder(folder: Path, fields: Sequence[FieldDimensions] = ()) -> Iterator[LabeledImage]:
    """Return all images of a folder in the order of its index.

    Images name their fields; the given ones are used before those of the configuration.
    """
    known = {field.name: field for field in fields}
    index = folder / INDEX
    if not index.is_file():
        raise ConfigurationError(f"{folder} has no file {INDEX}")
    for number, line in enumerate(index.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            yield _read(folder, number, line, known)


def _read(
    folder: Path, number: int, line: str, known: Mapping[str, FieldDimensions]
) -> LabeledImage:
    try:
        entry = msgspec.json.decode(line, type=ImageEntry)
    except msgspec.MsgspecError as error:
        raise ConfigurationError(f"{folder / INDEX}, line {number}: {error}") from None
    picture = read_rgb(folder / entry.file)
    if picture is None:
        raise ConfigurationError(f"{folder / INDEX}, line {number}: cannot read {entry.file}")
    matrix = np.array(entry.pose)
    if matrix.shape != (4, 4) or len(entry.intrinsics) != 4:
        raise ConfigurationError(
            f"{folder / INDEX}, line {number}: expected a pose of 4 × 4 and intrinsics of 4 numbers"
        )
    if abs(float(matrix[2, 3]) - entry.height) > 0.01:
        raise ConfigurationError(
            f"{folder / INDEX}, line {number}: the pose is {matrix[2, 3]:g} m above the ground, "
            f"but the height is {entry.height:g} m"
        )
    yuyv = yuyv_from_rgb(picture)
    field = (known.get(entry.field) or load_field(entry.field)) if entry.field else None
    return _labeled(entry, yuyv, matrix, field, IMAGE_TIME * number)


def _labeled(
    entry: ImageEntry,
    yuyv: npt.NDArray[np.uint8],
    matrix: npt.NDArray[np.float64],
    field: FieldDimensions | None,
    now: float,
) -> LabeledImage:
    focal_x, focal_y, center_x, center_y = entry.intrinsics
    pose: Pose3[Camera, Robot] = Pose3.from_matrix(matrix)
    return LabeledImage(
        image=CameraImage(camera=entry.camera, taken_at=now, yuyv=yuyv),
        info=CameraInfo(
            camera=entry.camera,
            width=yuyv.shape[1],
            height=yuyv.shape[0],
            focal_length=(focal_x, focal_y),
            center=(center_x, center_y),
        ),
        matrix=CameraMatrix(camera_to_robot=pose, valid=True),
        camera_to_robot=pose,
        field=field,
        robot_to_field=Pose2(*entry.robot_to_field) if entry.robot_to_field else None,
        ball_in_robot=None if entry.ball is None else np.array(entry.ball),
        robots=tuple(
            TrueRobot(x=robot.x, y=robot.y, own_team=robot.own, fallen=robot.fallen)
            for robot in entry.robots
        ),
        jerseys=entry.jerseys,
        condition=entry.condition,
    )


def write_folder(shots: Iterable[LabeledImage], folder: Path) -> int:
    """Write images in the layout that `read_folder` reads; return how many."""
    lines = []
    for number, shot in enumerate(shots):
        name = f"{number:06d}.png"
        write_picture(rgb_from_yuyv(shot.image.yuyv), folder / name)
        lines.append(msgspec.json.encode(_entry(shot, name)).decode())
    with replacing(folder / INDEX) as unfinished:
        unfinished.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return len(lines)


def _entry(shot: LabeledImage, name: str) -> ImageEntry:
    pose, info = shot.camera_to_robot, shot.info
    own = shot.robot_to_field
    return ImageEntry(
        file=name,
        camera=info.camera,
        height=float(pose.translation[2]),
        pose=pose.matrix.tolist(),
        intrinsics=[*info.focal_length, *info.center],
        ball=None if shot.ball_in_robot is None else shot.ball_in_robot.tolist(),
        robots=[
            RobotEntry(x=robot.x, y=robot.y, own=robot.own_team, fallen=robot.fallen)
            for robot in shot.robots
        ],
        jerseys=shot.jerseys,
        condition=shot.condition,
        field=None if shot.field is None else shot.field.name,
        robot_to_field=(own.x, own.y, own.theta) if own else None,
    )


def yuyv_from_rgb(rgb: Rgb) -> npt.NDArray[np.uint8]:
    """Convert height × width × 3 to height × width × (Y, Cb and Cr in turn); BT.601, full range."""
    width = rgb.shape[1] // 2 * 2
    red, green, blue = (rgb[:, :width, k].astype(np.float32) for k in range(3))
    y = 0.299 * red + 0.587 * green + 0.114 * blue
    cb, cr = 128.0 + 0.564 * (blue - y), 128.0 + 0.713 * (red - y)
    yuyv = np.empty((*y.shape, 2), np.uint8)
    yuyv[:, :, 0] = np.clip(y + 0.5, 0, 255)
    yuyv[:, 0::2, 1] = np.clip(0.5 * (cb[:, 0::2] + cb[:, 1::2]) + 0.5, 0, 255)
    yuyv[:, 1::2, 1] = np.clip(0.5 * (cr[:, 0::2] + cr[:, 1::2]) + 0.5, 0, 255)
    return yuyv
