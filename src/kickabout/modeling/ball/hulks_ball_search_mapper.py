"""HULKs' ball search map: from all robots' views to the probability of the ball in each cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import BoolArray, Field, Mat, Pose2, Robot, Vec3, Vector2, readonly
from kickabout.modeling.ball.hulks_search_grid import cells_in_view, spread_probabilities
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
    cell_size: float = param(0.5, unit="m", low=0.1, doc="edge length of a cell")
    reach: float = param(
        3.0, unit="m", low=0.0, doc="maximum distance at which a robot sees the ball reliably"
    )
    half_angle: float = param(
        0.45, unit="rad", low=0.0, doc="half opening angle of a field of view"
    )
    ball_gain: float = param(2.0, unit="1/s", low=0.0, doc="rate at which a seen ball adds weight")
    view_loss: float = param(
        0.8, unit="1/s", low=0.0, doc="rate at which cells in view without a ball lose weight"
    )
    center_weight: float = param(
        2000.0, low=1.0, doc="weight of a cell relative to one of its eight neighbors"
    )
    raised: float = param(
        0.5, low=0.0, doc="minimum weight of cells where the rules place the ball"
    )
    ball_age: float = param(0.5, unit="s", low=0.0, doc="maximum age of a ball that raises a cell")
    min_pose_validity: float = param(
        0.4, low=0.0, high=1.0, doc="minimum validity of a teammate's pose"
    )


@inputs
@frozen
class SearchInputs:
    """Poses and camera directions of the team, and the state of the game."""

    player: PlayerInfo
    pose: RobotPose
    head: HeadState
    team: TeamData
    game: GameInfo


class HulksBallSearchMapper(Module[HulksBallSearchMapperParameters]):
    """A probability and an age of each cell, about the same on all robots.

    A seen ball raises the probability, a view without a ball lowers it, it spreads slowly to
    neighboring cells, and the rules of the game raise it where they place the ball. After HULKs
    2021, 5.5.1.
    """

    def __init__(self, parameters: HulksBallSearchMapperParameters) -> None:
        super().__init__(parameters)
        self.weights: Mat | None = None
        self.ages: Mat = np.zeros((0, 0))
        self.updated_for = 0.0

    def parameters_changed(self) -> None:
        self.weights = None

    def update(
        self, frame: FrameInfo, ball: TeamBall, given: SearchInputs, field: FieldDimensions
    ) -> BallSearchMap:
        p = self.parameters
        if self.weights is None:
            grid = new_grid(2.0 * field.goal_line_x, 2.0 * field.side_line_y, p.cell_size)
            self.weights, self.ages = np.full(grid.shape, 1.0 / grid.size), np.zeros(grid.shape)
        is_penalized = _penalty(given) is not Penalty.NONE
        self.updated_for = 0.0 if is_penalized else self.updated_for + frame.dt
        self._apply_views(self.weights, frame, ball, given)
        weights = spread_probabilities(self.weights, p.center_weight)
        self._follow_rules(weights, given, field)
        self.weights = weights / weights.sum()
        return BallSearchMap(
            probabilities=readonly(self.weights),
            ages=readonly(self.ages),
            cell_size=p.cell_size,
            updated_for=self.updated_for,
        )

    def _apply_views(
        self, weights: Mat, frame: FrameInfo, ball: TeamBall, given: SearchInputs
    ) -> None:
        p = self.parameters
        touched: BoolArray = np.zeros(weights.shape, np.bool_)
        seen_now = ball.valid and frame.time - ball.last_seen_at < p.ball_age
        if seen_now and ball.source is not BallSource.RULE:
            cells = self._cell(weights, ball.position_in_field)
            weights[cells] += p.ball_gain * frame.dt
            touched[cells] = True
        for view in self._views(given):
            seen = cells_in_view(weights.shape, p.cell_size, view, p.reach, p.half_angle)
            seen &= ~touched
            weights[seen] *= max(0.0, 1.0 - p.view_loss * frame.dt)
            touched |= seen
        self.ages = np.where(touched, 0.0, self.ages + frame.dt)

    def _views(self, given: SearchInputs) -> Iterator[Vec3]:
        """Yield the camera's position and direction of all localized robots on the field."""
        pose, p = given.pose, self.parameters
        if pose.quality is not PoseQuality.POOR and _penalty(given) is Penalty.NONE:
            yield _turned(pose.robot_to_field, given.head.pan)
        for teammate in given.team.teammates:
            if (
                not teammate.penalized
                and teammate.upright
                and teammate.pose_validity >= p.min_pose_validity
            ):
                yield _turned(teammate.robot_to_field, teammate.head_yaw)

    def _follow_rules(self, weights: Mat, given: SearchInputs, field: FieldDimensions) -> None:
        data = given.game.data
        own_kick = data.kicking_team == given.player.team
        positions: list[Vector2[Field]] = []
        if data.state in (GameState.READY, GameState.SET):
            weights[:] = 1.0 / weights.size
            positions = [Vector2()]
        elif data.set_play is SetPlay.GOAL_KICK:
            x = -field.goal_area_x if own_kick else field.goal_area_x
            positions = [Vector2(x, field.goal_area_y), Vector2(x, -field.goal_area_y)]
        elif data.set_play is SetPlay.CORNER_KICK:
            x = field.goal_line_x if own_kick else -field.goal_line_x
            positions = [Vector2(x, field.side_line_y), Vector2(x, -field.side_line_y)]
        for position in positions:
            cells = self._cell(weights, position)
            weights[cells] = np.maximum(weights[cells], self.parameters.raised)

    def _cell(self, weights: Mat, position: Vector2[Field]) -> tuple[slice, slice]:
        rows, columns = weights.shape
        size = self.parameters.cell_size
        x = min(max(position.x, -0.5 * size * columns + 0.01), 0.5 * size * columns - 0.01)
        y = min(max(position.y, -0.5 * size * rows + 0.01), 0.5 * size * rows - 0.01)
        return cells_touched(weights.shape, size, x, y, 0.0)


def _turned(pose: Pose2[Robot, Field], pan: float) -> Vec3:
    return np.array((pose.x, pose.y, pose.theta + pan))


def _penalty(given: SearchInputs) -> Penalty:
    own = given.game.data.team(given.player.team)
    return Penalty.NONE if own is None else own.player(given.player.number).penalty
