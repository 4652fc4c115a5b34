"""Torso orientation 2021: from inertial readings and the feet on the ground to roll and pitch."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry.rotations import rotated_back
from kickabout.representations import (
    BodyModel,
    FootSupportState,
    GyroOffsetState,
    InertialState,
    SensorFrame,
)
from kickabout.sensing.contact.soles import corners_in_level, lowest_point, sole_corners
from kickabout.sensing.orientation.orientation_parameters import OrientationParameters
from kickabout.sensing.orientation.torso_orientation import NO_OFFSET, TorsoOrientation


@inputs
@frozen
class SoleAidedOrientationInputs:
    frame: FrameInfo
    sensors: SensorFrame
    offset: GyroOffsetState
    body: BodyModel
    support: FootSupportState


@dataclass(frozen=True, slots=True, kw_only=True)
class SoleAidedOrientationEstimatorParameters(OrientationParameters):
    roll_noise: float = param(
        0.3,
        unit="m/s²",
        low=0.0,
        doc="standard deviation of gravity measured by both feet on the ground",
    )
    soles_calibrated: bool = param(
        False, doc="whether the soles' rotation is calibrated well enough to measure the pitch"
    )
    pitch_noise: float = param(
        0.25, unit="m/s²", low=0.0, doc="standard deviation of gravity measured by a flat sole"
    )
    flat_above: float = param(
        8.0, unit="N", low=0.0, doc="minimum pressure at toe and heel of a flat foot"
    )


class SoleAidedOrientationEstimator(Module[SoleAidedOrientationEstimatorParameters]):
    """The filter of 2019 with two corrections per step, after B-Human 2021, section 7.1.

    When the weight shifts to the other foot, both feet touch the ground, so the line between their
    lowest corners is level, which gives the roll. Once per step, a support foot with pressure at
    toe and heel is flat, which gives the pitch.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: SoleAidedOrientationEstimatorParameters) -> None:
        super().__init__(parameters)
        self.orientation = TorsoOrientation()
        self.pitch_corrected = False
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.noise = self.parameters.noise

    def update(self, given: SoleAidedOrientationInputs) -> InertialState:
        offset, sensors = given.offset, given.sensors
        corrected = self.parameters.apply_offset and offset.known
        gyro = self.orientation.turn_rates(sensors.gyro, offset.offset if corrected else NO_OFFSET)
        if offset.board_dead or offset.board_disconnected:
            self.orientation.pause()
        else:
            self.orientation.update(
                gyro, sensors.accelerometer, dt=given.frame.dt, noise=self.noise
            )
            self._correct_by_soles(given)
        return self.orientation.state(gyro, sensors.accelerometer)

    def _correct_by_soles(self, given: SoleAidedOrientationInputs) -> None:
        if not given.support.reliable:
            return
        if given.support.switched:
            self.pitch_corrected = False
            self._correct_roll(given.body)
        if self.parameters.soles_calibrated and not self.pitch_corrected:
            self._correct_pitch(given)

    def _correct_roll(self, body: BodyModel) -> None:
        tilt = self.orientation.filter.rotation
        points = []
        poses = (body.left_sole_to_torso, body.right_sole_to_torso)
        for pose, corners in zip(poses, sole_corners(), strict=True):
            in_level = corners_in_level(tilt, pose.rotation, pose.translation, corners)
            points.append(in_level[lowest_point(in_level)])
        right_to_left = rotated_back(tilt, points[0] - points[1])
        self.orientation.correct_roll(right_to_left, self.parameters.roll_noise)

    def _correct_pitch(self, given: SoleAidedOrientationInputs) -> None:
        left_supports = given.support.support > 0.0
        foot = given.sensors.foot_forces[0 if left_supports else 1].tolist()
        if min(foot[0] + foot[1], foot[2] + foot[3]) < self.parameters.flat_above:
            return
        body = given.body
        sole = body.left_sole_to_torso if left_supports else body.right_sole_to_torso
        self.orientation.correct_pitch(sole.rotation, self.parameters.pitch_noise)
        self.pitch_corrected = True
