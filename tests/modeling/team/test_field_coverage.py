"""Field coverage of one robot and of the team."""

import math

import numpy as np
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, UPPER, camera_at

from kickabout.framework import FrameInfo
from kickabout.framework.debug import DebugChannel
from kickabout.geometry import Camera, Field, Mat, Pose2, Pose3, Robot, Vector2
from kickabout.modeling.team.coverage_grid import NEVER, MergedCoverage
from kickabout.modeling.team.field_coverage_tracker import CoverageView, FieldCoverageTracker
from kickabout.modeling.team.team_coverage_merger import TeamCoverageMerger
from kickabout.representations import (
    CameraMatrix,
    FieldBall,
    FieldCoverage,
    Obstacle,
    ObstacleModel,
    PoseQuality,
    RobotPose,
    TeamBall,
    TeamData,
    Teammate,
)

NOW = 42.0


def view(
    pose: Pose2[Robot, Field] | None = None, obstacles: tuple[Obstacle, ...] = ()
) -> CoverageView:
    camera = camera_at(Pose2(), down=0.25)
    in_robot: Pose3[Camera, Robot] = Pose3(camera.rotation, camera.translation)
    return CoverageView(
        pose=RobotPose(robot_to_field=pose or Pose2(), quality=PoseQuality.SUPERB),
        matrix=CameraMatrix(camera_to_robot=in_robot, valid=True),
        camera=UPPER,
        obstacles=ObstacleModel(obstacles=obstacles),
    )


def covered(
    inputs: CoverageView, ball: FieldBall | None = None, tracker: FieldCoverageTracker | None = None
) -> FieldCoverage:
    tracker = tracker or made(FieldCoverageTracker)
    return tracker.update(FrameInfo(time=NOW), inputs, ball or FieldBall(), FIELD)


def cell_at(coverage: FieldCoverage, x: float, y: float) -> float:
    rows, columns = coverage.seen_at.shape
    return float(coverage.seen_at[int(y / 0.5 + rows / 2), int(x / 0.5 + columns / 2)])


def test_the_field_has_two_hundred_and_sixteen_cells() -> None:
    coverage = covered(view())
    assert coverage.seen_at.shape == (12, 18)
    assert coverage.center_in_field(0, 0) == Vector2(-4.25, -2.75)
    assert coverage.center_in_field(11, 17) == Vector2(4.25, 2.75)


def test_only_cells_in_view_are_seen() -> None:
    coverage = covered(view())
    for row in range(12):
        for column in range(18):
            center = coverage.center_in_field(row, column)
            if coverage.seen_at[row, column] == NOW:
                assert center.norm <= 3.5
                assert abs(center.angle) < 0.55
    assert cell_at(coverage, 1.6, 0.1) == NOW
    assert cell_at(coverage, -1.6, 0.1) == NEVER


def test_a_turned_robot_sees_the_other_half() -> None:
    coverage = covered(view(Pose2(0.0, 0.0, math.pi)))
    assert cell_at(coverage, 1.6, 0.1) == NEVER
    assert cell_at(coverage, -1.6, 0.1) == NOW


def test_an_obstacle_hides_the_cells_behind_it() -> None:
    near = Obstacle(center_in_robot=Vector2(1.0, 0.1), covariance=np.eye(2), radius=0.2)
    coverage = covered(view(obstacles=(near,)))
    assert cell_at(coverage, 2.1, 0.1) == NEVER
    assert cell_at(coverage, 2.1, 0.9) == NOW


def test_cells_with_the_ball_count_as_unseen() -> None:
    ball = FieldBall(position_in_field=Vector2(1.6, 0.3), known=True)
    coverage = covered(view(), ball)
    assert cell_at(coverage, 1.6, 0.3) == NEVER
    assert cell_at(coverage, 2.1, 0.3) == NOW


def test_the_oldest_cell_is_behind_the_robot() -> None:
    tracker = made(FieldCoverageTracker)
    for i in range(100):
        pose: Pose2[Robot, Field] = Pose2(0.0, 0.0, 0.06 * i - 3.0)
        tracker.update(FrameInfo(time=float(i)), view(pose), FieldBall(), FIELD)
    coverage = covered(view(), tracker=tracker)
    inner = coverage.seen_at[3:9, 5:13]
    row, column = np.unravel_index(int(inner.argmin()), inner.shape)
    assert abs(coverage.center_in_field(int(row) + 3, int(column) + 5).angle) > 2.0


def random_grid(seed: int) -> Mat:
    return np.random.default_rng(seed).uniform(0.0, 40.0, (12, 18))


def test_merging_is_commutative_and_idempotent_and_never_lowers_a_time() -> None:
    one, other = random_grid(1), random_grid(2)
    first, second = MergedCoverage((12, 18)), MergedCoverage((12, 18))
    for grid in (one, other, other):
        before = first.seen_at.copy()
        first.merge(grid)
        assert (first.seen_at >= before).all()
    for grid in (other, one):
        second.merge(grid)
    assert np.array_equal(first.seen_at, second.seen_at)
    assert np.array_equal(first.seen_at, np.maximum(one, other))


def merged(
    merger: TeamCoverageMerger, grid: Mat, *teammates: Teammate, ball: TeamBall | None = None
) -> Mat:
    return merger.update(
        FrameInfo(time=NOW),
        FieldCoverage(seen_at=grid),
        TeamData(teammates=teammates),
        ball or TeamBall(),
        FIELD,
    ).seen_at


def test_the_newest_time_of_all_robots_is_used() -> None:
    teammate = Teammate(number=2, coverage_seen_at=random_grid(4), sent_at=NOW)
    result = merged(made(TeamCoverageMerger), random_grid(3), teammate)
    assert np.array_equal(result, np.maximum(random_grid(3), random_grid(4)))


def test_older_times_of_a_teammate_do_not_overwrite_cells_with_the_ball() -> None:
    merger = made(TeamCoverageMerger)
    ball = TeamBall(position_in_field=Vector2(0.3, 0.3), valid=True, last_seen_at=NOW)
    merged(merger, random_grid(3), ball=ball)
    teammate = Teammate(number=2, coverage_seen_at=np.full((12, 18), NOW - 1.0), sent_at=NOW)
    result = merged(merger, random_grid(3), teammate)
    assert result[6, 9] == NEVER
    assert result.argmin() == 6 * 18 + 9
    later = Teammate(number=2, coverage_seen_at=np.full((12, 18), NOW + 1.0), sent_at=NOW + 1.0)
    assert merged(merger, random_grid(3), later)[6, 9] == NOW + 1.0


def test_a_grid_of_another_size_is_ignored() -> None:
    teammate = Teammate(number=2, coverage_seen_at=np.full((3, 3), NOW), sent_at=NOW)
    result = merged(made(TeamCoverageMerger), random_grid(3), teammate)
    assert np.array_equal(result, random_grid(3))


def test_coverage_draws_each_cell() -> None:
    channel = DebugChannel()
    channel.listen("*")
    covered(view()).draw(channel.debug_of("FieldCoverage"))
    (message,) = channel.taken()
    assert len(message.content) == 216
