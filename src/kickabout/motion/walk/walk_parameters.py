"""Parameters of the walk."""

from dataclasses import dataclass
from typing import Literal

from kickabout.framework import param


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWalkParameters:
    """Parameters of every walk engine."""

    step_duration: float = param(
        0.25,
        unit="s",
        low=0.1,
        high=1.0,
        doc="planned duration of a step; the step ends when the weight shifts",
    )
    foot_lift: float = param(
        0.012, unit="m", low=0.0, high=0.05, doc="lift of the foot when stepping in place"
    )
    hip_height: float = param(0.227, unit="m", low=0.18, high=0.245, doc="hip height while walking")
    torso_offset: float = param(
        0.012, unit="m", low=-0.03, high=0.05, doc="distance of the hips in front of the feet"
    )
    gyro_smoothing: float = param(
        0.6, low=0.0, high=1.0, doc="weight of the old value in the gyroscope filter"
    )
    gyro_forward: float = param(
        0.05, unit="s", low=0.0, high=0.5, doc="gyro gain of the support ankle, tipping forward"
    )
    gyro_backward: float = param(
        0.05, unit="s", low=0.0, high=0.5, doc="gyro gain of the support ankle, tipping backward"
    )
    gyro_roll: float = param(
        0.05, unit="s", low=0.0, high=0.5, doc="gyro gain of the ankle rolls when standing"
    )
    arm_swing: float = param(
        6.0, unit="rad/m", low=0.0, high=20.0, doc="shoulder pitch per forward offset of the foot"
    )
    arm_roll: float = param(
        2.0, unit="rad/m", low=0.0, high=20.0, doc="shoulder roll per sideways offset of the foot"
    )
    stand_stiffness: float = param(
        0.75, low=0.0, high=1.0, doc="stiffness of the legs after standing for a while"
    )
    arm_stiffness: float = param(0.5, low=0.0, high=1.0, doc="stiffness of the arms")
    odometry_x: float = param(
        1.01, low=0.5, high=1.5, doc="actual by planned distance, walking forward"
    )
    odometry_backward: float = param(
        0.94, low=0.5, high=1.5, doc="actual by planned distance, walking backward"
    )
    odometry_y: float = param(
        0.925, low=0.5, high=1.5, doc="actual by planned distance, walking sideways"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkEngineParameters(SharedWalkParameters):
    """Parameters of the walk, tuned in simulation starting from B-Human's values."""

    forward_limit: float = param(
        0.40, unit="m/s", low=0.0, high=1.0, doc="maximum commanded speed forward"
    )
    backward_limit: float = param(
        0.28, unit="m/s", low=0.0, high=1.0, doc="maximum commanded speed backward"
    )
    side_limit: float = param(
        0.28, unit="m/s", low=0.0, high=1.0, doc="maximum commanded speed sideways"
    )
    turn_limit: float = param(
        1.9, unit="rad/s", low=0.0, high=4.0, doc="maximum commanded turn speed"
    )
    clamping: Literal["ellipsoid", "polygon", "polygon_fast"] = param(
        "ellipsoid", doc="how forward, sideways and turn speed limit each other"
    )
    clamping_at_ball: Literal["ellipsoid", "polygon", "polygon_fast"] = param(
        "ellipsoid", doc="how the speeds limit each other near the ball when walking to it"
    )
    translation_exponent: float = param(
        1.5, low=1.0, high=4.0, doc="exponent of the ellipsoid between forward and sideways speed"
    )
    turn_exponent: float = param(
        2.0, low=1.0, high=4.0, doc="exponent of the ellipsoid between turning and translation"
    )
    boost_from: float = param(
        0.1,
        unit="m/s",
        low=0.0,
        doc="sideways speed from which on boosted_forward replaces forward_limit",
    )
    boosted_forward: float = param(
        0.40,
        unit="m/s",
        low=0.0,
        high=1.0,
        doc="maximum speed forward from the sideways speed boost_from on",
    )
    acceleration_x: float = param(
        0.06, unit="m/s", low=0.0, doc="maximum increase of the speed forward or backward per step"
    )
    acceleration_y: float = param(
        0.15, unit="m/s", low=0.0, doc="maximum increase of the speed sideways per step"
    )
    acceleration_turn: float = param(
        0.8, unit="rad/s", low=0.0, doc="maximum increase of the turn speed per step"
    )
    deceleration_x: float = param(
        0.15, unit="m/s", low=0.0, doc="maximum decrease of the speed forward or backward per step"
    )
    deceleration_y: float = param(
        0.2, unit="m/s", low=0.0, doc="maximum decrease of the speed sideways per step"
    )
    deceleration_turn: float = param(
        1.0, unit="rad/s", low=0.0, doc="maximum decrease of the turn speed per step"
    )
    side_duration: float = param(
        0.0, unit="s²/m", low=0.0, doc="increase of the step duration per sideways speed"
    )
    side_lift_duration: float = param(
        0.0,
        unit="s²/m",
        low=0.0,
        doc="increase of the time of the foot in the air per sideways speed",
    )
    foot_lift_x: float = param(
        0.02, low=0.0, high=0.5, doc="additional lift per length of the step"
    )
    foot_lift_y: float = param(0.04, low=0.0, high=0.5, doc="additional lift per width of the step")
    first_lift: float = param(0.4, low=0.0, high=1.0, doc="fraction of the lift in the pre-step")
    inside_turn: float = param(
        0.33, low=0.0, high=0.5, doc="fraction of a turn made with toes pointing inwards"
    )
    high_stand_height: float = param(
        0.2455, unit="m", low=0.2, high=0.248, doc="hip height with stretched knees"
    )
    height_speed: float = param(
        0.03,
        unit="m/s",
        low=0.005,
        doc="speed of changing between hip_height and high_stand_height",
    )
    torso_tilt: float = param(0.0, unit="rad", low=-0.2, high=0.2, doc="tilt of the torso forward")
    torso_shift: float = param(
        0.0, low=0.0, high=0.5, doc="shift of the torso to the swing foot per sideways step"
    )
    earliest_switch: float = param(
        0.6, low=0.0, high=1.0, doc="phase from which on a weight shift ends the step"
    )
    earliest_prediction: float = param(
        0.8, low=0.0, high=1.5, doc="phase from which on a predicted weight shift ends the step"
    )
    latest_switch: float = param(
        3.0, low=1.0, high=10.0, doc="phase from which on the robot counts as stuck"
    )
    prediction_turn: float = param(
        0.14, unit="rad/s", low=0.0, doc="turn speed below which predictions are used"
    )
    lowering: float = param(
        0.06, unit="s", low=0.0, doc="time to lower a support foot that is still in the air"
    )
    stretch_after: float = param(
        1.3, low=1.0, doc="phase from which on the swing foot is stretched down"
    )
    stretch: float = param(
        0.01, unit="m", low=0.0, high=0.03, doc="maximum stretch of the swing foot"
    )
    catch_for: float = param(
        0.5, unit="s", low=0.0, doc="time to stand after being stuck on one foot"
    )
    emergency_stretch: float = param(
        0.02, unit="m", low=0.0, high=0.04, doc="stretch of the leg to push when stuck"
    )
    emergency_side: float = param(
        0.02, unit="m", low=0.0, high=0.1, doc="size of the side step when stuck"
    )
    stop_x: float = param(
        0.01, unit="m", low=0.0, doc="maximum forward offset of each foot to stop"
    )
    stop_y: float = param(
        0.01, unit="m", low=0.0, doc="maximum sideways offset of each foot to stop"
    )
    stop_turn: float = param(0.035, unit="rad", low=0.0, doc="maximum turn of each foot to stop")
    near_target: float = param(
        0.35, unit="m", low=0.0, doc="distance below which the robot turns to the target's heading"
    )
    turn_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="fraction of the bearing to turn in one step"
    )
    turn_on_spot: float = param(
        1.0, unit="rad", low=0.1, doc="bearing above which the robot only turns"
    )
    gyro_hip: float = param(
        0.0, unit="s", low=0.0, high=0.5, doc="gyro gain of the support hip pitch"
    )
    learn_gains: bool = param(
        False, doc="learn gyro_forward and gyro_backward from gyroscope peaks"
    )
    gyro_situational: float = param(
        0.02,
        unit="s",
        low=0.0,
        high=0.5,
        doc="gyro gain of hips and knee after kicks and adjusted steps",
    )
    sole_compensation: float = param(
        0.5, low=0.0, high=1.0, doc="gain to keep the swing sole parallel to the support sole"
    )
    heading_gain: float = param(
        0.3, low=0.0, high=1.0, doc="fraction of the missing turn to correct per step"
    )
    heading_memory: float = param(
        1.0, unit="s", low=0.0, doc="time after which a missing turn is forgotten"
    )
    adjust_front: float = param(
        0.075, unit="m", low=0.0, doc="tolerated center of mass in front of the feet"
    )
    adjust_back: float = param(
        0.035, unit="m", low=0.0, doc="tolerated center of mass behind the feet"
    )
    adjust_speed: float = param(
        0.5, unit="m/s", low=0.0, doc="maximum speed of feet that follow the center of mass"
    )
    max_adjustment: float = param(
        0.06, unit="m", low=0.0, high=0.15, doc="maximum adjustment of one step"
    )
    look_ahead: float = param(
        0.048, unit="s", low=0.0, high=0.2, doc="prediction time of the center of mass"
    )
    treading: bool = param(False, doc="detect the foot of another robot under the swing foot")
    tread_height: float = param(
        0.012, unit="m", low=0.0, doc="toe height above which the robot treads on something"
    )
    tread_change: float = param(
        0.01, unit="m", low=0.0, doc="change of the toe height within four frames, likewise"
    )
    kick_pause: float = param(0.5, unit="s", low=0.0, doc="minimum time between two in-walk kicks")
    arm_tilt: float = param(
        1.0, low=0.0, high=1.0, doc="fraction of the torso tilt that balances moved arms"
    )
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of the legs while walking")
    high_stand_stiffness: float = param(
        0.5, low=0.0, high=1.0, doc="stiffness of the legs in a high stand after stand_after"
    )
    # Gears of real robots hold by friction; simulated ones do not, so yielding costs 5 % more.
    economy: bool = param(False, doc="let standing joints yield where they draw current")
    stand_after: float = param(
        2.0, unit="s", low=0.0, doc="time of standing until the legs get softer"
    )
    odometry_turn: float = param(1.0, low=0.5, high=1.5, doc="actual by planned turn")
