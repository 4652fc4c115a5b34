"""Parameters of the walk, with where their values come from."""

from dataclasses import dataclass
from typing import Literal

from kickabout.framework import param


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkEngineParameters:
    """Figures of the walk; found by trying in the simulated world, starting from B-Human's."""

    forward_limit: float = param(0.40, unit="m/s", low=0.0, high=1.0, doc="commanded forward")
    backward_limit: float = param(0.28, unit="m/s", low=0.0, high=1.0, doc="commanded backward")
    side_limit: float = param(0.28, unit="m/s", low=0.0, high=1.0, doc="commanded sideways")
    turn_limit: float = param(1.9, unit="rad/s", low=0.0, high=4.0, doc="commanded turning")
    clamping: Literal["ellipsoid", "polygon", "polygon_fast"] = param(
        "ellipsoid", doc="how forward, sideways and turning share what is possible"
    )
    clamping_at_ball: Literal["ellipsoid", "polygon", "polygon_fast"] = param(
        "ellipsoid", doc="the same for who was asked to walk to the ball and is near it"
    )
    translation_exponent: float = param(1.5, low=1.0, high=4.0, doc="of the ellipsoid, x with y")
    turn_exponent: float = param(2.0, low=1.0, high=4.0, doc="of the ellipsoid, turning with both")
    boost_from: float = param(
        0.1, unit="m/s", low=0.0, doc="sideways speed from which on boosted_forward holds"
    )
    boosted_forward: float = param(0.40, unit="m/s", low=0.0, high=1.0, doc="see boost_from")
    acceleration_x: float = param(0.06, unit="m/s", low=0.0, doc="largest gain per step")
    acceleration_y: float = param(0.15, unit="m/s", low=0.0, doc="largest gain per step")
    acceleration_turn: float = param(0.8, unit="rad/s", low=0.0, doc="largest gain per step")
    deceleration_x: float = param(0.15, unit="m/s", low=0.0, doc="largest loss per step")
    deceleration_y: float = param(0.2, unit="m/s", low=0.0, doc="largest loss per step")
    deceleration_turn: float = param(1.0, unit="rad/s", low=0.0, doc="largest loss per step")
    step_duration: float = param(0.25, unit="s", low=0.1, high=1.0, doc="planned; weight decides")
    side_duration: float = param(0.0, unit="s²/m", low=0.0, doc="longer steps by sideways speed")
    side_lift_duration: float = param(
        0.0, unit="s²/m", low=0.0, doc="foot longer in the air by sideways speed"
    )
    foot_lift: float = param(0.012, unit="m", low=0.0, high=0.05, doc="of a step on the spot")
    foot_lift_x: float = param(0.02, low=0.0, high=0.5, doc="more lift by length of the step")
    foot_lift_y: float = param(0.04, low=0.0, high=0.5, doc="more lift by width of the step")
    first_lift: float = param(0.4, low=0.0, high=1.0, doc="share of the lift in the pre-step")
    inside_turn: float = param(0.33, low=0.0, high=0.5, doc="share of turns made with closing toes")
    hip_height: float = param(0.227, unit="m", low=0.18, high=0.245, doc="while walking")
    high_stand_height: float = param(0.2455, unit="m", low=0.2, high=0.248, doc="knees stretched")
    height_speed: float = param(0.03, unit="m/s", low=0.005, doc="between both heights")
    torso_offset: float = param(0.012, unit="m", low=-0.03, high=0.05, doc="of hips before feet")
    torso_tilt: float = param(0.0, unit="rad", low=-0.2, high=0.2, doc="forward")
    torso_shift: float = param(0.0, low=0.0, high=0.5, doc="to the swing foot, by sideways step")
    earliest_switch: float = param(0.6, low=0.0, high=1.0, doc="phase; weight counts from here on")
    earliest_prediction: float = param(0.8, low=0.0, high=1.5, doc="phase; predictions count")
    latest_switch: float = param(3.0, low=1.0, high=10.0, doc="phase; then the robot is stuck")
    prediction_turn: float = param(0.14, unit="rad/s", low=0.0, doc="slower turns use predictions")
    lowering: float = param(0.06, unit="s", low=0.0, doc="for a support foot still in the air")
    stretch_after: float = param(1.3, low=1.0, doc="phase from which the foot reaches down")
    stretch: float = param(0.01, unit="m", low=0.0, high=0.03, doc="how far it reaches")
    catch_for: float = param(0.5, unit="s", low=0.0, doc="stand after being stuck on one foot")
    emergency_stretch: float = param(0.02, unit="m", low=0.0, high=0.04, doc="push when stuck")
    emergency_side: float = param(0.02, unit="m", low=0.0, high=0.1, doc="side step when stuck")
    stop_x: float = param(0.01, unit="m", low=0.0, doc="feet this level may stand")
    stop_y: float = param(0.01, unit="m", low=0.0, doc="feet this near may stand")
    stop_turn: float = param(0.035, unit="rad", low=0.0, doc="feet this parallel may stand")
    near_target: float = param(0.35, unit="m", low=0.0, doc="nearer, the target's heading counts")
    turn_share: float = param(0.5, low=0.0, high=1.0, doc="of the bearing asked from one step")
    turn_on_spot: float = param(1.0, unit="rad", low=0.1, doc="bearing above which nobody walks")
    gyro_smoothing: float = param(0.6, low=0.0, high=1.0, doc="share of the old value")
    gyro_forward: float = param(0.05, unit="s", low=0.0, high=0.5, doc="to the support ankle")
    gyro_backward: float = param(0.05, unit="s", low=0.0, high=0.5, doc="to the support ankle")
    gyro_hip: float = param(0.0, unit="s", low=0.0, high=0.5, doc="to the support hip pitch")
    learn_gains: bool = param(False, doc="let both gains follow the peaks of the gyroscope")
    gyro_situational: float = param(
        0.02, unit="s", low=0.0, high=0.5, doc="to hips and knee after kicks and adjusted steps"
    )
    gyro_roll: float = param(0.05, unit="s", low=0.0, high=0.5, doc="to ankle rolls when standing")
    sole_compensation: float = param(0.5, low=0.0, high=1.0, doc="swing sole as the support sole")
    heading_gain: float = param(0.3, low=0.0, high=1.0, doc="of missed turn made good per step")
    heading_memory: float = param(1.0, unit="s", low=0.0, doc="missed turn is forgotten after it")
    adjust_front: float = param(0.075, unit="m", low=0.0, doc="center of mass before the feet")
    adjust_back: float = param(0.035, unit="m", low=0.0, doc="center of mass behind the feet")
    adjust_speed: float = param(0.5, unit="m/s", low=0.0, doc="of feet that follow it")
    adjust_most: float = param(0.06, unit="m", low=0.0, high=0.15, doc="per step")
    look_ahead: float = param(0.048, unit="s", low=0.0, high=0.2, doc="from measuring to moving")
    treading: bool = param(False, doc="watch for the foot of another robot under the own foot")
    tread_height: float = param(0.012, unit="m", low=0.0, doc="of a toe when it should be level")
    tread_change: float = param(0.01, unit="m", low=0.0, doc="of that height within four frames")
    kick_pause: float = param(0.5, unit="s", low=0.0, doc="between two in-walk kicks")
    arm_swing: float = param(6.0, unit="rad/m", low=0.0, high=20.0, doc="by place of the foot")
    arm_roll: float = param(2.0, unit="rad/m", low=0.0, high=20.0, doc="by sideways place")
    arm_tilt: float = param(1.0, low=0.0, high=1.0, doc="share of the torso tilt for arms back")
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="of the legs while walking")
    stand_stiffness: float = param(0.75, low=0.0, high=1.0, doc="of the legs after stand_after")
    high_stand_stiffness: float = param(0.5, low=0.0, high=1.0, doc="with stretched knees")
    # Gears of real robots hold by friction; simulated ones do not, and giving way costs 5 % more.
    economy: bool = param(False, doc="standing joints give way where they draw current")
    stand_after: float = param(2.0, unit="s", low=0.0, doc="standing until legs get softer")
    arm_stiffness: float = param(0.5, low=0.0, high=1.0, doc="of the arms")
    odometry_x: float = param(1.01, low=0.5, high=1.5, doc="true by planned way forward")
    odometry_backward: float = param(0.94, low=0.5, high=1.5, doc="true by planned way back")
    odometry_y: float = param(0.925, low=0.5, high=1.5, doc="true by planned way sideways")
    odometry_turn: float = param(1.0, low=0.5, high=1.5, doc="true by planned turn")
