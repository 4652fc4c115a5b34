"""Walking and standing: from a request and the weight on the feet to all joint angles."""

import math
from dataclasses import replace

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs
from kickabout.framework.parameter import picked
from kickabout.geometry import Pose2, Robot, Vec
from kickabout.motion.walk.feet_kernels import walking_posture
from kickabout.motion.walk.gain_learning import GainLearner, LearningParameters
from kickabout.motion.walk.gait import Feet
from kickabout.motion.walk.heading_hold import HeadingHold, turn_rate
from kickabout.motion.walk.step_adjustment import (
    AdjustmentParameters,
    CenterOfMass,
    StepAdjustment,
    weight_and_soles,
)
from kickabout.motion.walk.step_limits import SpeedLimits, clamped_to_ellipsoid
from kickabout.motion.walk.step_planner import StepParameters
from kickabout.motion.walk.step_polygon import clamped_to_fast_polygon, clamped_to_polygon
from kickabout.motion.walk.support_switch import StepEnd, SwitchRules
from kickabout.motion.walk.torso_tilt import ArmTilt
from kickabout.motion.walk.treading import TreadDetector, TreadParameters
from kickabout.motion.walk.walk_balance import (
    BalanceParameters,
    GyroBalance,
    Situation,
    SoleCompensation,
)
from kickabout.motion.walk.walk_output import WalkStiffness, felt_weight, odometry_step, walk_output
from kickabout.motion.walk.walk_parameters import WalkEngineParameters
from kickabout.motion.walk.walk_requests import WalkRequests
from kickabout.motion.walk.walk_stand import StandingLegs, StandParameters
from kickabout.motion.walk.walk_target import TargetParameters
from kickabout.motion.walk.walker import STAY, WalkCommand, Walker, WalkerParameters
from kickabout.representations import (
    ArmOutput,
    BodyModel,
    FootSupportState,
    InertialState,
    JointState,
    Motion,
    MotionRequest,
    MotionSelection,
    SensorFrame,
    WalkOutput,
)
from kickabout.robots.nao.joints import HEAD, Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
CLAMPS = {
    "ellipsoid": clamped_to_ellipsoid,
    "polygon": clamped_to_polygon,
    "polygon_fast": clamped_to_fast_polygon,
}
LEARNING = LearningParameters()
FAR_FORWARD = 0.02  # m, minimum adjustment of a step
STEPS_AFTER_KICK = 3  # during which hips help to balance
STAND_HIGH, NOT_YET = Motion.STAND_HIGH, StepEnd.NOT_YET
USUAL, AFTER_KICK = Situation.USUAL, Situation.KICK


@inputs
@frozen
class WalkInputs:
    """Requests to the walk and the measured state of the body."""

    request: MotionRequest
    selection: MotionSelection
    sensors: SensorFrame
    joints: JointState
    feet: FootSupportState
    inertia: InertialState
    body: BodyModel
    arms: ArmOutput


