"""Head motion: from a viewing target to head angles that move at limited speed."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Vec3
from kickabout.motion.walk.step_limits import clipped
from kickabout.representations import (
    HeadMode,
    HeadOutput,
    HeadRequest,
    HeadState,
    JointState,
    TorsoState,
)
from kickabout.robots.nao.cameras import LOWER, UPPER
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import HeadAngles, nao_kinematics

Point = tuple[float, float, float]  # m
ANGLES, LIMP = HeadMode.ANGLES, HeadMode.LIMP
HEAD_YAW, HEAD_PITCH = int(Joint.HEAD_YAW), int(Joint.HEAD_PITCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMotionEngineParameters:
    yaw_speed: float = param(5.0, unit="rad/s", low=0.1, doc="maximum speed of the head yaw")
    pitch_speed: float = param(3.5, unit="rad/s", low=0.1, doc="maximum speed of the head pitch")
    acceleration: float = param(
        60.0, unit="rad/s²", low=1.0, doc="maximum acceleration of both head joints"
    )
    stiffness: float = param(0.7, low=0.0, high=1.0, doc="stiffness of both head joints")
    reached_within: float = param(
        0.04, unit="rad", low=0.0, doc="maximum error at which the target counts as reached"
    )
    moving_above: float = param(
        0.2, unit="rad/s", low=0.0, doc="speed above which the head counts as moving"
    )
    lower_camera_below: float = param(
        0.35,
        unit="rad",
        low=-1.0,
        high=1.0,
        doc="head pitch for the upper camera above which the lower camera is used",
    )
    default_height: float = param(
        0.23, unit="m", low=0.0, doc="height of the torso if it is unknown"
    )


class HeadMotionEngine(Module[HeadMotionEngineParameters]):
    """Tracks the desired angles with limited speed and acceleration, and brakes in time.

    The lower camera is used for near targets, unless the request names a camera. The
    range of pitch depends on yaw, because the shells touch.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HeadMotionEngineParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.angles = [0.0, 0.0]  # yaw, pitch as commanded
        self.speeds = [0.0, 0.0]
        self.known = False
        self._request: HeadRequest | None = None  # whose angles are clamped already
        self._clamped = HeadAngles(yaw=0.0, pitch=0.0, reached=True)
        self._command = (math.nan, math.nan, 0.0, 0.0)  # angles, and the same within the limits

    def update(
        self, frame: FrameInfo, request: HeadRequest, joints: JointState, torso: TorsoState
    ) -> tuple[HeadOutput, HeadState]:
        p = self.parameters
        measured = (float(joints.angles[HEAD_YAW]), float(joints.angles[HEAD_PITCH]))
        if not self.known or request.mode is LIMP:
            self.angles, self.speeds, self.known = list(measured), [0.0, 0.0], True
        if request.mode is LIMP:
            output = HeadOutput(yaw=measured[0], pitch=measured[1], stiffness=0.0)
            return output, HeadState(pan=measured[0], tilt=measured[1], reached=True)
        desired = self._desired(request, torso)
        limits = (min(request.speed, p.yaw_speed), min(request.speed, p.pitch_speed))
        for joint, goal in enumerate((desired.yaw, desired.pitch)):
            self._track(joint, goal, limits[joint], frame.dt)
        yaw, pitch = self._possible(self.angles[0], self.angles[1])
        error = max(abs(measured[0] - desired.yaw), abs(measured[1] - desired.pitch))
        moving = max(abs(speed) for speed in self.speeds) > p.moving_above
        output = HeadOutput(
            yaw=yaw,
            pitch=pitch,
            stiffness=p.stiffness,
            reachable=desired.reached,
            moving=moving,
        )
        return output, HeadState(
            pan=measured[0],
            tilt=measured[1],
            reached=error < p.reached_within,
            reachable=desired.reached,
            moving=moving,
        )

    def _desired(self, request: HeadRequest, torso: TorsoState) -> HeadAngles:
        if request.mode is ANGLES:
            if request is not self._request:
                yaw, pitch = self.kinematics.clamped_head(request.pan, request.tilt)
                reached = (yaw, pitch) == (request.pan, request.tilt)
                self._request = request
                self._clamped = HeadAngles(yaw=yaw, pitch=pitch, reached=reached)
            return self._clamped
        point = self._in_torso(request.target_in_robot, torso)
        if request.camera == LOWER:
            return self.kinematics.head(point, LOWER)
        upper = self.kinematics.head(point, UPPER)
        if request.camera == UPPER:
            return upper
        near = upper.pitch > self.parameters.lower_camera_below or not upper.reached
        return self.kinematics.head(point, LOWER) if near else upper

    def _possible(self, yaw: float, pitch: float) -> tuple[float, float]:
        """Return the angles within the limits of the shells, cached for a head at rest."""
        if (yaw, pitch) != self._command[:2]:
            self._command = (yaw, pitch, *self.kinematics.clamped_head(yaw, pitch))
        return self._command[2], self._command[3]

    def _in_torso(self, target: Point, torso: TorsoState) -> Point:
        if torso.valid:
            pose = torso.torso_to_robot
            return in_child_frame(pose.rotation, pose.translation, target)
        return target[0], target[1], target[2] - self.parameters.default_height

    def _track(self, joint: int, goal: float, limit: float, dt: float) -> None:
        """Move to the goal as fast as speed, acceleration and the braking distance allow."""
        if dt <= 0.0:
            return
        acceleration = self.parameters.acceleration
        distance = goal - self.angles[joint]
        # From this speed the joint comes to rest at the goal, frame by frame.
        braking = max(0.0, math.sqrt(2.0 * acceleration * abs(distance)) - 0.5 * acceleration * dt)
        desired = math.copysign(min(limit, braking, abs(distance) / dt), distance)
        change = acceleration * dt
        speed = clipped(desired, self.speeds[joint] - change, self.speeds[joint] + change)
        if abs(distance) <= change * dt and abs(speed) <= change:
            speed = clipped(distance / dt, self.speeds[joint] - change, self.speeds[joint] + change)
        self.speeds[joint] = speed
        self.angles[joint] += speed * dt


@kernel
def in_child_frame(rotation: Mat3, translation: Vec3, point: Point) -> Point:
    """Convert a point from the parent frame to the child frame."""
    x, y, z = point[0] - translation[0], point[1] - translation[1], point[2] - translation[2]
    return (
        rotation[0, 0] * x + rotation[1, 0] * y + rotation[2, 0] * z,
        rotation[0, 1] * x + rotation[1, 1] * y + rotation[2, 1] * z,
        rotation[0, 2] * x + rotation[1, 2] * y + rotation[2, 2] * z,
    )
