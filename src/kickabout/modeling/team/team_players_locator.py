"""Players on the field: from obstacles and teammates' messages to the players of both teams."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Mat, Vector2, readonly
from kickabout.modeling.team.player_clusters import COLUMNS, JERSEY, FusionRules, fused_players
from kickabout.modeling.team.playing_teammates import (
    PlayerSources,
    playing_teammates,
    teammate_on_field,
)
from kickabout.representations import (
    FieldPlayer,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)

STANDING, FALLEN = ObstacleKind.ROBOT, ObstacleKind.FALLEN_ROBOT
OPPONENT, OWN = TeamSeen.OPPONENT, TeamSeen.OWN
OPPOSES = 1.0  # the jersey of an opponent in sightings


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlayersLocatorParameters:
    radius: float = param(
        1.0, unit="m", low=0.0, doc="maximum distance between sightings of one player"
    )
    teammate_radius: float = param(
        0.6,
        unit="m",
        low=0.0,
        doc="distance from a teammate below which a sighting is the teammate",
    )
    # Teammates walk faster, but opponents in a duel with them have to be separable.
    teammate_speed: float = param(
        0.25,
        unit="m/s",
        low=0.0,
        doc="growth of that radius with the age of the teammate's message",
    )
    teammate_deviation_factor: float = param(
        0.5, low=0.0, doc="growth of that radius per standard deviation of the sighting"
    )
    max_distance: float = param(
        4.5, unit="m", low=0.0, doc="maximum distance of a sighting from its observer"
    )
    # With images, one in three of the less certain ones is far from any player.
    max_deviation: float = param(
        0.8, unit="m", low=0.0, doc="maximum standard deviation of a published position"
    )
    # After two seconds, players have moved by half a meter, and one in three is far away.
    max_age: float = param(2.0, unit="s", low=0.0, doc="maximum age of a sighting")
    teammate_age: float = param(
        15.0, unit="s", low=0.0, doc="time without messages after which a teammate is ignored"
    )
    speed: float = param(
        0.2, unit="m/s", low=0.0, doc="growth of a sighting's standard deviation with its age"
    )
    pose_deviation: float = param(
        0.1, unit="m", low=0.001, doc="standard deviation of the observer's position"
    )
    pose_turn: float = param(
        0.04, unit="rad", low=0.0, doc="standard deviation of the observer's heading"
    )


class TeamPlayersLocator(Module[TeamPlayersLocatorParameters]):
    """Uses the teammates' own positions and fuses all other sightings of robots by clustering.

    Players without a recognized jersey are in `unknown`. Goal posts are left to the obstacle
    model. After B-Human 2019, 5.3.2.
    """

    def __init__(self, parameters: TeamPlayersLocatorParameters) -> None:
        super().__init__(parameters)
        self.received: dict[int, tuple[Teammate, Mat]] = {}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        deviation = p.pose_deviation**2
        self.teammate_covariance = readonly(((deviation, 0.0), (0.0, deviation)))
        self.rules = picked(FusionRules, p).array

    def update(self, frame: FrameInfo, sources: PlayerSources) -> TeamPlayersModel:
        player, pose, team = sources.player, sources.pose, sources.team
        since = frame.time - self.parameters.teammate_age
        teammates = playing_teammates(team, player, since)
        # Penalized teammates do not play, but robots may see them.
        positions = [
            (m.robot_to_field.x, m.robot_to_field.y, max(0.0, frame.time - m.sent_at))
            for m in team.teammates
            if m.sent_at >= since and m.number != player.number
        ]
        own = np.array(list(_own_sightings(player, pose, sources.obstacles))).reshape(-1, COLUMNS)
        sightings = np.concatenate((own, *(self._received(teammate) for teammate in teammates)))
        here = (pose.robot_to_field.x, pose.robot_to_field.y, 0.0)
        found = fused_players(sightings, np.array((here, *positions)), frame.time, self.rules)
        is_opponent = (found[:, JERSEY] > 0.0).tolist()
        players = list(zip(_players(found), is_opponent, strict=True))
        return TeamPlayersModel(
            teammates=tuple(
                teammate_on_field(teammate, self.teammate_covariance) for teammate in teammates
            ),
            opponents=tuple(player for player, opposes in players if opposes),
            unknown=tuple(player for player, opposes in players if not opposes),
        )

    def _received(self, teammate: Teammate) -> Mat:
        """Return the sightings of a teammate; each message is converted once."""
        known = self.received.get(teammate.number)
        if known is None or known[0] is not teammate:
            rows = np.array(list(_received_sightings(teammate))).reshape(-1, COLUMNS)
            self.received[teammate.number] = known = (teammate, rows)
        return known[1]


Sighting = tuple[float, ...]


def _own_sightings(
    player: PlayerInfo, pose: RobotPose, obstacles: ObstacleModel
) -> Iterator[Sighting]:
    """Yield the robots of the obstacle model in field coordinates."""
    robot_to_field = pose.robot_to_field
    c, s = math.cos(robot_to_field.theta), math.sin(robot_to_field.theta)
    for obstacle in obstacles.obstacles:
        kind, team = obstacle.kind, obstacle.team
        if kind is not STANDING and kind is not FALLEN:
            continue
        position, velocity = obstacle.center_in_robot, obstacle.velocity_in_robot
        (xx, xy), (_, yy) = obstacle.covariance.tolist()
        yield (
            robot_to_field.x + c * position.x - s * position.y,
            robot_to_field.y + s * position.x + c * position.y,
            c * c * xx - 2.0 * c * s * xy + s * s * yy,
            c * s * (xx - yy) + (c * c - s * s) * xy,
            s * s * xx + 2.0 * c * s * xy + c * c * yy,
            position.norm,
            obstacle.last_seen_at,
            float(player.number),
            OPPOSES if team is OPPONENT else -OPPOSES if team is OWN else 0.0,
            float(kind is STANDING),
            c * velocity.x - s * velocity.y,
            s * velocity.x + c * velocity.y,
        )


def _received_sightings(teammate: Teammate) -> Iterator[Sighting]:
    """Yield the opponents in a teammate's message; it contains no other robots."""
    here = teammate.robot_to_field.position
    for seen in teammate.opponents:
        position = seen.position_in_field
        (xx, xy), (_, yy) = seen.covariance.tolist()
        yield (
            *(position.x, position.y, xx, xy, yy, position.distance_to(here), seen.last_seen_at),
            *(float(teammate.number), OPPOSES, float(seen.upright)),
            *seen.velocity_in_field,
        )


def _players(rows: Mat) -> Iterator[FieldPlayer]:
    covariances = readonly(rows[:, (2, 3, 3, 4)].reshape(-1, 2, 2))
    for row, covariance in zip(rows.tolist(), covariances, strict=True):
        x, y, _, _, _, _, seen_at, _, _, upright, vx, vy = row
        yield FieldPlayer(
            position_in_field=Vector2(x, y),
            covariance=covariance,
            velocity_in_field=Vector2(vx, vy),
            upright=upright > 0.0,
            last_seen_at=seen_at,
        )
