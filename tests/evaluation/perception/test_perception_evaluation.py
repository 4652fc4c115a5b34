"""Evaluation of perception on rendered images and on folders of images."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.perception.halls import FIELD, classical_team, shots

from kickabout.evaluation.perception.perception_evaluation import Evaluation, evaluate, table_rows
from kickabout.evaluation.perception.perception_events import EvaluationEvent, evaluation_events
from kickabout.evaluation.perception.perception_folder import (
    read_folder,
    write_folder,
    yuyv_from_rgb,
)
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.evaluation.perception.perception_truth import true_projection
from kickabout.framework import ConfigurationError
from kickabout.geometry import Robot, Vector2
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.representations import (
    BallPercept,
    FieldDimensions,
    ImageCoordinateSystem,
    RobotsPercept,
    Seen,
)
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.simulation.camera.scene.objects import SceneClass


def test_scores_count_found_missed_and_false_objects() -> None:
    outcomes = ["found"] * 6 + ["missed"] * 2 + ["false"] * 3
    evaluation = Evaluation(
        images=5, events=[EvaluationEvent(what="ball", outcome=outcome) for outcome in outcomes]
    )
    score = evaluation.score("ball")
    assert score.recall == pytest.approx(0.75)
    assert score.precision == pytest.approx(2.0 / 3.0)
    assert table_rows(evaluation)[0][:4] == ("ball", "all", "75.0 %", "66.7 %")


def test_a_team_is_evaluated_by_light_and_distance() -> None:
    evaluation = evaluate(classical_team(), shots()[:4], field=FIELD)
    assert evaluation.images == 4
    assert set(evaluation.times) == set(evaluation.module_times) == {"upper", "lower"}
    assert all(len(times) == 2 for times in evaluation.module_times["upper"].values())
    assert any("… " in row[1] for row in table_rows(evaluation))
    assert "robots" not in evaluation.kinds()


def test_the_slowest_modules_are_listed_with_their_medians() -> None:
    times = {"Quick": [1e-4, 3e-4, 2e-4], "Slow": [4e-3, 6e-3, 5e-3], "Other": [1e-3]}
    evaluation = Evaluation(module_times={"upper": times})
    assert evaluation.slowest("upper", 2) == "Slow 5.00, Other 1.00"
    assert evaluation.slowest("lower", 2) == ""


def test_only_a_ball_at_its_true_position_counts_as_found() -> None:
    shot = next(shot for shot in shots() if shot.ball_in_robot is not None)
    assert shot.ball_in_robot is not None
    x, y, height = (float(value) for value in shot.ball_in_robot)
    projection = true_projection(shot, ImageCoordinateSystem())
    u, v = robot_to_image(np.array(((x, y),)), projection, height)[0].tolist()
    place: Vector2[Robot] = Vector2(x, y)
    right = BallPercept(seen=Seen.YES, position_in_robot=place, center_in_image=Vector2(u, v))
    wrong = BallPercept(
        seen=Seen.YES, position_in_robot=place, center_in_image=Vector2(u + 400.0, v)
    )
    assert [event.outcome for event in evaluation_events(shot, {BallPercept: right})] == ["found"]
    assert "false" in [event.outcome for event in evaluation_events(shot, {BallPercept: wrong})]


def test_a_mostly_occluded_ball_need_not_be_found() -> None:
    unseen: dict[type, object] = {BallPercept: BallPercept()}
    shot = next(
        shot
        for shot in shots()
        if _ball_pixels(shot) > 100
        and [e.outcome for e in evaluation_events(shot, unseen)] == ["missed"]
    )
    assert shot.labels is not None
    rows, columns = np.nonzero(shot.labels.classes == SceneClass.BALL)
    classes = shot.labels.classes.copy()
    hidden = rows < np.quantile(rows, 0.7)
    classes[rows[hidden], columns[hidden]] = SceneClass.ROBOT
    half_hidden = replace(shot, labels=replace(shot.labels, classes=classes))
    assert "missed" not in [event.outcome for event in evaluation_events(half_hidden, unseen)]


def test_a_robot_with_its_feet_outside_the_image_need_not_be_found() -> None:
    unseen: dict[type, object] = {RobotsPercept: RobotsPercept()}
    shot = next(shot for shot in shots() if len(evaluation_events(shot, unseen)) == 1)
    assert evaluation_events(shot, unseen)[0].outcome == "missed"
    assert shot.labels is not None
    instances = shot.labels.instances.copy()
    visible = [robot.instance for robot in shot.robots if (instances == robot.instance).any()]
    instances[-1, : len(visible)] = visible
    cut_off = replace(shot, labels=replace(shot.labels, instances=instances))
    assert evaluation_events(cut_off, unseen) == []


def _ball_pixels(shot: LabeledImage) -> int:
    assert shot.labels is not None
    return int(np.count_nonzero(shot.labels.classes == SceneClass.BALL))


def test_images_written_to_a_folder_are_read_again(tmp_path: Path) -> None:
    some = shots()[:3]
    assert write_folder(some, tmp_path) == 3
    again = list(read_folder(tmp_path))
    for before, after in zip(some, again, strict=True):
        assert after.camera_to_robot.matrix == pytest.approx(before.camera_to_robot.matrix)
        assert after.info.camera == before.info.camera
        off = after.image.yuyv.astype(int) - before.image.yuyv.astype(int)
        assert float(np.abs(off).mean()) < 2.0
    events = evaluation_events(again[0], {RobotsPercept: RobotsPercept()})
    assert [event.outcome for event in events] == ["missed"]


def test_images_of_a_field_without_a_file_are_read_if_it_is_given(tmp_path: Path) -> None:
    garden = FieldDimensions(name="garden", goal_line_x=2.0)
    write_folder([replace(shot, field=garden) for shot in shots()[:1]], tmp_path)
    assert next(read_folder(tmp_path, [garden])).field is garden
    with pytest.raises(ConfigurationError, match="no field 'garden'"):
        next(read_folder(tmp_path))


@pytest.mark.parametrize(
    ("line", "message"),
    [("{}", "line 1"), ('{"file": "a.png", "oops": 1}', "line 1")],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "images.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message):
        list(read_folder(tmp_path))


def test_a_folder_without_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"images\.jsonl"):
        list(read_folder(tmp_path))


def test_colors_survive_conversion_to_rgb_and_back() -> None:
    yuyv = np.full((4, 6, 2), 100, np.uint8)
    yuyv[:, :, 1] = 120
    assert np.abs(yuyv_from_rgb(rgb_from_yuyv(yuyv)).astype(int) - yuyv).max() <= 2
