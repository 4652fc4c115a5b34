"""Vision: from snapshots to images of a robot's cameras."""

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kickabout.framework import ConfigurationError
from kickabout.framework.compilation import kernel
from kickabout.geometry import Camera, FloatArray, Pose3, World, rotation_from_roll_pitch_yaw
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraSettings,
    FieldDimensions,
)
from kickabout.robots.kind import CameraKind, PixelFormat, RobotKind
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance, random_appearance
from kickabout.simulation.camera.scene.light import Light, color_of_temperature
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.match.truth import camera_to_torso, torso_to_world
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId
from kickabout.soccer.league import LeagueCarpet

RENDERED_FORMAT = PixelFormat.YUYV  # of all pictures
SCATTERED_EXCESS = 600.0  # K, color temperature of scattered light above that of the lamps
BRIGHTNESS = 105.0  # mean of Y, target of the automatic exposure
MAX_PAUSE = 4.5  # frames; after a longer one, a picture has no motion blur
SAMPLING_STEP = 8  # px between the samples of the brightness

Poses = tuple[Snapshot, dict[str, Pose3[Camera, World]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionSettings:
    """Appearance of the hall and sizes of the images."""

    appearance_seed: int = 0  # 0: the standard hall
    light: Light = Light()
    jerseys: tuple[str, str] = ("blue", "red")  # home, away
    carpet: LeagueCarpet = LeagueCarpet()


def hall_light(
    intensity: float, temperature: float, *, scattered: float = Light().ambient
) -> Light:
    """Return the standard lamps with another brightness, color and share of scattered light."""
    usual = Light()
    share = (1.0 - scattered) / (1.0 - usual.ambient)
    lamps = tuple(
        replace(lamp, temperature=temperature, strength=share * lamp.strength)
        for lamp in usual.sources
    )
    return Light(
        sources=lamps,
        ambient=scattered,
        intensity=intensity,
        ambient_temperature=temperature + SCATTERED_EXCESS,
    )


class Vision:
    """Images of one robot's cameras, with automatic exposure as in the camera driver."""

    def __init__(
        self,
        robot: int,
        ids: Sequence[RobotId],
        *,
        kind: RobotKind,
        field: FieldDimensions,
        settings: VisionSettings,
        faults: Faults,
        seed: int,
    ) -> None:
        self.robot = robot
        self.kind = kind
        self.ids = tuple(ids)
        self.field = field
        self.settings = settings
        self.faults = faults
        self.seed = seed
        self._optics = {camera.name: optics_of(camera) for camera in kind.cameras}
        self._infos = {
            camera: camera_info(camera, optics) for camera, optics in self._optics.items()
        }
        self._exposure_ranges = {camera.name: camera.exposure_range for camera in kind.cameras}
        self._max_pause = MAX_PAUSE * kind.frame_time
        self._exposure = dict.fromkeys(self._optics, ExposureSettings().exposure_time)
        self._hall: _Hall | None = None  # made for the first picture, since it takes a while
        self._last: Poses | None = None
        self._before: Poses | None = None  # the poses before the last ones
        lamps = [lamp.temperature for lamp in settings.light.sources]
        red, green, blue = color_of_temperature(sum(lamps) / len(lamps))
        self._automatic_balance = (green / red, 1.0, green / blue)

    def info(self, camera: str) -> CameraInfo:
        """Return what a robot may know about its camera."""
        return self._infos[camera]

    def look(self, snapshot: Snapshot, camera: str, settings: CameraSettings) -> CameraImage | None:
        """Return the image that a camera takes now; None if the camera is dead."""
        if self.faults.camera_is_dead(camera, snapshot.time):
            return None
        picture = self.picture(snapshot, camera, settings)
        self._adjust(picture, camera, settings)
        taken_at = snapshot.time - self._optics[camera].readout_time / 2.0
        return CameraImage(camera=camera, taken_at=taken_at, yuyv=picture.yuyv)

    def picture(
        self,
        snapshot: Snapshot,
        camera: str,
        settings: CameraSettings,
        *,
        labels: bool = False,
    ) -> CameraPicture:
        """Return the rendered image, with labels for training and evaluation if requested."""
        check_pixel_format(self.kind, camera)
        if self._hall is None:
            self._hall = _hall(self.ids, self.field, self.settings)
        words = f"{self.seed} {self.robot} {camera} {snapshot.frame}"
        return self._hall.renderer.render(
            self._hall.scene.objects(snapshot),
            self._view(snapshot, camera),
            optics=self._optics[camera],
            exposure=self._exposure_settings(camera, settings),
            seed=zlib.crc32(words.encode()),
            labels=labels,
        )

    def _view(self, snapshot: Snapshot, camera: str) -> CameraView:
        """Return the camera's pose, and its velocity since the previous snapshot."""
        if self._last is None or self._last[0] is not snapshot:
            self._before, self._last = self._last, (snapshot, self._cameras_to_world(snapshot))
        before, now = self._before, self._last[1][camera]
        frames = 0 if before is None else snapshot.frame - before[0].frame
        passed = snapshot.frame_time * frames
        if before is None or frames <= 0 or passed > self._max_pause:
            return CameraView(rotation=now.rotation, camera_in_field=now.translation)
        then = before[1][camera]
        return CameraView.arrived(
            rotation=now.rotation,
            camera_in_field=now.translation,
            earlier_rotation=then.rotation,
            earlier_in_field=then.translation,
            duration=passed,
        )

    def _cameras_to_world(self, snapshot: Snapshot) -> dict[str, Pose3[Camera, World]]:
        torso = torso_to_world(snapshot, self.robot)
        poses = {}
        for camera in self._optics:
            in_torso = camera_to_torso(snapshot, self.robot, camera)
            assert in_torso is not None
            poses[camera] = torso @ in_torso
        for camera, pose in poses.items():
            roll, pitch, yaw = self.faults.camera_mounting(camera, snapshot.time).tolist()
            if not roll == pitch == yaw == 0.0:
                error = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
                poses[camera] = Pose3(pose.rotation @ error, pose.translation)
        return poses

    def _exposure_settings(self, camera: str, settings: CameraSettings) -> ExposureSettings:
        automatic = settings.automatic_white_balance
        balance = self._automatic_balance if automatic else settings.white_balance
        time = self._exposure[camera] if settings.automatic_exposure else settings.exposure
        return ExposureSettings(exposure_time=time, gain=settings.gain, white_balance=balance)

    def _adjust(self, picture: CameraPicture, camera: str, settings: CameraSettings) -> None:
        """Move halfway to the exposure that would have given the target brightness."""
        mean = _weighted_brightness(picture.yuyv, np.array(settings.weights), SAMPLING_STEP)
        # The sensor's tone curve is about a power of 1/2.2, so light is brightness to the 2.2.
        factor = (BRIGHTNESS / max(mean, 4.0)) ** 2.2
        desired = self._exposure[camera] * math.sqrt(factor)
        low, high = self._exposure_ranges[camera]
        self._exposure[camera] = min(high, max(low, desired))


@kernel
def _weighted_brightness(yuyv: npt.NDArray[np.uint8], weights: FloatArray, step: int) -> float:
    """Return the weighted mean over the cells of a grid, of one pixel in each step.

    If all weights are zero, all cells count the same.
    """
    side = round(math.sqrt(weights.size))
    rows, columns = yuyv.shape[0] // (step * side), yuyv.shape[1] // (step * side)
    total = weight_sum = plain = 0.0
    for cell in range(weights.size):
        top, left = step * rows * (cell // side), step * columns * (cell % side)
        levels = 0
        for row in range(rows):
            for column in range(columns):
                levels += yuyv[top + step * row, left + step * column, 0]
        mean = levels / max(rows * columns, 1)
        plain += mean / weights.size
        total += weights[cell] * mean
        weight_sum += weights[cell]
    return total / weight_sum if weight_sum > 0.0 else plain


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hall:
    """What the cameras of a match share within a process, where robots run one after the other."""

    renderer: Renderer
    scene: VisibleScene


@lru_cache(maxsize=4)  # the tables of renderers are large
def _hall(ids: tuple[RobotId, ...], field: FieldDimensions, settings: VisionSettings) -> _Hall:
    seed = settings.appearance_seed
    look = random_appearance(np.random.default_rng(seed)) if seed else Appearance()
    return _Hall(
        renderer=Renderer(field, with_carpet(look, settings.carpet), settings.light),
        scene=VisibleScene(ids, field, settings.jerseys),
    )


def with_carpet(look: Appearance, carpet: LeagueCarpet) -> Appearance:
    """Return the appearance with the colors of the ground that the league defines."""
    return replace(
        look,
        carpet_color=carpet.color or look.carpet_color,
        line_color=carpet.line_color or look.line_color,
    )


def check_pixel_format(kind: RobotKind, camera: str) -> None:
    """Raise an error if a camera delivers images that the renderer cannot make."""
    wanted = kind.camera(camera).pixel_format
    if wanted is not RENDERED_FORMAT:
        raise ConfigurationError(
            f"camera '{camera}' of robot '{kind.name}' delivers images in the format '{wanted}',"
            f" but the renderer makes only '{RENDERED_FORMAT}'"
        )


def camera_info(camera: str, optics: CameraOptics) -> CameraInfo:
    """Return what a robot knows about a camera with these optics."""
    return CameraInfo(
        camera=camera,
        width=optics.width,
        height=optics.height,
        focal_length=(optics.focal_x, optics.focal_y),
        center=(optics.center_x, optics.center_y),
        row_time=optics.readout_time / optics.height,
    )


def optics_of(camera: CameraKind) -> CameraOptics:
    """Return the optics of a camera."""
    (width, height), (horizontal, vertical) = camera.size, camera.opening_angles
    optics = CameraOptics.from_opening_angles(
        width=width,
        height=height,
        horizontal=horizontal,
        vertical=vertical,
        readout_time=camera.readout_time,
    )
    return replace(
        optics,
        center_x=width * camera.optical_center[0],
        center_y=height * camera.optical_center[1],
        distortion=camera.distortion,
        vignetting=camera.vignetting,
        border_tint=camera.border_tint,
        softness=camera.softness,
        shot_noise=camera.shot_noise,
        read_noise=camera.read_noise,
    )
