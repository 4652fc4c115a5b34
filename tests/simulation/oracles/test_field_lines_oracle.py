"""The oracle finds lines like a good detector."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import FIELD, UPPER, random_scenes, scene, standing

from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vector2
from kickabout.representations import GroundTruth, LineSegmentPercept, LinesPercept
from kickabout.simulation.oracles.field_lines_oracle import FieldLinesOracle


def length(line: LineSegmentPercept) -> float:
    return (line.end_in_robot - line.start_in_robot).norm


def ends_in_field(truth: GroundTruth, line: LineSegmentPercept) -> list[Vector2[Field]]:
    robot_to_field: Pose2[Robot, Field] = truth.own.robot_to_field
    return [robot_to_field @ line.start_in_robot, robot_to_field @ line.end_in_robot]


def distance_to_segment(point: FloatArray, start: FloatArray, end: FloatArray) -> float:
    along = end - start
    ratio = min(max(float((point - start) @ along / (along @ along)), 0.0), 1.0)
    return float(np.linalg.norm(start + ratio * along - point))


def distance_to_lines(point: Vector2[Field]) -> float:
    return min(
        distance_to_segment(point.array, np.array((a, b)), np.array((c, d)))
        for a, b, c, d in FIELD.line_segments()
    )


def is_found(line: LineSegmentPercept, percept: LinesPercept) -> bool:
    """Compare the middle in the image, where lines are apart from each other."""
    middle = line.start_in_image.interpolated(line.end_in_image, 0.5).array
    return any(
        distance_to_segment(middle, other.start_in_image.array, other.end_in_image.array) < 5.0
        for other in percept.lines
    )


def test_most_near_lines_are_found_and_few_false_ones() -> None:
    runner = OracleRunner(made(FieldLinesOracle))
    ideal = perfect(FieldLinesOracle, full_range=4.0, end_range=4.0)
    visible = found = true = false = 0.0
    for truth in random_scenes(1000):
        percept = runner(truth)
        near = ideal(truth).lines
        visible += sum(length(line) for line in near)
        found += sum(length(line) for line in near if is_found(line, percept))
        for line in percept.lines:
            ends = ends_in_field(truth, line)
            gap = max(distance_to_lines(end) for end in ends)
            reach = max(line.start_in_robot.norm, line.end_in_robot.norm)
            true += length(line)
            false += length(line) if gap > 0.1 * max(reach, 1.0) ** 2 else 0.0
    assert 0.85 <= found / visible <= 0.97
    assert false / true <= 0.03


def test_errors_grow_with_the_distance_and_match_the_covariance() -> None:
    runner = OracleRunner(made(FieldLinesOracle))
    errors: dict[bool, list[float]] = {False: [], True: []}
    surprises = []
    for _ in range(300):
        for x, is_far in ((-1.5, False), (-4.0, True)):
            truth = scene(Pose2(x, 0.0, 0.0))
            for line in runner(truth).lines:
                middle = line.start_in_robot.interpolated(line.end_in_robot, 0.5)
                error = (truth.own.robot_to_field @ middle).x
                if abs(math.sin((line.end_in_robot - line.start_in_robot).angle)) > 0.9 and (
                    abs(error) < 0.4 * abs(x)
                ):
                    errors[is_far].append(abs(error))
                    surprises.append(error**2 / line.covariance[0, 0])
    assert 0.01 < np.median(errors[False]) < 0.06
    assert 0.1 < np.median(errors[True]) < 0.4
    assert 0.7 < np.mean(surprises) < 1.4


def test_every_piece_is_on_a_line_and_in_the_image() -> None:
    detect = perfect(FieldLinesOracle)
    pieces = 0
    for truth in random_scenes(50):
        for line in detect(truth).lines:
            pieces += 1
            assert max(distance_to_lines(end) for end in ends_in_field(truth, line)) < 1e-6
            for x, y in (line.start_in_image, line.end_in_image):
                assert -1e-6 <= x <= UPPER.width + 1e-6
                assert -1e-6 <= y <= UPPER.height + 1e-6
    assert pieces > 150


def halfway_pieces(truth: GroundTruth) -> list[tuple[float, float]]:
    """Return the ranges of y in which the halfway line is visible."""
    lines = perfect(FieldLinesOracle)(truth).lines
    ends = [ends_in_field(truth, line) for line in lines]
    return sorted((min(a.y, b.y), max(a.y, b.y)) for a, b in ends if max(abs(a.x), abs(b.x)) < 1e-6)


def test_the_halfway_line_is_clipped_to_the_view() -> None:
    [(right, left)] = halfway_pieces(scene(Pose2(-2.0, 0.0, 0.0)))
    depth = 1.94 * math.cos(0.15) + 0.51 * math.sin(0.15)
    assert left == pytest.approx(depth * 320.0 / 598.8, rel=1e-6)
    assert right == pytest.approx(-left)


def test_a_robot_in_front_splits_a_line_in_two() -> None:
    pieces = halfway_pieces(scene(Pose2(-2.06, 0.0, 0.0), others=(standing(-1.0, 0.0),)))
    (_, right), (left, _) = pieces
    shadow = 2.0 * 0.12 / math.sqrt(1.0 - 0.12**2)
    assert left == pytest.approx(shadow, abs=0.005)
    assert right == pytest.approx(-shadow, abs=0.005)


def test_far_lines_are_not_seen() -> None:
    lines = perfect(FieldLinesOracle, full_range=3.0, end_range=3.0)(scene(Pose2(-3.9, 0.0, 0.0)))
    assert not any(abs(line.start_in_robot.x - 3.9) < 0.01 for line in lines.lines)


def test_false_lines_are_at_robots() -> None:
    detect = perfect(FieldLinesOracle, false_rate=1.0)
    nowhere = scene(Pose2(-2.0, 1.0, 0.0), down=0.7)
    assert detect(nowhere).lines == ()
    with_robot = scene(Pose2(-2.0, 1.0, 0.0), down=0.7, others=(standing(-1.2, 1.0),))
    assert length(detect(with_robot).lines[0]) == pytest.approx(0.35, rel=0.01)
