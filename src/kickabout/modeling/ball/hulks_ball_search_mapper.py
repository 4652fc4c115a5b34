"""HULKs' ball search map: from where everybody is and looks to where the ball may be."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import BoolArray, Field, Mat, Pose2, Robot, Vec3, Vector2, readonly
from kickabout.modeling.ball.hulks_search_grid import cells_in_sight, spread_probabilities
from kickabout.modeling.team.coverage_grid import cells_touched, new_grid
from kickabout.representations import (
    BallSearchMap,
    BallSource,
    FieldDimensions,
    GameInfo,
    GameState,
    HeadState,
    Penalty,
    PlayerInfo,
    PoseQuality,
    RobotPose,
    SetPlay,
    TeamBall,
    TeamData,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBallSearchMapperParameters:
    cell_size: float = param(0.5, unit="m", low=0.1, doc="edge of a cell")
    reach: float = param(3.0, unit="m", low=0.0, doc="balls farther away might be overlooked")
    half_angle: float = param(0.45, unit="rad", low=0.0, doc="of a field of view")
    ball_gain: float = param(2.0, unit="1/s", low=0.0, doc="weight that a seen ball adds")
    sight_loss: float = param(0.8, unit="1/s", low=0.0, doc="rate at which seen cells lose weight")
    center_weight: float = param(2000.0, low=1.0, doc="of a cell against its eight neighbors")
    raised: float = param(0.5, low=0.0, doc="weight for cells where the rules put the ball")
    ball_age: float = param(0.5, unit="s", low=0.0, doc="a ball seen longer ago is in no cell")
    trusted: float = param(0.4, low=0.0, high=1.0, doc="validity of poses whose sight counts")


@inputs
@frozen
class Lookers:
    """Who looks where."""

    player: PlayerInfo
    pose: RobotPose
    head: HeadState
    team: TeamData
    game: GameInfo


class HulksBallSearchMapper(Module[HulksBallSearchMapperParameters]):
    """A probability and an age for each cell; about the same on all robots.

    Seen balls raise, sights without a ball lower, everything spreads slowly, rules put it where
    they do. After HULKs 2021, 5.5.1.
    """

    def __init__(self, parameters: HulksBallSearchMapperParameters) -> None:
        super().__init__(parameters)
        self.weights: Mat | None = None
        self.ages: Mat = np.zeros((0, 0))
        self.updated_for = 0.0

    def parameters_changed(self) -> None:
        self.weights = None

    def update(
        self, frame: FrameInfo, ball: TeamBall, lookers: Lookers, field: FieldDimensions
    ) -> BallSearchMap:
        p = self.parameters
        if self.weights is None:
            grid = new_grid(2.0 * field.goal_line_x, 2.0 * field.side_line_y, p.cell_size)
            self.weights, self.ages = np.full(grid.shape, 1.0 / grid.size), np.zeros(grid.shape)
        is_penalized = _penalty(lookers) is not Penalty.NONE
        self.updated_for = 0.0 if is_penalized else self.updated_for + frame.dt
        self._look(self.weights, frame, ball, lookers)
        weights = spread_probabilities(self.weights, p.center_weight)
        self._follow_rules(weights, lookers, field)
        self.weights = weights / weights.sum()
        return BallSearchMap(
            probabilities=readonly(self.weights),
            ages=readonly(self.ages),
            cell_size=p.cell_size,
            updated_for=self.updated_for,
        )

    def _look(self, weights: Mat, frame: FrameInfo, ball: TeamBall, lookers: Lookers) -> None:
        p = self.parameters
        touched: BoolArray = np.zeros(weights.shape, np.bool_)
        seen_now = ball.valid and frame.time - ball.last_seen_at < p.ball_age
        if seen_now and ball.source is not BallSource.RULE:
            cells = self._cell(weights, ball.position_in_field)
            weights[cells] += p.ball_gain * frame.dt
            touched[cells] = True
        for sight in self._sights(lookers):
            seen = cells_in_sight(weights.shape, p.cell_size, sight, p.reach, p.half_angle)
            seen &= ~touched
            weights[seen] *= max(0.0, 1.0 - p.sight_loss * frame.dt)
            touched |= seen
        self.ages = np.where(touched, 0.0, self.ages + frame.dt)

    def _sights(self, lookers: Lookers) -> Iterator[Vec3]:
        """Poses of all who are on the field and know where they are, turned as they look."""
        pose, p = lookers.pose, self.parameters
        if pose.quality is not PoseQuality.POOR and _penalty(lookers) is Penalty.NONE:
            yield _turned(pose.robot_to_field, lookers.head.pan)
        for mate in lookers.team.teammates:
            if not mate.penalized and mate.upright and mate.pose_validity >= p.trusted:
                yield _turned(mate.robot_to_field, mate.head_yaw)

    def _follow_rules(self, weights: Mat, lookers: Lookers, field: FieldDimensions) -> None:
        told = lookers.game.data
        own_kick = told.kicking_team == lookers.player.team
        places: list[Vector2[Field]] = []
        if told.state in (GameState.READY, GameState.SET):
            weights[:] = 1.0 / weights.size
            places = [Vector2()]
        elif told.set_play is SetPlay.GOAL_KICK:
            x = -field.goal_area_x if own_kick else field.goal_area_x
            places = [Vector2(x, field.goal_area_y), Vector2(x, -field.goal_area_y)]
        elif told.set_play is SetPlay.CORNER_KICK:
            x = field.goal_line_x if own_kick else -field.goal_line_x
            places = [Vector2(x, field.side_line_y), Vector2(x, -field.side_line_y)]
        for place in places:
            cells = self._cell(weights, place)
            weights[cells] = np.maximum(weights[cells], self.parameters.raised)

    def _cell(self, weights: Mat, place: Vector2[Field]) -> tuple[slice, slice]:
        rows, columns = weights.shape
        size = self.parameters.cell_size
        x = min(max(place.x, -0.5 * size * columns + 0.01), 0.5 * size * columns - 0.01)
        y = min(max(place.y, -0.5 * size * rows + 0.01), 0.5 * size * rows - 0.01)
        return cells_touched(weights.shape, size, x, y, 0.0)


def _turned(pose: Pose2[Robot, Field], pan: float) -> Vec3:
    return np.array((pose.x, pose.y, pose.theta + pan))


def _penalty(lookers: Lookers) -> Penalty:
    own = lookers.game.data.team(lookers.player.team)
    return Penalty.NONE if own is None else own.player(lookers.player.number).penalty
