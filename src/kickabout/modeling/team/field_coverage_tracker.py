"""Field coverage of this robot: from camera and pose to the time each cell was last seen."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Mat, readonly
from kickabout.modeling.camera_view import optics_of
from kickabout.modeling.team.coverage_grid import NEVER, cells_touched, mark_seen, new_grid
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    FieldBall,
    FieldCoverage,
    FieldDimensions,
    ObstacleModel,
    PoseQuality,
    RobotPose,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldCoverageTrackerParameters:
    cell_size: float = param(0.5, unit="m", low=0.1, doc="edge length of a cell")
    max_distance: float = param(
        3.5, unit="m", low=0.0, doc="distance beyond which a ball may be missed"
    )


@inputs
@frozen
class CoverageView:
    """Inputs about the robot's pose, its camera and the obstacles that hide cells."""

    pose: RobotPose
    matrix: CameraMatrix
    camera: CameraInfo
    obstacles: ObstacleModel


class FieldCoverageTracker(Module[FieldCoverageTrackerParameters]):
    """Sets the time of cells in view and resets it in cells with the ball.

    When the ball gets lost, the cells of its last path are therefore searched first. After B-Human
    2019, 5.4.1.
    """

    def __init__(self, parameters: FieldCoverageTrackerParameters) -> None:
        super().__init__(parameters)
        self.grid: Mat | None = None

    def parameters_changed(self) -> None:
        self.grid = None

    def update(
        self, frame: FrameInfo, view: CoverageView, ball: FieldBall, field: FieldDimensions
    ) -> FieldCoverage:
        p = self.parameters
        if self.grid is None:
            self.grid = new_grid(2.0 * field.goal_line_x, 2.0 * field.side_line_y, p.cell_size)
        if view.matrix.valid and view.pose.quality is not PoseQuality.POOR:
            self._mark(self.grid, frame, view)
        if ball.known:
            x, y = ball.position_in_field
            touched = cells_touched(self.grid.shape, p.cell_size, x, y, field.ball.radius)
            self.grid[touched] = NEVER
        return FieldCoverage(seen_at=readonly(self.grid), cell_size=p.cell_size)

    def _mark(self, grid: Mat, frame: FrameInfo, view: CoverageView) -> None:
        camera = view.matrix.camera_to_robot
        obstacles = [
            (obstacle.center_in_robot.x, obstacle.center_in_robot.y, obstacle.radius)
            for obstacle in view.obstacles.obstacles
        ]
        mark_seen(
            grid,
            self.parameters.cell_size,
            frame.time,
            view.pose.robot_to_field.array,
            camera.rotation,
            camera.translation,
            optics_of(view.camera),
            np.array(obstacles, np.float64).reshape(-1, 3),
            self.parameters.max_distance,
        )
