"""The output of a camera: pixels and their labels."""

from dataclasses import dataclass

from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.simulation.camera.rendering.arrays import Float32Array, UInt8Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PictureLabels:
    """Ground truth per pixel, at the middle of each row's exposure."""

    classes: UInt8Array  # height×width, values of SceneClass
    instances: UInt8Array  # height×width, 0 = none
    depth: Float32Array  # height×width, m along the optical axis


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraPicture:
    """One picture as the camera delivers it."""

    yuyv: UInt8Array  # height×width×2: Y, and in turn Cb and Cr of two neighbors
    labels: PictureLabels | None = None

    @property
    def rgb(self) -> UInt8Array:
        """Return height×width×3, converted on each call."""
        return rgb_from_yuyv(self.yuyv)
