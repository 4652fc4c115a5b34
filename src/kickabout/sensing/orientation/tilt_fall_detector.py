"""Falls of four-legged robots: from tilt and joint angles to upright or fallen."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import (
    FallDirection,
    FallPhase,
    FallState,
    InertialState,
    SensorFrame,
)
from kickabout.robots.kind import RobotKind, robot_kind

UPRIGHT, FALLEN, NO_SIDE = FallPhase.UPRIGHT, FallPhase.FALLEN, FallDirection.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class TiltFallDetectorParameters:
    fallen_above: float = param(
        0.9, unit="rad", low=0.0, high=1.5, doc="tilt above which the robot has fallen"
    )
    upright_below: float = param(
        0.6, unit="rad", low=0.0, high=1.5, doc="tilt below which the robot is upright again"
    )
    lies_below: float = param(
        0.8, low=0.0, high=1.0, doc="height below which a limp robot lies, in heights of its stand"
    )
    fallen_after: float = param(0.3, unit="s", low=0.0, doc="time tilted until it counts as fallen")
    upright_after: float = param(0.1, unit="s", low=0.0, doc="time upright until a fall is over")


class TiltFallDetector(Module[TiltFallDetectorParameters]):
    """A low robot on four legs falls seldom and lightly, so it only has to notice that it lies.

    It lies if it is tilted, or limp with its body on the ground. If it is limp, its legs may be
    anywhere, so it has to get up from its belly as from any other side.
    """

    def __init__(self, parameters: TiltFallDetectorParameters) -> None:
        super().__init__(parameters)
        self.kind = robot_kind(self.robot.robot, self.robot.packages) if self.robot.robot else None
        self.state = FallState()
        self.changing_for = 0.0  # s

    def update(self, frame: FrameInfo, inertial: InertialState, sensors: SensorFrame) -> FallState:
        p, fallen = self.parameters, self.state.phase is FALLEN
        tilt = math.acos(max(-1.0, min(1.0, float(inertial.torso_to_level[2, 2]))))
        if fallen:
            other = tilt < p.upright_below and not self._low(inertial, sensors)
        else:
            limp = sensors.connected and not sensors.joint_stiffness.any()
            other = tilt > p.fallen_above or (limp and self._low(inertial, sensors))
        self.changing_for = self.changing_for + frame.dt if other else 0.0
        phase, since = self.state.phase, self.state.since
        if other and self.changing_for >= (p.upright_after if fallen else p.fallen_after):
            phase, since, self.changing_for = (UPRIGHT if fallen else FALLEN), frame.time, 0.0
            self.debug.note(phase.value)
        self.state = FallState(
            phase=phase,
            direction=side_below(inertial) if phase is FALLEN else NO_SIDE,
            since=since,
            torso_angles=(inertial.roll, inertial.pitch),
        )
        return self.state

    def _low(self, inertial: InertialState, sensors: SensorFrame) -> bool:
        if self.kind is None or not sensors.connected:
            return False
        height = height_over_feet(self.kind, inertial, sensors)
        return height < self.parameters.lies_below * self.kind.upright.torso_height


def height_over_feet(kind: RobotKind, inertial: InertialState, sensors: SensorFrame) -> float:
    """Return the height of the torso above the lowest foot, in m."""
    poses = kind.kinematics().forward(sensors.joint_angles)
    feet = poses.translations[[kind.row(foot) for foot in kind.feet]]
    return kind.foot_radius - float((feet @ inertial.torso_to_level[2]).min())


def side_below(inertial: InertialState) -> FallDirection:
    """Return the side of the torso that is down; a robot upside down lies on its back."""
    x, y, z = inertial.torso_to_level[2].tolist()
    if abs(y) > max(abs(x), abs(z)):
        return FallDirection.LEFT if y < 0.0 else FallDirection.RIGHT
    if z < 0.0:
        return FallDirection.BACK
    return FallDirection.FRONT
