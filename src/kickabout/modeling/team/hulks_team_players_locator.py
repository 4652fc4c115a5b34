"""HULKs' team obstacles: from local obstacles and what mates tell to one map of all players."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Pose2, Robot, readonly, rotated_covariance
from kickabout.modeling.obstacles.hulks_obstacle_fusion import ROBOTS, fused
from kickabout.modeling.team.heard_mates import heard_mates, mate_on_field
from kickabout.representations import (
    FieldPlayer,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    TeamData,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksTeamPlayersLocatorParameters:
    same: float = param(0.5, unit="m", low=0.0, doc="robots this near to each other are one")
    max_age: float = param(3.0, unit="s", low=0.0, doc="older sightings do not count")
    mate_age: float = param(10.0, unit="s", low=0.0, doc="mates silent for longer are gone")
    mate_deviation: float = param(0.1, unit="m", low=0.001, doc="of where a mate says it is")


class HulksTeamPlayersLocator(Module[HulksTeamPlayersLocatorParameters]):
    """Adds the obstacles of all players one by one and merges what is consistent and near.

    After HULKs 2021, 5.8. Mates are added first, so that what is seen of them becomes them.
    """

    def update(
        self,
        frame: FrameInfo,
        player: PlayerInfo,
        pose: RobotPose,
        obstacles: ObstacleModel,
        team: TeamData,
    ) -> TeamPlayersModel:
        mates = heard_mates(team, player, frame.time - self.parameters.mate_age)
        field_to_robot = pose.robot_to_field.inverse()
        spread = readonly(self.parameters.mate_deviation**2 * np.eye(2))
        known = [
            Obstacle(
                kind=ObstacleKind.ROBOT if mate.upright else ObstacleKind.FALLEN_ROBOT,
                team=TeamSeen.OWN,
                center_in_robot=field_to_robot @ mate.robot_to_field.position,
                covariance=spread,
                last_seen_at=mate.sent_at,
            )
            for mate in mates
        ]
        seen = [o for o in obstacles.obstacles if o.kind in ROBOTS]
        told = [o for mate in mates for o in self._told(frame, mate, field_to_robot)]
        found = fused((*known, *seen, *told), self.parameters.same)
        others = [o for o in found if o.team is not TeamSeen.OWN]
        return TeamPlayersModel(
            teammates=tuple(mate_on_field(mate, spread) for mate in mates),
            opponents=tuple(
                _on_field(o, pose.robot_to_field) for o in others if o.team is TeamSeen.OPPONENT
            ),
            unknown=tuple(
                _on_field(o, pose.robot_to_field) for o in others if o.team is TeamSeen.UNKNOWN
            ),
        )

    def _told(
        self, frame: FrameInfo, mate: Teammate, field_to_robot: Pose2[Field, Robot]
    ) -> Iterator[Obstacle]:
        for seen in mate.opponents:
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
