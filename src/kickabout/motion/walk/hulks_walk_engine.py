"""HULKs' walk: from step sizes and the weight on the feet to joint angles of the whole body."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Vec
from kickabout.motion.head_and_arms.hulks_tackle import TackleLean
from kickabout.motion.walk.feet_kernels import walking_posture
from kickabout.motion.walk.gait import Feet
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clamped_to_ellipsoid
from kickabout.motion.walk.step_planner import StepParameters, next_speed
from kickabout.motion.walk.walk_balance import BalanceParameters, GyroBalance, Situation
from kickabout.motion.walk.walk_engine import WALKS, WalkInputs
from kickabout.motion.walk.walk_output import WalkStiffness, felt_weight, odometry_step, walk_output
from kickabout.motion.walk.walk_parameters import SharedWalkParameters
from kickabout.motion.walk.walk_requests import WalkRequests
from kickabout.motion.walk.walk_stand import StandingLegs, StandParameters
from kickabout.motion.walk.walker import STAY, WalkCommand, Walker, WalkerParameters
from kickabout.representations import ArmOutput, Motion, WalkOutput
from kickabout.robots.nao.joints import HEAD
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

STAND_HIGH, USUAL = Motion.STAND_HIGH, Situation.USUAL
TACKLE_FOLLOW = 0.1  # weight of a new lean per frame


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksWalkEngineParameters(SharedWalkParameters):
    """Parameters of the walk; the report gives no values, so these were found by trial."""

    step_forward: float = param(0.09, unit="m", low=0.0, high=0.2, doc="maximum step forward")
    step_backward: float = param(0.06, unit="m", low=0.0, high=0.2, doc="maximum step backward")
    step_sideways: float = param(0.065, unit="m", low=0.0, high=0.2, doc="maximum step sideways")
    step_turn: float = param(0.44, unit="rad", low=0.0, high=1.0, doc="maximum turn of a step")
    longer_by: float = param(
        0.016, unit="m", low=0.0, doc="maximum increase of the step length from step to step"
    )
    wider_by: float = param(
        0.04, unit="m", low=0.0, doc="maximum increase of the step width from step to step"
    )
    turned_by: float = param(
        0.2, unit="rad", low=0.0, doc="maximum change of the turn from step to step"
    )
    shorter_by: float = param(
        0.04, unit="m", low=0.0, doc="maximum decrease of the step size from step to step"
    )
    high_height: float = param(
        0.2455, unit="m", low=0.2, high=0.248, doc="hip height with stretched knees"
    )
    tackle_mass: float = param(
        0.018,
        unit="m",
        low=-0.03,
        high=0.06,
        doc="center of mass in front of the ankles in a tackle",
    )
    leg_stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of the legs while walking")
    odometry_x: float = param(
        0.995, low=0.5, high=1.5, doc="actual by planned distance, walking forward"
    )
    odometry_backward: float = param(
        0.95, low=0.5, high=1.5, doc="actual by planned distance, walking backward"
    )


class HulksWalkEngine(Module[HulksWalkEngineParameters]):
    """Walk2014 as it was in 2017, commanded by step sizes, with a tackle posture (2021, 6.6).

    Every request becomes a step within limits; the next step begins when the weight has shifted.
    The only balancing is a gyroscope correction of the ankle of the support leg. There are no
    in-walk kicks: a request for one is ignored. If the foot pressures are unreliable, the clock
    ends steps.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HulksWalkEngineParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.hip_offset = float(self.kinematics.leg[0])
        self.walker = Walker()
        self.requests = WalkRequests(self.hip_offset, self.robot)
        self.balance = GyroBalance()
        self.standing_legs = StandingLegs(parameters.hip_height)
        self.tackle = TackleLean(self.kinematics)
        self.lean = 0.0  # rad
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.stiffness = WalkStiffness()
        self.walker_parameters = walker_parameters(p)
        self.gains = picked(BalanceParameters, p, gyro_hip=0.0, gyro_situational=0.0)
        self.heights = StandParameters(
            hip_height=p.hip_height,
            high_stand_height=p.high_height,
            height_speed=0.03,
            stiffness=p.leg_stiffness,
            stand_stiffness=p.stand_stiffness,
            high_stand_stiffness=0.5,
            stand_after=2.0,
            economy=False,
        )

    def update(self, frame: FrameInfo, given: WalkInputs) -> WalkOutput:
        walker, legs = self.walker, self.standing_legs
        walks = given.selection.target in WALKS
        if not walks:
            walker.reset()
            self.requests.approach.reset()
        high = walks and given.request.motion is STAND_HIGH and walker.standing
        legs.change_height(high, self.heights, frame.dt)
        may_walk = walks and legs.ready_to_walk(self.heights)
        if may_walk:
            self.requests.accept(given.request)
        weight = felt_weight(given.feet)
        before = walker.gait.feet
        due = may_walk and walker.takes_command(weight, self.walker_parameters)
        command = self._command(given) if due else STAY
        feet = walker.update(command, weight, self.walker_parameters, frame.dt)
        step = odometry_step(before, walker.gait, self.parameters, hip_offset=self.hip_offset)
        self.requests.moved(step, kicking=False, now=frame.time)
        roll_speed, pitch_speed, _ = given.inertia.gyro.tolist()
        self.balance.measure(roll_speed, pitch_speed, self.gains)
        angles = self._angles(feet, given, frame.dt)
        stiffness = self.stiffness.of(legs.stiffness(self.heights), self.parameters.arm_stiffness)
        return walk_output(
            walker,
            self.requests,
            angles=angles,
            stiffness=stiffness,
            step=step,
            walking_height=legs.ready_to_walk(self.heights),
        )

    def _command(self, given: WalkInputs) -> WalkCommand:
        """Return a step size, except for the last steps to a target pose."""
        command = self.requests.of(
            given.request,
            self.walker_parameters.limits,
            self.walker.gait,
            turn_correction=0.0,
            may_kick=False,
        )
        if command.stand or command.target is not None:
            return command
        duration = self.parameters.step_duration
        wanted = command.speed
        if command.step is not None:
            wanted = Speed(*(size / duration for size in command.step))
        allowed = clamped_to_ellipsoid(wanted, self.walker_parameters.limits)
        speed = next_speed(self.walker.speed, allowed, self.walker_parameters.steps)
        return WalkCommand(stand=False, step=Speed(*(part * duration for part in speed)))

    def _angles(self, feet: Feet, given: WalkInputs, dt: float) -> Vec:
        p = self.parameters
        self._lean(given.arms, given.selection.arms_by_keyframe)
        angles = STAND.copy()
        walking_posture(
            (*feet.left, feet.left_height, 0.0),
            (*feet.right, feet.right_height, 0.0),
            (self.hip_offset, self.standing_legs.height, p.torso_offset, self.lean, 0.0),
            (p.arm_swing, p.arm_roll),
            self.kinematics.leg,
            angles,
        )
        if self.walker.standing:
            self.standing_legs.settle(angles, self.heights, given.sensors, given.joints, dt=dt)
            self.balance.stand(angles, self.gains)
        else:
            self.standing_legs.leave()
            left_supports = not self.walker.gait.plan.left_swings
            self.balance.step(angles, self.gains, left_supports=left_supports, situation=USUAL)
        angles[HEAD] = np.nan
        return angles

    def _lean(self, arms: ArmOutput, arm_weights: tuple[float, float]) -> None:
        """Lean as far as both arms are moved back."""
        wanted, p = 0.0, self.parameters
        if all(arms.active):
            body = (p.hip_height, p.torso_offset)
            wanted = min(arm_weights) * self.tackle.of(arms.angles, body, p.tackle_mass)
        self.lean += TACKLE_FOLLOW * (wanted - self.lean)


def walker_parameters(p: HulksWalkEngineParameters) -> WalkerParameters:
    """Return the parameters of the walker, with step sizes converted to speeds."""
    duration = p.step_duration
    return WalkerParameters(
        limits=SpeedLimits(
            forward_limit=p.step_forward / duration,
            backward_limit=p.step_backward / duration,
            side_limit=p.step_sideways / duration,
            turn_limit=p.step_turn / duration,
        ),
        steps=StepParameters(
            step_duration=duration,
            foot_lift=p.foot_lift,
            acceleration_x=p.longer_by / duration,
            acceleration_y=p.wider_by / duration,
            acceleration_turn=p.turned_by / duration,
            deceleration_x=p.shorter_by / duration,
            deceleration_y=p.shorter_by / duration,
            deceleration_turn=p.turned_by / duration,
        ),
    )
