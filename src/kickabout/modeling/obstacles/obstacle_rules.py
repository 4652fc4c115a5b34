"""How obstacles are tracked: the parameters that filters of obstacles share."""

from dataclasses import dataclass

from kickabout.framework import param


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleRules:
    """How obstacles move, when they are there, and what they are."""

    matching: float = param(0.3, unit="m", low=0.0, doc="percepts this near are of one robot")
    matching_growth: float = param(0.03, low=0.0, doc="what that gains per m of distance, sideways")
    matching_depth: float = param(
        0.12, unit="1/m", low=0.0, doc="what that gains per m² of distance, along the ray"
    )
    drift: float = param(0.05, unit="m/√s", low=0.0, doc="unsteadiness of a robot's place")
    acceleration: float = param(0.2, unit="m/s/√s", low=0.0, doc="change of a robot's speed")
    slowing: float = param(0.15, unit="m/s²", low=0.001, doc="robots are assumed to slow down")
    first_speed: float = param(0.15, unit="m/s", low=0.0, doc="of a robot seen for the first time")
    percept_factor: float = param(
        4.0, low=0.1, doc="on the percepts' covariance, as errors of successive images are alike"
    )
    surprise: float = param(
        1.0, low=0.01, doc="squared Mahalanobis distance beyond which percepts count less and less"
    )
    odometry_error: float = param(0.1, low=0.0, doc="part of a step that odometry may err by")
    needed: int = param(3, low=1, doc="measurements before an obstacle is shown")
    needed_within: float = param(1.0, unit="s", low=0.0, doc="time for these")
    forget_after: float = param(6.0, unit="s", low=0.0, doc="unseen for longer, it is forgotten")
    missed_for: float = param(0.25, unit="s", low=0.0, doc="in view for so long but not seen: gone")
    missed_memory: float = param(
        0.7, low=0.0, high=1.0, doc="share of that time that a percept leaves, as mistakes blink"
    )
    same: float = param(0.2, unit="m", low=0.0, doc="obstacles this near are one")
    team_majority: float = param(0.6, low=0.5, high=1.0, doc="of the jerseys to name a team")
    vote_memory: float = param(0.97, low=0.0, high=1.0, doc="of old jerseys at each new one")
    radius: float = param(0.15, unit="m", low=0.0, doc="of a standing robot")
    fallen_radius: float = param(0.3, unit="m", low=0.0, doc="of a lying robot")
    post_range: float = param(6.0, unit="m", low=0.0, doc="goal posts farther away do not matter")
