"""Figures of self-localization; where no source is named, they were tuned against the oracles."""

from dataclasses import dataclass

from kickabout.framework import param

Spots = tuple[tuple[float, float], ...]

# Rule book 2019: x of the players' places, and on which side line (1 left, -1 right)
START_SPOTS: Spots = (
    (-4.0, 1.0),
    (-3.0, -1.0),
    (-3.0, 1.0),
    (-1.5, -1.0),
    (-1.5, 1.0),
    (-4.0, -1.0),
)
# Rule book 2019: legal places of the kicking and of the defending team
KICK_OFF_SPOTS: Spots = (
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
    particles: int = param(12, low=1, high=200, doc="pose hypotheses (B-Human 2019: 12)")
    frames: int = param(60, low=1, doc="over which validity is averaged (B-Human 2019: 60)")
    base_weight: float = param(0.1, low=0.0, high=1.0, doc="weight of a particle that never fits")

    shift_by_way: float = param(0.08, unit="m/√m", low=0.0, doc="error of position by walking")
    shift_by_turn: float = param(0.02, unit="m/√rad", low=0.0, doc="error of position by turning")
    shift_by_time: float = param(0.01, unit="m/√s", low=0.0, doc="error of position by standing")
    turn_by_way: float = param(0.05, unit="rad/√m", low=0.0, doc="error of direction by walking")
    turn_by_turn: float = param(0.06, unit="rad/√rad", low=0.0, doc="error of direction by turning")
    turn_by_time: float = param(0.01, unit="rad/√s", low=0.0, doc="error of direction by standing")
    scatter: float = param(
        0.3, low=0.0, high=1.0, doc="share of these errors by which particles move at random"
    )

    line_distance: float = param(0.3, unit="m", low=0.0, doc="limit of association: lines")
    line_angle: float = param(0.3, unit="rad", low=0.0, doc="limit of association: lines")
    line_overshoot: float = param(
        0.3,
        unit="m",
        low=0.0,
        doc="seen lines may be this much longer than painted ones",
    )
    circle_distance: float = param(0.6, unit="m", low=0.0, doc="limit of association: circle")
    mark_distance: float = param(0.4, unit="m", low=0.0, doc="limit of association: penalty mark")
    crossing_distance: float = param(0.3, unit="m", low=0.0, doc="limit of association: crossings")
    crossing_angle: float = param(0.4, unit="rad", low=0.0, doc="limit of association: crossings")
    feature_distance: float = param(0.4, unit="m", low=0.0, doc="limit of association: features")
    feature_angle: float = param(0.35, unit="rad", low=0.0, doc="limit of association: features")
    deviations: float = param(
        2.0, low=0.0, doc="standard deviations of a percept that widen the limits of distances"
    )
    largest_deviation: float = param(
        0.7, unit="m", low=0.0, doc="points and lines less certain than this are not used"
    )
    margin: float = param(
        0.15, unit="m", low=0.0, doc="a line is used if all others fit worse by this"
    )

    line_weight: float = param(1.0, low=0.0, doc="of a line in the validity")
    circle_weight: float = param(2.0, low=0.0, doc="of the center circle in the validity")
    mark_weight: float = param(2.0, low=0.0, doc="of a penalty mark in the validity")
    crossing_weight: float = param(1.0, low=0.0, doc="of a crossing in the validity")
    feature_weight: float = param(4.0, low=0.0, doc="of a field feature in the validity")
    correlation: float = param(
        15.0, low=1.0, doc="percepts that share one error, because the body sways slowly"
    )
    camera_height: float = param(0.5, unit="m", low=0.01, doc="of a standing robot's camera")
    pan_share: float = param(0.5, low=0.0, doc="error of the camera's pan in those of its tilt")
    smallest_deviation: float = param(0.01, unit="m", low=0.0, doc="no percept is better than this")

    cluster_distance: float = param(0.5, unit="m", low=0.0, doc="particles that mean the same pose")
    cluster_angle: float = param(0.5, unit="rad", low=0.0, doc="particles that mean the same pose")
    loyalty: float = param(
        1.2, low=1.0, doc="the pose changes to particles elsewhere that have this times its weight"
    )
    reset_distance: float = param(
        0.4, unit="m", low=0.0, doc="alternative poses farther from the own one become particles"
    )
    reset_angle: float = param(
        0.3, unit="rad", low=0.0, doc="alternative poses turned more become particles"
    )
    reset_deviation: float = param(0.2, unit="m", low=0.0, doc="of such particles")
    reset_turn: float = param(0.15, unit="rad", low=0.0, doc="deviation of such particles")
    turn_per_meter: float = param(
        0.25, unit="rad/m", low=0.0, doc="when one of two mirrored poses has to be chosen"
    )
    mirror_pause: float = param(
        5.0, unit="s", low=0.0, doc="so long after having been mirrored, the pose is not again"
    )
    carried_distance: float = param(
        1.5, unit="m", low=0.0, doc="nobody drifts so far: put down unnoticed in the own half"
    )
    jump_distance: float = param(0.4, unit="m", low=0.0, doc="pose changes that are told as jumps")
    jump_angle: float = param(0.5, unit="rad", low=0.0, doc="pose changes that are told as jumps")

    start_spots: Spots = param(START_SPOTS, doc="by player number: x, and 1 left or -1 right")
    kick_off_spots: Spots = param(KICK_OFF_SPOTS, doc="where robots are put by hand in set")
    striker_distance: float = param(
        1.0, unit="m", low=0.0, doc="behind the penalty mark in a shoot-out"
    )
    placed_deviation: float = param(0.3, unit="m", low=0.0, doc="of poses at the side lines")
    placed_turn: float = param(0.25, unit="rad", low=0.0, doc="deviation of directions there")
    fall_deviation: float = param(0.2, unit="m", low=0.0, doc="how far falls move the robot")
    fall_turn: float = param(0.5, unit="rad", low=0.0, doc="how far falls turn the robot")
    fall_faith: float = param(0.5, low=0.0, high=1.0, doc="share of validity that outlives falls")
    lifted_for: float = param(0.5, unit="s", low=0.0, doc="shorter losses of contact do not count")
    own_half_for: float = param(
        10.0, unit="s", low=0.0, doc="after being placed, the robot is in its own half"
    )
    own_half_margin: float = param(
        0.3, unit="m", low=0.0, doc="poses farther beyond the halfway line are mirrored after ready"
    )
    put_down_margin: float = param(
        0.08, unit="m", low=0.0, doc="a pose is mirrored if the robot was put down so far beyond it"
    )
    superb_validity: float = param(0.75, low=0.0, high=1.0, doc="from here on, quality is superb")
    superb_deviation: float = param(0.15, unit="m", low=0.0, doc="and the pose is that certain")
    okay_validity: float = param(0.5, low=0.0, high=1.0, doc="from here on, quality is okay")
    okay_deviation: float = param(0.4, unit="m", low=0.0, doc="and the pose is that certain")