class WalkEngine(Module[WalkEngineParameters]):
    """Walk2014 (Hengst, rUNSWift 2014) with the additions of B-Human 2019 and 2021.

    Per frame: requests → feet → torso tilt for the arms → inverse kinematics → gyro balance.
    If the pressure sensors are unreliable, the clock ends steps.
    """

    robot_kinds = ("nao",)
    random_stream = "WalkEngine"

    def __init__(self, parameters: WalkEngineParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.hip_offset = float(self.kinematics.leg[0])
        self.walker = Walker()
        self.requests = WalkRequests(self.hip_offset, self.robot)
        self.balance = GyroBalance()
        self.sole = SoleCompensation()
        self.heading = HeadingHold()
        self.adjustment = StepAdjustment()
        self.arm_tilt = ArmTilt(self.kinematics, STAND)
        self.standing_legs = StandingLegs(parameters.hip_height)
        self.learners = (GainLearner(), GainLearner())  # forward, backward
        self.treading = TreadDetector()
        self.tilt = 0.0  # rad, for the arms
        self.steps_since_kick = STEPS_AFTER_KICK
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.stiffness = WalkStiffness()
        self.gains = picked(BalanceParameters, p)
        self.tread_parameters = picked(TreadParameters, p)
        self.adjusting = picked(AdjustmentParameters, p)
        self.standing_parameters = picked(StandParameters, p)
        self.walker_parameters = picked(
            WalkerParameters,
            p,
            limits=picked(SpeedLimits, p),
            steps=picked(StepParameters, p),
            rules=picked(SwitchRules, p),
            targets=picked(TargetParameters, p),
            clamp=CLAMPS[p.clamping],
            clamp_at_ball=CLAMPS[p.clamping_at_ball],
        )

    def update(self, frame: FrameInfo, given: WalkInputs) -> WalkOutput:
        walks = given.selection.target in WALKS
        if not walks:
            self.walker.reset()
            self.requests.approach.reset()
        else:
            self.requests.accept(given.request)
        high = walks and given.request.motion is STAND_HIGH and self.walker.standing
        self.standing_legs.change_height(high, self.standing_parameters, frame.dt)
        may_walk = walks and self.standing_legs.ready_to_walk(self.standing_parameters)
        weight = felt_weight(given.feet)
        before = self.walker.gait.feet
        self._adjust(given, frame.dt)
        due = may_walk and self.walker.takes_command(weight, self.walker_parameters)
        command = self._command(frame, given) if due else STAY
        feet = self.walker.update(command, weight, self.walker_parameters, frame.dt)
        if self.walker.step_ended is NOT_YET:
            self._detect_treading(given.body)
        else:
            self.treading.begin_step()
            self._learn(given.request)
            self.adjustment.begin_step()
            kicked = self.walker.kicking
            self.steps_since_kick = 0 if kicked else self.steps_since_kick + 1
        step = odometry_step(
            before,
            self.walker.gait,
            self.parameters,
            hip_offset=self.hip_offset,
            turn_factor=self.parameters.odometry_turn,
        )
        self.requests.moved(step, kicking=self.walker.kicking, now=frame.time)
        self._hold_heading(given.inertia, step.theta, frame.dt)
        self.balance.measure(float(given.inertia.gyro[0]), float(given.inertia.gyro[1]), self.gains)
        if self.parameters.learn_gains:
            self.learners[0].measure(self.balance.pitch_speed)
            self.learners[1].measure(-self.balance.pitch_speed)
        angles = self._angles(feet, given, frame.dt)
        return self._output(angles, step)

    def _command(self, frame: FrameInfo, given: WalkInputs) -> WalkCommand:
        p = self.parameters
        return self.requests.of(
            given.request,
            self.walker_parameters.limits,
            self.walker.gait,
            turn_correction=p.heading_gain * self.heading.missed / p.step_duration,
            may_kick=frame.time - self.requests.last_kick_at >= p.kick_pause,
        )

    def _output(self, angles: Vec, step: Pose2[Robot, Robot]) -> WalkOutput:
        legs = self.standing_legs.stiffness(self.standing_parameters)
        stiffness = self.stiffness.of(legs, self.parameters.arm_stiffness)
        return walk_output(
            self.walker,
            self.requests,
            angles=angles,
            stiffness=stiffness,
            step=step,
            walking_height=self.standing_legs.ready_to_walk(self.standing_parameters),
        )

    def _adjust(self, given: WalkInputs, dt: float) -> None:
        """Let the feet follow a center of mass that leaves them, except in a kick."""
        walker, body = self.walker, given.body
        if walker.standing or walker.kicking or body.mass <= 0.0:
            return
        left_supports = not walker.gait.plan.left_swings
        x, height, left_x, left_height, right_x, right_height = weight_and_soles(
            given.inertia.torso_to_level,
            body.center_of_mass_in_torso,
            body.left_sole_to_torso.translation,
            body.right_sole_to_torso.translation,
        )
        sole = left_height if left_supports else right_height
        center = CenterOfMass(x=x, height=height - sole, left_x=left_x, right_x=right_x)
        change = self.adjustment.update(center, self.adjusting, left_supports=left_supports, dt=dt)
        if change != 0.0:
            walker.gait.adjust(change, -change / 2.0)
        self.debug.plot("predicted center of mass", self.adjustment.predicted)

    def _detect_treading(self, body: BodyModel) -> None:
        if not self.parameters.treading or self.walker.standing:
            return
        left, right = body.left_sole_to_torso, body.right_sole_to_torso
        left_swings = self.walker.gait.plan.left_swings
        swing, support = (left, right) if left_swings else (right, left)
        if self.treading.update(swing, support, self.tread_parameters):
            self.debug.note("trod on something")
            self.walker.tread()

    def _learn(self, request: MotionRequest) -> None:
        """Update the gains after a step; only steady, unadjusted steps are samples."""
        p = self.parameters
        if not p.learn_gains:
            return
        steady = self.walker.steady and self.adjustment.total == 0.0 and request.kick is None
        for learner in self.learners:
            if steady:
                learner.end_step(LEARNING, self.random)
            else:
                learner.forget_step()
        forward, backward = (learner.factor for learner in self.learners)
        self.gains = replace(
            self.gains,
            gyro_forward=p.gyro_forward * forward,
            gyro_backward=p.gyro_backward * backward,
        )
        self.debug.plot("gyro_forward", p.gyro_forward * self.learners[0].base)
        self.debug.plot("gyro_backward", p.gyro_backward * self.learners[1].base)

    def _hold_heading(self, inertia: InertialState, planned: float, dt: float) -> None:
        if self.walker.standing:
            self.heading.reset()
            return
        measured = turn_rate(inertia.torso_to_level, inertia.gyro) * dt
        memory = self.parameters.heading_memory
        keep = max(0.0, 1.0 - dt / memory) if memory > 0.0 else 0.0
        self.heading.update(planned, measured, max_missed=0.3, keep=keep)

    def _angles(self, feet: Feet, given: WalkInputs, dt: float) -> Vec:
        p, walker = self.parameters, self.walker
        left_swings = walker.gait.plan.left_swings
        phase = min(1.0, walker.gait.phase)
        left_pitch = right_pitch = shift = 0.0
        if not walker.standing:
            pitch = self._sole_pitch(given, left_swings, phase)
            left_pitch, right_pitch = (pitch, 0.0) if left_swings else (0.0, pitch)
            opened = max(abs(feet.left.y), abs(feet.right.y))
            towards = p.torso_shift * opened * math.sin(math.pi * phase)
            shift = towards if left_swings else -towards
        tilt = p.torso_tilt + self._tilt_for_arms(given)
        angles = STAND.copy()
        walking_posture(
            (*feet.left, feet.left_height, left_pitch),
            (*feet.right, feet.right_height, right_pitch),
            (self.hip_offset, self.standing_legs.height, p.torso_offset, tilt, shift),
            (p.arm_swing, p.arm_roll),
            self.kinematics.leg,
            angles,
        )
        if walker.standing:
            self.standing_legs.settle(
                angles, self.standing_parameters, given.sensors, given.joints, dt=dt
            )
            self.balance.stand(angles, self.gains)
        else:
            self.standing_legs.leave()
            self.balance.step(
                angles, self.gains, left_supports=not left_swings, situation=self._situation()
            )
        angles[HEAD] = np.nan
        return angles

    def _situation(self) -> Situation:
        if self.walker.kicking or self.steps_since_kick < STEPS_AFTER_KICK:
            return AFTER_KICK
        if self.adjustment.total > FAR_FORWARD:
            return Situation.FAR_FORWARD
        return Situation.BACKWARD if self.adjustment.total < 0.0 else USUAL

    def _tilt_for_arms(self, given: WalkInputs) -> float:
        """Return the torso tilt, low-pass filtered so that moving arms do not shake the torso."""
        wanted = 0.0
        if any(given.arms.active):
            weights = given.selection.arms_by_keyframe
            wanted = self.arm_tilt.tilt(_blended_arms(given.arms, weights))
        self.tilt += 0.1 * (self.parameters.arm_tilt * wanted - self.tilt)
        return self.tilt

    def _sole_pitch(self, given: WalkInputs, left_swings: bool, phase: float) -> float:
        body, p = given.body, self.parameters
        sole = body.right_sole_to_torso if left_swings else body.left_sole_to_torso
        measured = math.atan2(sole.rotation[0, 2], sole.rotation[2, 2])
        compensation = self.sole.update(
            sole_error=measured + p.torso_tilt + self.tilt,
            torso_pitch=given.inertia.pitch,
            phase=phase,
            gain=p.sole_compensation,
        )
        return compensation + self.walker.gait.offset.pitch


def _blended_arms(arms: ArmOutput, weights: tuple[float, float]) -> Vec:
    """Return a stand whose arms are blended with the arm engine's by its weights."""
    weight = np.zeros(len(Joint))
    weight[Joint.LEFT_SHOULDER_PITCH : Joint.LEFT_WRIST_YAW + 1] = weights[0]
    weight[Joint.RIGHT_SHOULDER_PITCH : Joint.RIGHT_WRIST_YAW + 1] = weights[1]
    posture: Vec = STAND + weight * (arms.angles - STAND)
    return posture
