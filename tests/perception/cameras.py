"""Projections of cameras half a meter above the ground, for tests of kernels."""

from kickabout.geometry import readonly, rotation_from_roll_pitch_yaw
from kickabout.perception.camera.camera_projection import CameraProjection

ROLLING = (1e-5, -2e-5, 240.0)  # shutter of a rotating camera


def projection_looking_down(
    pitch: float, shutter: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> CameraProjection:
    """Return a projection with a pitch in rad and a rolling shutter; none by default."""
    return CameraProjection(
        intrinsics=readonly((560.0, 560.0, 320.0, 240.0, 0.0, 0.0, 0.0)),
        rotation=readonly(rotation_from_roll_pitch_yaw(0.0, pitch, 0.0)),
        position_in_robot=readonly((0.0, 0.0, 0.5)),
        shutter=readonly(shutter),
    )
