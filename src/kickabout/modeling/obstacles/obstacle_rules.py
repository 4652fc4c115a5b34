"""Parameters that the obstacle trackers share."""

from dataclasses import dataclass

from kickabout.framework import param


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleRules:
    """Motion, existence and classification of obstacles."""

    matching: float = param(
        0.3, unit="m", low=0.0, doc="maximum distance of a percept from its obstacle"
    )
    matching_growth: float = param(
        0.03, low=0.0, doc="growth of this distance per meter from the robot, across the ray"
    )
    matching_depth: float = param(
        0.12,
        unit="1/m",
        low=0.0,
        doc="growth of this distance per square meter from the robot, along the ray",
    )
    drift: float = param(0.05, unit="m/√s", low=0.0, doc="position noise of a robot")
    acceleration: float = param(0.2, unit="m/s/√s", low=0.0, doc="velocity noise of a robot")
    deceleration: float = param(
        0.15, unit="m/s²", low=0.001, doc="assumed deceleration of moving robots"
    )
    first_speed: float = param(
        0.15, unit="m/s", low=0.0, doc="standard deviation of the velocity of a new obstacle"
    )
    percept_factor: float = param(
        4.0,
        low=0.1,
        doc="factor on the percepts' covariance, since errors of successive images correlate",
    )
    outlier_distance: float = param(
        1.0, low=0.01, doc="squared Mahalanobis distance beyond which percepts lose weight"
    )
    odometry_error: float = param(0.1, low=0.0, doc="error of odometry as a fraction of the step")
    needed: int = param(3, low=1, doc="number of measurements before an obstacle is published")
    needed_within: float = param(
        1.0, unit="s", low=0.0, doc="time within which these measurements have to arrive"
    )
    forget_after: float = param(
        6.0, unit="s", low=0.0, doc="time without measurements after which an obstacle is dropped"
    )
    max_missed: float = param(
        0.25,
        unit="s",
        low=0.0,
        doc="time in view without a percept after which an obstacle is dropped",
    )
    missed_factor: float = param(
        0.7,
        low=0.0,
        high=1.0,
        doc="factor on that time at each percept, as robots are missed now and then",
    )
    merge_distance: float = param(
        0.2, unit="m", low=0.0, doc="distance below which two obstacles are one"
    )
    team_majority: float = param(
        0.6, low=0.5, high=1.0, doc="minimum fraction of the jerseys to assign a team"
    )
    vote_memory: float = param(
        0.97, low=0.0, high=1.0, doc="factor on the weight of old jerseys at each new one"
    )
    radius: float = param(0.15, unit="m", low=0.0, doc="radius of a standing robot")
    fallen_radius: float = param(0.3, unit="m", low=0.0, doc="radius of a fallen robot")
    max_post_distance: float = param(
        6.0, unit="m", low=0.0, doc="maximum distance of a goal post that is published"
    )
