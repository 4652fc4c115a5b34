"""Poses of the NAO's sensors: from the dimensions to named sites on links."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.robots.nao.dimension_tables import NaoDimensions, Vector3

CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A named pose on a link, turned by yaw, then pitched down."""

    name: str
    link: str
    position: Vector3
    yaw: float = 0.0
    pitch: float = 0.0

    @property
    def quaternion(self) -> tuple[float, float, float, float]:
        yaw, pitch = self.yaw / 2.0, self.pitch / 2.0
        return (
            float(np.cos(yaw) * np.cos(pitch)),
            float(-np.sin(yaw) * np.sin(pitch)),
            float(np.cos(yaw) * np.sin(pitch)),
            float(np.sin(yaw) * np.cos(pitch)),
        )


def sensor_sites(nao: NaoDimensions) -> Iterator[Site]:
    """Yield a site for every sensor of a robot, and for its soles and hands."""
    yield Site(name="vendor_torso", link="torso", position=(0.0, 0.0, nao.vendor_torso_height))
    yield Site(name="gyroscope", link="torso", position=nao.imu.gyroscope)
    yield Site(name="accelerometer", link="torso", position=nao.imu.accelerometer)
    for name, mount in (("upper", nao.cameras.upper), ("lower", nao.cameras.lower)):
        yield Site(
            name=f"{name}_camera", link="head", position=mount.position_in_head, pitch=mount.pitch
        )
    for name, position in zip(CORNERS, nao.microphones.positions_in_head, strict=True):
        yield Site(name=f"microphone_{name}", link="head", position=position)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        yield from _sites_of_side(nao, side, sign)


def _sites_of_side(nao: NaoDimensions, side: str, sign: float) -> Iterator[Site]:
    foot = f"{side}_foot"
    yield Site(name=f"{side}_sole", link=foot, position=(0.0, 0.0, -nao.foot_height))
    for name, (x, y) in zip(CORNERS, nao.fsr.positions(left=sign > 0), strict=True):
        position = (float(x), float(y), -nao.foot_height)
        yield Site(name=f"{side}_fsr_{name}", link=foot, position=position)
    x, y, z = nao.hand_in_wrist
    yield Site(name=f"{side}_hand", link=f"{side}_wrist", position=(x, sign * y, z))
    for name, (x, y, z), yaw in (
        ("inner", nao.sonar.inner, nao.sonar.inner_yaw),
        ("outer", nao.sonar.outer, nao.sonar.outer_yaw),
    ):
        yield Site(
            name=f"{side}_sonar_{name}", link="torso", position=(x, sign * y, z), yaw=sign * yaw
        )
