"""Heads with three axes: from a viewing target to the angles of the neck, at limited speed."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.representations import (
    HeadMode,
    HeadRequest,
    HeadState,
    JointState,
    NeckOutput,
    TorsoState,
)
from kickabout.robots.aibo.kinematics import HeadAngles, aibo_kinematics

ANGLES, LIMP = HeadMode.ANGLES, HeadMode.LIMP


@dataclass(frozen=True, slots=True, kw_only=True)
class NeckEngineParameters:
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of all head joints")
    reached_within: float = param(
        0.05, unit="rad", low=0.0, doc="maximum error at which the target counts as reached"
    )
    moving_above: float = param(
        0.2, unit="rad/s", low=0.0, doc="speed above which the head counts as moving"
    )
    default_height: float = param(
        0.12, unit="m", low=0.0, doc="height of the body if it is unknown"
    )


class NeckEngine(Module[NeckEngineParameters]):
    """Moves the neck to requested angles, or so that the camera looks at a target.

    Requests count angles downward, the joints upward. A head that nods has one axis more than a
    target needs; its neck keeps the requested `neck_tilt`.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: NeckEngineParameters) -> None:
        super().__init__(parameters)
        self.kinematics = aibo_kinematics(self.robot.robot)
        self.joints = slice(self.kinematics.head, self.kinematics.head + 3)
        self.angles: Vec | None = None  # commanded last

    def update(
        self, frame: FrameInfo, request: HeadRequest, joints: JointState, torso: TorsoState
    ) -> tuple[NeckOutput, HeadState]:
        measured = joints.angles[self.joints]
        if request.mode is LIMP or self.angles is None:
            self.angles = np.array(measured)
        target = self._target(request, torso)
        wanted = np.array((target.tilt, target.pan, target.third))
        most = request.speed * frame.dt
        self.angles = self.angles + np.clip(wanted - self.angles, -most, most)
        velocities = joints.velocities[self.joints]
        moving = bool(np.abs(velocities).max(initial=0.0) > self.parameters.moving_above)
        error = float(np.abs(measured - wanted).max(initial=0.0))
        angles = self.angles.copy()
        angles.setflags(write=False)
        output = NeckOutput(
            angles=angles,
            stiffness=0.0 if request.mode is LIMP else self.parameters.stiffness,
            reachable=target.reached,
            moving=moving,
        )
        tilt = measured[0] + (measured[2] if self.kinematics.nods else 0.0)
        state = HeadState(
            pan=float(measured[1]),
            tilt=-float(tilt),
            reached=error < self.parameters.reached_within,
            reachable=target.reached,
            moving=moving,
        )
        return output, state

    def _target(self, request: HeadRequest, torso: TorsoState) -> HeadAngles:
        body = self.kinematics
        if request.mode is HeadMode.TARGET_IN_ROBOT:
            point = np.array(request.target_in_robot)
            height = np.array((0.0, 0.0, self.parameters.default_height))
            in_body = torso.torso_to_robot.inverse() @ point if torso.valid else point - height
            return body.look_at(np.asarray(in_body), neck_tilt=-request.neck_tilt)
        if body.nods:
            return body.limited_head(-request.neck_tilt, request.pan, -request.tilt)
        return body.limited_head(-request.tilt, request.pan, request.roll)
