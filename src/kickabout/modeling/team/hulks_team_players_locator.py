"""HULKs' team obstacles: from local obstacles and teammates' messages to all players."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Pose2, Robot, readonly, rotated_covariance
from kickabout.modeling.obstacles.hulks_obstacle_fusion import ROBOTS, fused
from kickabout.modeling.team.playing_teammates import (
    PlayerSources,
    playing_teammates,
    teammate_on_field,
)
from kickabout.representations import (
    FieldPlayer,
    Obstacle,
    ObstacleKind,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksTeamPlayersLocatorParameters:
    merge_distance: float = param(
        0.5, unit="m", low=0.0, doc="distance below which two robots are one"
    )
    max_age: float = param(3.0, unit="s", low=0.0, doc="maximum age of a teammate's sighting")
    teammate_age: float = param(
        10.0, unit="s", low=0.0, doc="time without messages after which a teammate is ignored"
    )
    teammate_deviation: float = param(
        0.1, unit="m", low=0.001, doc="standard deviation of a teammate's own position"
    )


class HulksTeamPlayersLocator(Module[HulksTeamPlayersLocatorParameters]):
    """Adds the obstacles of all players one by one and merges what is consistent and near.

    After HULKs 2021, 5.8. Teammates are added first, so that sightings of them merge with them.
    """

    def update(self, frame: FrameInfo, sources: PlayerSources) -> TeamPlayersModel:
        pose = sources.pose
        teammates = playing_teammates(
            sources.team, sources.player, frame.time - self.parameters.teammate_age
        )
        field_to_robot = pose.robot_to_field.inverse()
        spread = readonly(self.parameters.teammate_deviation**2 * np.eye(2))
        known = [
            Obstacle(
                kind=ObstacleKind.ROBOT if teammate.upright else ObstacleKind.FALLEN_ROBOT,
                team=TeamSeen.OWN,
                center_in_robot=field_to_robot @ teammate.robot_to_field.position,
                covariance=spread,
                last_seen_at=teammate.sent_at,
            )
            for teammate in teammates
        ]
        seen = [o for o in sources.obstacles.obstacles if o.kind in ROBOTS]
        received = [
            o for teammate in teammates for o in self._received(frame, teammate, field_to_robot)
        ]
        found = fused((*known, *seen, *received), self.parameters.merge_distance)
        others = [o for o in found if o.team is not TeamSeen.OWN]
        return TeamPlayersModel(
            teammates=tuple(teammate_on_field(teammate, spread) for teammate in teammates),
            opponents=tuple(
                _on_field(o, pose.robot_to_field) for o in others if o.team is TeamSeen.OPPONENT
            ),
            unknown=tuple(
                _on_field(o, pose.robot_to_field) for o in others if o.team is TeamSeen.UNKNOWN
            ),
        )

    def _received(
        self, frame: FrameInfo, teammate: Teammate, field_to_robot: Pose2[Field, Robot]
    ) -> Iterator[Obstacle]:
        for seen in teammate.opponents:
            if frame.time - seen.last_seen_at > self.parameters.max_age:
                continue
            yield Obstacle(
                kind=ObstacleKind.ROBOT if seen.upright else ObstacleKind.FALLEN_ROBOT,
                team=TeamSeen.OPPONENT,
                center_in_robot=field_to_robot @ seen.position_in_field,
                covariance=seen.covariance,
                last_seen_at=seen.last_seen_at,
            )


def _on_field(obstacle: Obstacle, robot_to_field: Pose2[Robot, Field]) -> FieldPlayer:
    here = robot_to_field.position
    velocity = robot_to_field @ obstacle.velocity_in_robot - here
    return FieldPlayer(
        position_in_field=robot_to_field @ obstacle.center_in_robot,
        covariance=readonly(rotated_covariance(obstacle.covariance, robot_to_field.theta)),
        velocity_in_field=velocity,
        upright=obstacle.kind is not ObstacleKind.FALLEN_ROBOT,
        last_seen_at=obstacle.last_seen_at,
    )
