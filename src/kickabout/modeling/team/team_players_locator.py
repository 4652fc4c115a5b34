"""Who is where: from own obstacles and what teammates tell to the players of both teams."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Mat, Vector2, readonly
from kickabout.modeling.team.heard_mates import heard_mates, mate_on_field
from kickabout.modeling.team.player_clusters import COLUMNS, JERSEY, FusionRules, fused_players
from kickabout.representations import (
    FieldPlayer,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    TeamData,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)

ROBOTS = (ObstacleKind.ROBOT, ObstacleKind.FALLEN_ROBOT)
JERSEYS = {TeamSeen.OPPONENT: 1.0, TeamSeen.OWN: -1.0, TeamSeen.UNKNOWN: 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlayersLocatorParameters:
    radius: float = param(1.0, unit="m", low=0.0, doc="sightings this near are of one player")
    mate_radius: float = param(
        0.6, unit="m", low=0.0, doc="what is this near to a mate is the mate"
    )
    # Mates walk faster, but opponents in a duel with them have to be told as well.
    mate_speed: float = param(
        0.25, unit="m/s", low=0.0, doc="by which that radius grows since the mate told its place"
    )
    mate_doubt: float = param(
        0.5, low=0.0, doc="share of a sighting's deviation by which that radius grows"
    )
    range: float = param(4.5, unit="m", low=0.0, doc="what is farther from its observer is ignored")
    # With images, of those less certain one in three is nowhere near.
    max_deviation: float = param(0.8, unit="m", low=0.0, doc="of a place that is told")
    # After two seconds, players are half a meter away, and one of three is nowhere near.
    max_age: float = param(2.0, unit="s", low=0.0, doc="older sightings do not count")
    mate_age: float = param(15.0, unit="s", low=0.0, doc="mates silent for longer are gone")
    speed: float = param(0.2, unit="m/s", low=0.0, doc="how fast old sightings get uncertain")
    pose_deviation: float = param(0.1, unit="m", low=0.001, doc="of the observer's own place")
    pose_turn: float = param(0.04, unit="rad", low=0.0, doc="of the observer's direction")


class TeamPlayersLocator(Module[TeamPlayersLocatorParameters]):
    """Teammates are where they say. Everything else that robots see is fused by neighborhood.

    What nobody could tell by its jersey is in `unknown`. After B-Human 2019, 5.3.2; goal posts are
    left to the obstacle model.
    """

    def __init__(self, parameters: TeamPlayersLocatorParameters) -> None:
        super().__init__(parameters)
        self.told: dict[int, tuple[Teammate, Mat]] = {}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        deviation = p.pose_deviation**2
        self.mate_covariance = readonly(((deviation, 0.0), (0.0, deviation)))
        self.rules = picked(FusionRules, p).array

    def update(
        self,
        frame: FrameInfo,
        player: PlayerInfo,
        pose: RobotPose,
        obstacles: ObstacleModel,
        team: TeamData,
    ) -> TeamPlayersModel:
        since = frame.time - self.parameters.mate_age
        mates = heard_mates(team, player, since)
        # Penalized mates do not play, but they stand there and are seen.
        places = [
            (m.robot_to_field.x, m.robot_to_field.y, max(0.0, frame.time - m.sent_at))
            for m in team.teammates
            if m.sent_at >= since and m.number != player.number
        ]
        own = np.array(list(_own_sightings(player, pose, obstacles))).reshape(-1, COLUMNS)
        sightings = np.concatenate((own, *(self._told(mate) for mate in mates)))
        here = (pose.robot_to_field.x, pose.robot_to_field.y, 0.0)
        found = fused_players(sightings, np.array((here, *places)), frame.time, self.rules)
        is_opponent = (found[:, JERSEY] > 0.0).tolist()
        players = list(zip(_players(found), is_opponent, strict=True))
        return TeamPlayersModel(
            teammates=tuple(mate_on_field(mate, self.mate_covariance) for mate in mates),
            opponents=tuple(player for player, opposes in players if opposes),
            unknown=tuple(player for player, opposes in players if not opposes),
        )

    def _told(self, mate: Teammate) -> Mat:
        """What a mate sees; its message is looked at once."""
        known = self.told.get(mate.number)
        if known is None or known[0] is not mate:
            rows = np.array(list(_told_sightings(mate))).reshape(-1, COLUMNS)
            self.told[mate.number] = known = (mate, rows)
        return known[1]


Sighting = tuple[float, ...]


def _own_sightings(
    player: PlayerInfo, pose: RobotPose, obstacles: ObstacleModel
) -> Iterator[Sighting]:
    """Robots of the own obstacle model, turned into the field."""
    robot_to_field = pose.robot_to_field
    c, s = math.cos(robot_to_field.theta), math.sin(robot_to_field.theta)
    for obstacle in obstacles.obstacles:
        if obstacle.kind not in ROBOTS:
            continue
        place = obstacle.center_in_robot
        (xx, xy), (_, yy) = obstacle.covariance.tolist()
        vx, vy = obstacle.velocity_in_robot
        yield (
            robot_to_field.x + c * place.x - s * place.y,
            robot_to_field.y + s * place.x + c * place.y,
            c * c * xx - 2.0 * c * s * xy + s * s * yy,
            c * s * (xx - yy) + (c * c - s * s) * xy,
            s * s * xx + 2.0 * c * s * xy + c * c * yy,
            place.norm,
            obstacle.last_seen_at,
            float(player.number),
            JERSEYS[obstacle.team],
            float(obstacle.kind is ObstacleKind.ROBOT),
            c * vx - s * vy,
            s * vx + c * vy,
        )


def _told_sightings(mate: Teammate) -> Iterator[Sighting]:
    """Mates tell only those that wear the opponent's jersey."""
    here = mate.robot_to_field.position
    for seen in mate.opponents:
        place = seen.position_in_field
        (xx, xy), (_, yy) = seen.covariance.tolist()
        yield (
            *(place.x, place.y, xx, xy, yy, place.distance_to(here), seen.last_seen_at),
            *(float(mate.number), JERSEYS[TeamSeen.OPPONENT], float(seen.upright)),
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
