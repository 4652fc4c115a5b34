"""Fall detection: from the torso's tilt and the center of mass to the phase of a fall."""

import math
from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.representations import (
    BodyModel,
    FallDirection,
    FallPhase,
    FallState,
    GroundContactState,
    InertialState,
    Motion,
    MotionState,
)
from kickabout.sensing.orientation.fall_pendulum import FallOutlook, FallPendulum, PendulumNoise
from kickabout.sensing.orientation.stance import Stance, stance_of

# Get-up, dives and special motions leave the feet on purpose; limp joints need no protection.
BALANCED = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK, Motion.KICK, Motion.SIT)


UPRIGHT, STAGGERING, FALLING = FallPhase.UPRIGHT, FallPhase.STAGGERING, FallPhase.FALLING
FALLEN, PICKED_UP, NO_SIDE = FallPhase.FALLEN, FallPhase.PICKED_UP, FallDirection.NONE


@inputs
@frozen
class FallDetectorInputs:
    frame: FrameInfo
    inertial: InertialState
    body: BodyModel
    contact: GroundContactState
    motion: Last[MotionState]


@dataclass(frozen=True, slots=True, kw_only=True)
class FallDetectorParameters:
    horizon: float = param(0.15, unit="s", low=0.0, high=0.5, doc="prediction time of a fall")
    margin: float = param(
        0.03,
        unit="m",
        low=0.0,
        doc="predicted distance of the center of mass outside of the feet that means a fall",
    )
    gate: float = param(
        1.05,
        unit="rad",
        low=0.0,
        high=3.2,
        doc="maximum angle between the direction out of the feet and the velocity",
    )
    falling_after: float = param(
        0.024, unit="s", low=0.0, doc="time for which a fall has to be predicted"
    )
    acceleration_noise: float = param(
        4.0, unit="m/s²", low=0.0, doc="deviation of a walking robot from a pendulum"
    )
    position_noise: float = param(
        0.003, unit="m", low=0.0001, doc="standard deviation of the measured center of mass"
    )
    start_speed: float = param(
        0.3, unit="m/s", low=0.0, doc="standard deviation of an unknown speed"
    )
    tilted_above: float = param(
        0.75,
        unit="rad",
        low=0.0,
        doc="tilt of the torso above which the robot is falling in any case",
    )
    lying_above: float = param(
        1.0, unit="rad", low=0.0, doc="minimum tilt of a lying robot's torso"
    )
    still_below: float = param(
        0.7, unit="rad/s", low=0.0, doc="maximum turn rate of a robot at rest"
    )
    lying_after: float = param(
        0.1, unit="s", low=0.0, doc="time tilted and at rest until the robot counts as fallen"
    )
    falling_at_most: float = param(
        2.5,
        unit="s",
        low=0.0,
        doc="time of falling after which the robot counts as fallen, as it leans on something",
    )
    upright_below: float = param(
        0.4, unit="rad", low=0.0, doc="maximum tilt of a torso that is upright again"
    )
    upright_after: float = param(0.3, unit="s", low=0.0, doc="time upright until a fall is over")
    staggering_above: float = param(
        -0.005,
        unit="m",
        doc="predicted distance of the center of mass beyond the feet of a staggering robot",
    )
    squatting_below: float = param(
        0.17,
        unit="m",
        low=0.0,
        doc="height of the torso below which the robot squats; walking is 0.23, sitting 0.13",
    )


