"""Joint monitoring: from commands, angles and temperatures to joint conditions and abilities."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Last, Module, param
from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.geometry import Vec
from kickabout.representations import (
    JointCondition,
    JointHealthState,
    JointRequest,
    JointState,
    SensorFrame,
)
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.sensing.joints.joint_health import (
    can_get_up,
    condition_of,
    legs_work,
    update_codes,
    update_stuck_times,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JointHealthMonitorParameters:
    broken_joints: tuple[str, ...] = param(
        (), doc="names of joints of this robot known to be damaged"
    )
    may_kick_left: bool = param(
        True, doc="whether kicks with the left foot are allowed; false for a damaged leg"
    )
    may_kick_right: bool = param(
        True, doc="whether kicks with the right foot are allowed; false for a damaged leg"
    )
    may_get_up: bool = param(True, doc="whether getting up is allowed; false for a damaged robot")
    hot_above: float = param(
        75.0, unit="°C", doc="temperature of a hot joint; motors reduce their power at about 85"
    )
    cool_below: float = param(
        68.0, unit="°C", doc="temperature below which a hot joint counts as cool again"
    )
    delay: int = param(
        3,
        unit="frames",
        low=1,
        high=20,
        doc="delay from a command to its effect; real robots take 5",
    )
    stuck_error: float = param(
        0.25,
        unit="rad",
        low=0.0,
        doc="minimum error of a stuck joint, larger than any caused by load",
    )
    slow_below: float = param(0.1, unit="rad/s", low=0.0, doc="maximum speed of a joint at rest")
    stiff_above: float = param(
        0.3, low=0.0, high=1.0, doc="minimum stiffness of a joint that has to follow commands"
    )
    stuck_after: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="time away from its command and at rest until a joint counts as stuck",
    )
    implausible_by: float = param(
        0.35,
        unit="rad",
        low=0.0,
        doc="distance of an angle beyond its range that means a broken sensor",
    )


class JointHealthMonitor(Module[JointHealthMonitorParameters]):
    """Detects hot joints with a hysteresis, stuck joints and broken joints.

    A joint is stuck when it rests away from its command, and recovers by following one. It is
    broken if the configuration says so or if its angle is impossible. If the body is disconnected,
    the last state is kept.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: JointHealthMonitorParameters) -> None:
        super().__init__(parameters)
        self.ranges = np.stack((nao_dimensions().joint_min(), nao_dimensions().joint_max()))
        self.codes = np.zeros(JOINT_COUNT, np.int64)
        self.stuck_for = np.zeros(JOINT_COUNT)
        self.state = JointHealthState(conditions=(JointCondition.GOOD,) * JOINT_COUNT)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        parameters = self.parameters
        self.commands: deque[Vec] = deque(maxlen=parameters.delay)
        self.damaged = np.zeros(JOINT_COUNT, np.bool_)
        self.following = (parameters.stuck_error, parameters.slow_below, parameters.stiff_above)
        self.limits = (
            parameters.hot_above,
            parameters.cool_below,
            parameters.stuck_after,
            parameters.implausible_by,
        )
        names = [joint.key for joint in Joint]
        for name in parameters.broken_joints:
            if name not in names:
                hint = did_you_mean(name, names)
                raise ConfigurationError(f"unknown joint '{name}' in broken_joints.{hint}")
            self.damaged[Joint[name.upper()]] = True

    def update(
        self,
        frame: FrameInfo,
        sensors: SensorFrame,
        joints: JointState,
        request: Last[JointRequest],
    ) -> JointHealthState:
        if not sensors.connected:
            return self.state
        self.commands.append(request.angles)
        if len(self.commands) == self.parameters.delay:
            update_stuck_times(
                self.stuck_for,
                self.commands[0],
                joints.angles,
                joints.velocities,
                request.stiffness,
                frame.dt,
                self.following,
            )
        changed, hottest = update_codes(
            self.codes,
            sensors.joint_temperatures,
            joints.angles,
            self.ranges,
            self.damaged,
            self.stuck_for,
            self.limits,
        )
        if changed or hottest != self.state.hottest:
            self.state = self._new_state(changed, hottest)
        return self.state

    def _new_state(self, changed: bool, hottest: float) -> JointHealthState:
        parameters, conditions = self.parameters, self.state.conditions
        if changed:
            conditions = tuple(condition_of(code) for code in self.codes.tolist())
        legs = legs_work(conditions)
        return JointHealthState(
            conditions=conditions,
            hottest=hottest,
            can_kick=(legs and parameters.may_kick_left, legs and parameters.may_kick_right),
            can_get_up=parameters.may_get_up and can_get_up(conditions),
        )
