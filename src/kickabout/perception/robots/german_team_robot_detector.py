"""Robot detection by team colors: from red and blue blobs to the robots that wear them."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Cov2, Robot, Vector2, readonly
from kickabout.perception.ball.german_team_ball_position import direction_of
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.robots.german_team_patch_groups import patch_groups
from kickabout.representations import (
    ColorClass,
    GameInfo,
    PlayerInfo,
    RobotPercept,
    RobotsPercept,
    TeamColor,
    TeamSeen,
)

COLORS = {TeamColor.RED: ColorClass.RED, TeamColor.BLUE: ColorClass.BLUE}
NAMED = {"red": TeamColor.RED, "blue": TeamColor.BLUE}


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamRobotDetectorParameters:
    own_color: Literal["game", "red", "blue"] = param(
        "game", doc="color of our patches: as the game's state says, or a fixed one"
    )
    min_pixels: int = param(6, unit="px", low=1, doc="minimum number of pixels of a patch")
    min_group: int = param(
        14, unit="px", low=1, doc="minimum number of pixels of all patches of a robot"
    )
    gap: int = param(
        10, unit="px", low=0, doc="maximum horizontal gap between two patches of a robot"
    )
    patch_height: float = param(
        0.05,
        unit="m",
        low=0.001,
        doc="height of a robot's largest patch, for the distance",
    )
    max_height: float = param(
        0.35, unit="m", low=0.0, doc="maximum height of a group's middle; excludes spectators"
    )
    relative_deviation: float = param(
        0.3, low=0.0, doc="deviation of the distance as a fraction of it"
    )
    direction_deviation: float = param(0.04, unit="rad", low=0.0, doc="deviation of the direction")


class GermanTeamRobotDetector(Module[GermanTeamRobotDetectorParameters]):
    """Groups patches of a team's color and takes each group for a robot.

    The direction is that of the middle of the group, the distance follows from the height of its
    largest patch. After GermanTeam 2001, sections 4.5.1 and 4.5.2; the relation of height and
    distance is not in the report, nor is the maximum height.
    """

    def update(self, blobs: BlobInputs, game: GameInfo, player: PlayerInfo) -> RobotsPercept:
        p, found = self.parameters, blobs.percept
        if not blobs.matrix.valid or not len(found):
            return RobotsPercept()
        own = NAMED.get(p.own_color)
        if own is None:
            team = game.data.team(player.team)
            own = team.color if team is not None else None
        robots: list[RobotPercept] = []
        for team_color, color in COLORS.items():
            groups = patch_groups(
                found.color, found.pixels, found.box, int(color), p.min_pixels, p.gap
            )
            team_seen = _team_seen(team_color, own)
            for box, pixels, largest in zip(*groups, strict=True):
                if pixels >= p.min_group:
                    _, top, _, bottom = found.box[largest].tolist()
                    robot = self._robot(blobs, box.tolist(), bottom - top, team_seen)
                    robots += [robot] if robot is not None else []
        return RobotsPercept(robots=tuple(robots))

    def _robot(
        self, blobs: BlobInputs, box: list[int], height_px: int, team: TeamSeen
    ) -> RobotPercept | None:
        """Return the robot with a group of patches; None if it would be too high."""
        p, projection = self.parameters, blobs.projection
        left, top, right, bottom = (float(value) for value in box)
        ray = direction_of(0.5 * (left + right), 0.5 * (top + bottom), projection)
        distance = p.patch_height * blobs.info.focal_length[1] / height_px
        rise = distance * ray[2] / max(math.hypot(ray[0], ray[1]), 1e-3)
        if projection.position_in_robot[2] + rise > p.max_height:
            return None
        bearing = math.atan2(ray[1], ray[0])
        camera: Vector2[Robot] = Vector2.from_array(projection.position_in_robot[:2])
        return RobotPercept(
            box_in_image=(left, top, right, bottom),
            position_in_robot=camera + Vector2.from_polar(distance, bearing),
            covariance=self._covariance(distance, bearing),
            team=team,
        )

    def _covariance(self, distance: float, bearing: float) -> Cov2:
        along = (self.parameters.relative_deviation * distance) ** 2 + 1e-4
        across = (self.parameters.direction_deviation * distance) ** 2 + 1e-4
        c, s = math.cos(bearing), math.sin(bearing)
        turn = np.array(((c, -s), (s, c)))
        return readonly(turn @ np.diag((along, across)) @ turn.T)


def _team_seen(color: TeamColor, own: TeamColor | None) -> TeamSeen:
    if own is None:
        return TeamSeen.UNKNOWN
    return TeamSeen.OWN if color is own else TeamSeen.OPPONENT
