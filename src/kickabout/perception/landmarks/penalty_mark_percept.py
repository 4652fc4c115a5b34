"""The percept of a penalty mark: from its pixel and position to a covariance on the ground."""

from kickabout.geometry import Points2, Vec2, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import CameraProjection, spreads_on_ground
from kickabout.representations import PenaltyMarkPercept


def mark_percept(
    center: Vec2,
    at: Points2,
    projection: CameraProjection,
    deviations: tuple[float, float, float],
) -> PenaltyMarkPercept:
    """Return a percept of the mark with this center in the image and position `at` (1 × 2).

    The deviations are the camera's tilt and pan in rad, and the pixel's in px.
    """
    return PenaltyMarkPercept(
        seen=True,
        center_in_image=Vector2.from_array(center),
        position_in_robot=Vector2.from_array(at[0]),
        covariance=sealed(spreads_on_ground(at, projection, *deviations)[0]),
    )
