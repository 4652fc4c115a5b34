"""Picture strips: from snapshots of a moving robot to one picture that shows its motion."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kickabout.framework import ConfigurationError
from kickabout.pictures.codec import resized
from kickabout.recording.picture_file import write_picture
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.physics.snapshot import Snapshot

SIZE = (176, 220)  # px, of one picture
OVERSAMPLING = 2  # render larger and scale down, so that the sensor's noise averages out
OPENING_ANGLE = math.radians(40.0)  # horizontally
DISTANCE = 2.2  # from the robot, in sizes of the robot
HEIGHT = 0.8  # of the camera, in sizes of the robot
LOOK_AT = 0.42  # above the ground, in heights of the robot
EXPOSURE = ExposureSettings(exposure_time=0.012)
JERSEYS = ("blue", "red")


class MotionStrip:
    """Takes pictures from the side while a drill runs; call `sample` in each frame."""

    def __init__(self, drill: Drill, *, every: float, side: float = -1.0) -> None:
        self.every = every  # s
        self.side = side  # −1: camera to the right of the robot
        self.heading = drill.pose.theta
        shape = drill.match.snapshot.kinds[0].shape
        self.height = shape.height  # m, of the robot
        self.size = max(shape.height, 2.4 * shape.half_length)  # m
        self.renderer = Renderer(drill.match.field, Appearance(), Light())
        self.scene = VisibleScene(drill.match.ids, drill.match.field, JERSEYS)
        vertical = 2.0 * math.atan(math.tan(OPENING_ANGLE / 2.0) * SIZE[1] / SIZE[0])
        self.optics = CameraOptics.from_opening_angles(
            width=OVERSAMPLING * SIZE[0],
            height=OVERSAMPLING * SIZE[1],
            horizontal=OPENING_ANGLE,
            vertical=vertical,
            readout_time=0.0,
        )
        self.pictures: list[np.ndarray] = []
        self._next_at = drill.time

    def sample(self, drill: Drill) -> None:
        if drill.time < self._next_at - 1e-6:
            return
        self._next_at = drill.time + self.every
        self.pictures.append(self._picture(drill))

    def _picture(self, drill: Drill) -> np.ndarray:
        snapshot = drill.match.snapshot
        picture = self.renderer.render(
            self.scene.objects(snapshot),
            self._view(snapshot),
            optics=self.optics,
            exposure=EXPOSURE,
            seed=snapshot.frame,
        )
        return resized(picture.rgb, SIZE)

    def _view(self, snapshot: Snapshot) -> CameraView:
        """Return a view from the side and a little from the front of the initial heading."""
        x, y, _ = snapshot.torso_positions[0].tolist()
        bearing = self.heading + self.side * math.radians(65.0)
        away, height = DISTANCE * self.size, HEIGHT * self.size
        camera = np.array((x + away * math.cos(bearing), y + away * math.sin(bearing), height))
        target = np.array((x, y, LOOK_AT * self.height))
        return CameraView(rotation=looking(camera, target), camera_in_field=camera)


def looking(camera: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the rotation from camera to field: x along the view, y left, z up."""
    ahead = (target - camera) / np.linalg.norm(target - camera)
    left = np.cross((0.0, 0.0, 1.0), ahead)
    left /= np.linalg.norm(left)
    return np.column_stack((ahead, left, np.cross(ahead, left)))


def write_strip(pictures: Sequence[np.ndarray], path: Path, *, columns: int = 8) -> None:
    """Write pictures side by side, in rows."""
    if not pictures:
        raise ConfigurationError("there is no picture to write: the motion took no time")
    blank = np.full_like(pictures[0], 255)
    rows = []
    for start in range(0, len(pictures), columns):
        row = list(pictures[start : start + columns])
        if start:
            row += [blank] * (columns - len(row))
        rows.append(np.concatenate(row, axis=1))
    write_picture(np.concatenate(rows, axis=0), path)