class FallDetector(Module[FallDetectorParameters]):
    """Detects a fall if the center of mass will be outside of both feet and moves outwards.

    After B-Human 2019, section 7.5: an unscented Kalman filter with an inverted pendulum predicts
    the center of mass, the convex hull of both feet is the limit even with one foot in the air,
    and a robot whose center of mass moves back inside is not falling. A strongly tilted torso
    falls in any case.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: FallDetectorParameters) -> None:
        super().__init__(parameters)
        self.pendulum = FallPendulum()
        self.state = FallState()
        self.outlook_bad = Holding()
        self.lying = Holding()
        self.upright = Holding()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        parameters = self.parameters
        self.gate = math.cos(parameters.gate)
        self.noise = PendulumNoise(
            acceleration=parameters.acceleration_noise,
            position=parameters.position_noise,
            speed=parameters.start_speed,
        )

    def update(self, given: FallDetectorInputs) -> FallState:
        inertial, now = given.inertial, given.frame.time
        tilt = math.acos(max(-1.0, min(1.0, float(inertial.torso_to_level[2, 2]))))
        stance = stance_of(given.body, inertial.torso_to_level)
        outlook = self._outlook(given, stance)
        phase, direction = self._next(given, outlook, tilt)
        if phase is UPRIGHT and stance.torso_height < self.parameters.squatting_below:
            phase = FallPhase.SQUATTING
        since = self.state.since
        if phase is not self.state.phase:
            since = now
            self.debug.note(f"{phase.value}, {direction.value}")
        self.debug.plot("outside", outlook.outside)
        angles = (inertial.roll, inertial.pitch)
        self.state = FallState(phase=phase, direction=direction, since=since, torso_angles=angles)
        return self.state

    def _outlook(self, given: FallDetectorInputs, stance: Stance) -> FallOutlook:
        if not given.contact.contact:
            self.pendulum.stop()
        return self.pendulum.update(
            stance,
            yaw_rate=float(given.inertial.gyro[2]),
            dt=given.frame.dt,
            horizon=self.parameters.horizon,
            noise=self.noise,
        )

    def _next(
        self, given: FallDetectorInputs, outlook: FallOutlook, tilt: float
    ) -> tuple[FallPhase, FallDirection]:
        parameters, now = self.parameters, given.frame.time
        still = max(map(abs, given.inertial.gyro.tolist())) < parameters.still_below
        lying_for = self.lying.update(tilt > parameters.lying_above and still, now)
        upright_for = self.upright.update(tilt < parameters.upright_below, now)
        falls = self._falls(given, outlook, tilt)
        phase = self.state.phase
        falling_for = now - self.state.since if phase is FALLING else 0.0
        if lying_for >= parameters.lying_after or falling_for > parameters.falling_at_most:
            return FALLEN, side_below(given.inertial)
        if phase is FALLEN and upright_for < parameters.upright_after:
            return phase, self.state.direction
        if falls and phase is not FALLING:
            return FALLING, fall_direction(outlook, given.inertial, tilt)
        if phase is FALLING and (falls or upright_for < parameters.upright_after):
            return phase, self.state.direction
        return self._on_feet(given, outlook), NO_SIDE

    def _falls(self, given: FallDetectorInputs, outlook: FallOutlook, tilt: float) -> bool:
        parameters = self.parameters
        contact, motion = given.contact.contact, given.motion.motion
        bad = outlook.outside > parameters.margin and outlook.cosine > self.gate
        bad_for = self.outlook_bad.update(bad and contact, given.frame.time)
        predicted = bad_for >= parameters.falling_after or tilt > parameters.tilted_above
        carried = self.state.phase is PICKED_UP and not contact
        return predicted and motion in BALANCED and not carried

    def _on_feet(self, given: FallDetectorInputs, outlook: FallOutlook) -> FallPhase:
        if not given.contact.contact:
            return PICKED_UP
        if outlook.outside > self.parameters.staggering_above:
            return STAGGERING
        return UPRIGHT


def side_below(inertial: InertialState) -> FallDirection:
    """Return the side of a lying torso that is down."""
    x, y, _ = inertial.torso_to_level[2].tolist()
    if abs(x) > abs(y):
        return FallDirection.FRONT if x < 0.0 else FallDirection.BACK
    return FallDirection.LEFT if y < 0.0 else FallDirection.RIGHT


def fall_direction(outlook: FallOutlook, inertial: InertialState, tilt: float) -> FallDirection:
    """Return the direction of the center of mass, or of the tilt if it is already large."""
    if tilt > 0.5:
        return side_below(inertial)
    x, y = outlook.direction
    if abs(x) > abs(y):
        return FallDirection.FRONT if x > 0.0 else FallDirection.BACK
    return FallDirection.LEFT if y > 0.0 else FallDirection.RIGHT
