"""Parameters of self-localization; those without a source were tuned against the oracles."""

from dataclasses import dataclass

from kickabout.framework import param

Positions = tuple[tuple[float, float], ...]

# Positions are those on the usual field of 9 m × 6 m, and scaled to others.
# Rule book 2019: x of each player's start position and its side line (1 left, -1 right)
START_POSITIONS: Positions = (
    (-4.0, 1.0),
    (-3.0, -1.0),
    (-3.0, 1.0),
    (-1.5, -1.0),
    (-1.5, 1.0),
    (-4.0, -1.0),
)
# Rule book 2019: legal positions of the kicking and of the defending team
KICK_OFF_POSITIONS: Positions = (
    (-4.4, 0.0),
    (-2.6, 1.1),
    (-1.2, -1.6),
    (-1.2, 1.6),
    (-0.9, 0.0),
    (-2.6, -1.1),
    (-3.0, 1.2),
    (-3.0, -1.2),
    (-1.6, 0.8),
    (-1.6, -0.8),
    (-2.2, 0.0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfLocatorParameters:
    particles: int = param(12, low=1, high=200, doc="number of pose hypotheses (B-Human 2019: 12)")
    frames: int = param(60, low=1, doc="frames over which validity is averaged (B-Human 2019: 60)")
    base_weight: float = param(0.1, low=0.0, high=1.0, doc="weight of a particle that never fits")

    shift_by_distance: float = param(0.08, unit="m/√m", low=0.0, doc="position noise from walking")
    shift_by_turn: float = param(0.02, unit="m/√rad", low=0.0, doc="position noise from turning")
    shift_by_time: float = param(0.01, unit="m/√s", low=0.0, doc="position noise while standing")
    turn_by_distance: float = param(0.05, unit="rad/√m", low=0.0, doc="heading noise from walking")
    turn_by_turn: float = param(0.06, unit="rad/√rad", low=0.0, doc="heading noise from turning")
    turn_by_time: float = param(0.01, unit="rad/√s", low=0.0, doc="heading noise while standing")
    scatter: float = param(
        0.3, low=0.0, high=1.0, doc="fraction of this noise by which particles move at random"
    )

    line_distance: float = param(
        0.3, unit="m", low=0.0, doc="maximum distance of an associated line"
    )
    line_angle: float = param(0.3, unit="rad", low=0.0, doc="maximum angle to an associated line")
    line_overshoot: float = param(
        0.3,
        unit="m",
        low=0.0,
        doc="length by which a seen line may exceed the painted one",
    )
    circle_distance: float = param(
        0.6, unit="m", low=0.0, doc="maximum distance of the associated circle"
    )
    mark_distance: float = param(
        0.4, unit="m", low=0.0, doc="maximum distance of an associated penalty mark"
    )
    intersection_distance: float = param(
        0.3, unit="m", low=0.0, doc="maximum distance of an associated intersection"
    )
    intersection_angle: float = param(
        0.4, unit="rad", low=0.0, doc="maximum angle to an associated intersection"
    )
    feature_distance: float = param(
        0.4, unit="m", low=0.0, doc="maximum distance of the pose from a feature's"
    )
    feature_angle: float = param(
        0.35, unit="rad", low=0.0, doc="maximum turn of the pose from a feature's"
    )
    beacon_distance: float = param(
        1.5, unit="m", low=0.0, doc="maximum distance of an associated beacon or colored goal"
    )
    deviations: float = param(
        2.0, low=0.0, doc="standard deviations of a percept that are added to maximum distances"
    )
    max_deviation: float = param(
        0.7, unit="m", low=0.0, doc="maximum standard deviation of points and lines that are used"
    )
    margin: float = param(
        0.15, unit="m", low=0.0, doc="minimum difference between the best and the second-best line"
    )

    line_weight: float = param(1.0, low=0.0, doc="weight of a line in the validity")
    circle_weight: float = param(2.0, low=0.0, doc="weight of the center circle in the validity")
    mark_weight: float = param(2.0, low=0.0, doc="weight of a penalty mark in the validity")
    intersection_weight: float = param(
        1.0, low=0.0, doc="weight of an intersection in the validity"
    )
    beacon_weight: float = param(
        2.0, low=0.0, doc="weight of a beacon or colored goal in the validity"
    )
    feature_weight: float = param(4.0, low=0.0, doc="weight of a field feature in the validity")
    correlation: float = param(
        15.0, low=1.0, doc="number of percepts with a common error, since the body sways slowly"
    )
    camera_height: float = param(0.5, unit="m", low=0.01, doc="height of a standing robot's camera")
    pan_ratio: float = param(
        0.5, low=0.0, doc="error of the camera's pan divided by that of its tilt"
    )
    min_deviation: float = param(
        0.01, unit="m", low=0.0, doc="minimum standard deviation of a percept"
    )

    cluster_distance: float = param(0.5, unit="m", low=0.0, doc="radius of a cluster of particles")
    cluster_angle: float = param(
        0.5, unit="rad", low=0.0, doc="maximum difference of headings in a cluster"
    )
    hysteresis: float = param(
        1.2, low=1.0, doc="the pose jumps to another cluster with more than this times its weight"
    )
    reset_distance: float = param(
        0.4,
        unit="m",
        low=0.0,
        doc="minimum distance of an inserted alternative pose from all particles",
    )
    reset_angle: float = param(
        0.3,
        unit="rad",
        low=0.0,
        doc="minimum turn of an inserted alternative pose from all particles",
    )
    reset_deviation: float = param(
        0.2, unit="m", low=0.0, doc="standard deviation of an inserted particle's position"
    )
    reset_turn: float = param(
        0.15, unit="rad", low=0.0, doc="standard deviation of an inserted particle's heading"
    )
    turn_per_meter: float = param(
        0.25,
        unit="rad/m",
        low=0.0,
        doc="turn that weighs as much as 1 m in choosing between mirrored poses",
    )
    mirror_pause: float = param(
        5.0, unit="s", low=0.0, doc="minimum time between two mirrorings of the pose"
    )
    carried_distance: float = param(
        1.5,
        unit="m",
        low=0.0,
        doc="an alternative pose farther away means that the robot was carried to its own half",
    )
    jump_distance: float = param(
        0.4, unit="m", low=0.0, doc="minimum shift of the pose that is published as a jump"
    )
    jump_angle: float = param(
        0.5, unit="rad", low=0.0, doc="minimum turn of the pose that is published as a jump"
    )

    start_positions: Positions = param(
        START_POSITIONS, doc="start positions by player number: x, and 1 for left or -1 for right"
    )
    kick_off_positions: Positions = param(
        KICK_OFF_POSITIONS, doc="positions (x, y) where robots are put by hand in SET"
    )
    striker_distance: float = param(
        1.0, unit="m", low=0.0, doc="distance of the striker behind the penalty mark in a shoot-out"
    )
    placed_deviation: float = param(
        0.3, unit="m", low=0.0, doc="standard deviation of positions of placed robots"
    )
    placed_turn: float = param(
        0.25, unit="rad", low=0.0, doc="standard deviation of headings of placed robots"
    )
    fall_deviation: float = param(
        0.2, unit="m", low=0.0, doc="standard deviation of the shift by a fall"
    )
    fall_turn: float = param(
        0.5, unit="rad", low=0.0, doc="standard deviation of the turn by a fall"
    )
    fall_validity_factor: float = param(
        0.5, low=0.0, high=1.0, doc="factor on validities after a fall"
    )
    lifted_for: float = param(
        0.5, unit="s", low=0.0, doc="minimum loss of ground contact that counts as lifted"
    )
    own_half_for: float = param(
        10.0,
        unit="s",
        low=0.0,
        doc="time for which a placed robot is assumed to be in its own half",
    )
    own_half_margin: float = param(
        0.3, unit="m", low=0.0, doc="poses farther beyond the halfway line are mirrored after READY"
    )
    put_down_margin: float = param(
        0.08,
        unit="m",
        low=0.0,
        doc="a pose is mirrored if it puts the point of placement farther beyond the halfway line",
    )
    superb_validity: float = param(
        0.75, low=0.0, high=1.0, doc="minimum validity of superb quality"
    )
    superb_deviation: float = param(
        0.15, unit="m", low=0.0, doc="maximum standard deviation of superb quality"
    )
    okay_validity: float = param(0.5, low=0.0, high=1.0, doc="minimum validity of okay quality")
    okay_deviation: float = param(
        0.4, unit="m", low=0.0, doc="maximum standard deviation of okay quality"
    )
