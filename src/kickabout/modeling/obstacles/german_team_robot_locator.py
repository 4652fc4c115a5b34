"""GermanTeam's other robots: from percepts of two seconds to players and obstacles."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Mat, Pose2, Robot, Vector2, readonly
from kickabout.modeling.obstacles.robot_indications import (
    DensityRules,
    densest_places,
    matched,
)
from kickabout.representations import (
    FieldDimensions,
    FieldPlayer,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    RobotPose,
    RobotsPercept,
    TeamPlayersModel,
    TeamSeen,
)

OWN, OPPONENT = TeamSeen.OWN, TeamSeen.OPPONENT


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamRobotLocatorParameters:
    remember_for: float = param(2.0, unit="s", low=0.1, doc="time for which indications are kept")
    width: float = param(
        0.2,
        unit="m",
        low=0.01,
        doc="half width over which distributions along x and y are smoothed",
    )
    gate: float = param(
        0.35, unit="m", low=0.01, doc="maximum distance of an indication from its robot"
    )
    min_support: int = param(2, low=1, doc="minimum number of indications of a robot")
    match_gate: float = param(
        0.5, unit="m", low=0.01, doc="maximum distance of a robot from where it was known to be"
    )
    update_weight: float = param(
        0.3, low=0.01, high=1.0, doc="weight of the densest place against the known position"
    )
    deviation: float = param(0.15, unit="m", low=0.01, doc="standard deviation of positions")
    radius: float = param(0.15, unit="m", low=0.0, doc="radius of a robot as an obstacle")


class GermanTeamRobotLocator(Module[GermanTeamRobotLocatorParameters]):
    """Finds robots of each color where the indications of the last two seconds are densest.

    Robots known before are matched with these places and approach them; others vanish. Robots of
    unknown color are ignored. Method: GermanTeam 2001, sections 4.5.3 and 4.5.4.
    """

    def __init__(self, parameters: GermanTeamRobotLocatorParameters) -> None:
        super().__init__(parameters)
        self.indications: dict[TeamSeen, list[tuple[float, float, float]]] = {OWN: [], OPPONENT: []}
        self.known: dict[TeamSeen, Mat] = {team: np.empty((0, 4)) for team in (OWN, OPPONENT)}

    def update(
        self, frame: FrameInfo, percept: RobotsPercept, pose: RobotPose, field: FieldDimensions
    ) -> tuple[TeamPlayersModel, ObstacleModel]:
        self._remember(frame.time, percept, pose.robot_to_field)
        counts = {OWN: field.players - 1, OPPONENT: field.players}
        for team, count in counts.items():
            self.known[team] = self._located(team, count)
        players = {
            team: [self._player(row) for row in self.known[team].tolist()] for team in counts
        }
        field_to_robot = pose.robot_to_field.inverse()
        obstacles = [
            self._obstacle(player, team, field_to_robot)
            for team, found in players.items()
            for player in found
        ]
        model = TeamPlayersModel(teammates=tuple(players[OWN]), opponents=tuple(players[OPPONENT]))
        return model, ObstacleModel(obstacles=tuple(obstacles))

    def _remember(
        self, now: float, percept: RobotsPercept, robot_to_field: Pose2[Robot, Field]
    ) -> None:
        for robot in percept.robots:
            if robot.team in self.indications:
                x, y = robot_to_field @ robot.position_in_robot
                self.indications[robot.team].append((now, x, y))
        oldest = now - self.parameters.remember_for
        for team, rows in self.indications.items():
            self.indications[team] = [row for row in rows if row[0] >= oldest]
        if canvas := self.debug.field("indications"):
            for team, rows in self.indications.items():
                for _, x, y in rows:
                    canvas.dot((x, y), color="navy" if team is OWN else "crimson", size=0.02)

    def _located(self, team: TeamSeen, count: int) -> Mat:
        """Return x, y, number of indications and newest time of each robot of a team."""
        if not self.indications[team]:
            return np.empty((0, 4))
        rules, p = picked(DensityRules, self.parameters), self.parameters
        found = densest_places(np.array(self.indications[team]), rules)[:count]
        known = self.known[team]
        for place, row in zip(found, matched(known, found, p.match_gate).tolist(), strict=True):
            if row >= 0:
                place[:2] = known[row, :2] + p.update_weight * (place[:2] - known[row, :2])
        return found

    def _player(self, row: list[float]) -> FieldPlayer:
        x, y, _, seen_at = row
        return FieldPlayer(
            position_in_field=Vector2(x, y), covariance=self._covariance(), last_seen_at=seen_at
        )

    def _obstacle(
        self, player: FieldPlayer, team: TeamSeen, field_to_robot: Pose2[Field, Robot]
    ) -> Obstacle:
        return Obstacle(
            kind=ObstacleKind.ROBOT,
            team=team,
            center_in_robot=field_to_robot @ player.position_in_field,
            covariance=player.covariance,
            radius=self.parameters.radius,
            last_seen_at=player.last_seen_at,
        )

    def _covariance(self) -> Mat:
        return readonly(self.parameters.deviation**2 * np.eye(2))
