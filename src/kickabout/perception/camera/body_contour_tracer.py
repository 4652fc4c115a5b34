"""Body contour: from the robot's posture to the image rows that its own body hides."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import readonly
from kickabout.perception.camera.body_outline import body_points, contour_rows
from kickabout.perception.camera.camera_projection import CameraProjection, intrinsics_of
from kickabout.representations import (
    BodyContour,
    BodyModel,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyContourTracerParameters:
    spacing: int = param(
        4, unit="px", low=1, high=64, doc="distance between the columns of the contour"
    )
    margin: float = param(
        0.008, unit="rad", low=0.0, high=0.2, doc="angle by which the body is enlarged on all sides"
    )


class BodyContourTracer(Module[BodyContourTracerParameters]):
    """Projects the outlines of arms, legs, feet and chest, as posed by the joints."""

    robot_kinds = ("nao",)

    def __init__(self, parameters: BodyContourTracerParameters) -> None:
        super().__init__(parameters)
        self.shapes = body_points()

    def update(
        self,
        body: BodyModel,
        matrix: CameraMatrix,
        info: CameraInfo,
        system: ImageCoordinateSystem,
    ) -> BodyContour:
        p = self.parameters
        if len(body.link_rotations) == 0:
            return BodyContour()
        to_torso = matrix.camera_to_torso
        camera = CameraProjection(
            intrinsics=intrinsics_of(info.focal_length, info.center),
            rotation=to_torso.rotation,
            position_in_robot=to_torso.translation,
            shutter=readonly((*system.row_rotation, system.row_of_matrix)),
        )
        rows = contour_rows(
            self.shapes,
            body.link_rotations,
            body.link_positions,
            camera,
            np.array((info.width, info.height, p.spacing)),
            p.margin * info.focal_length[1],
        )
        rows.setflags(write=False)
        return BodyContour(spacing=p.spacing, rows=rows)
