"""Judging what eyes see, live and from folders."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.perception.halls import FIELD, classical_team, shots

from kickabout.evaluation.perception.perception_evaluation import Evaluation, evaluate, table_rows
from kickabout.evaluation.perception.perception_folder import (
    read_folder,
    write_folder,
    yuyv_from_rgb,
)
from kickabout.evaluation.perception.perception_judging import EvaluationEvent, judged
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.evaluation.perception.perception_truth import true_projection
from kickabout.framework import ConfigurationError
from kickabout.geometry import Robot, Vector2
from kickabout.perception.camera.camera_projection import robot_to_image
from kickabout.representations import BallPercept, ImageCoordinateSystem, RobotsPercept, Seen
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.simulation.camera.scene.objects import SceneClass


def test_scores_count_what_was_found_missed_and_made_up() -> None:
    outcomes = ["found"] * 6 + ["missed"] * 2 + ["false"] * 3
    evaluation = Evaluation(
        images=5, events=[EvaluationEvent(what="ball", outcome=outcome) for outcome in outcomes]
    )
    score = evaluation.score("ball")
    assert score.recall == pytest.approx(0.75)
    assert score.precision == pytest.approx(2.0 / 3.0)
    assert table_rows(evaluation)[0][:4] == ("ball", "all", "75.0 %", "66.7 %")


def test_a_team_is_judged_by_light_and_distance() -> None:
    evaluation = evaluate(classical_team(), shots()[:4], field=FIELD)
    assert evaluation.images == 4
    assert set(evaluation.times) == set(evaluation.module_times) == {"upper", "lower"}
    assert all(len(times) == 2 for times in evaluation.module_times["upper"].values())
    assert any("… " in row[1] for row in table_rows(evaluation))
    assert "robots" not in evaluation.kinds()


def test_modules_that_take_longest_are_named_with_their_medians() -> None:
    times = {"Quick": [1e-4, 3e-4, 2e-4], "Slow": [4e-3, 6e-3, 5e-3], "Other": [1e-3]}
    evaluation = Evaluation(module_times={"upper": times})
    assert evaluation.slowest("upper", 2) == "Slow 5.00, Other 1.00"
    assert evaluation.slowest("lower", 2) == ""


def test_a_ball_seen_where_it_is_counts_and_one_elsewhere_does_not() -> None:
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
    assert [event.outcome for event in judged(shot, {BallPercept: right})] == ["found"]
    assert "false" in [event.outcome for event in judged(shot, {BallPercept: wrong})]


def test_a_ball_that_is_mostly_hidden_need_not_be_seen() -> None:
    unseen: dict[type, object] = {BallPercept: BallPercept()}
    shot = next(
        shot
        for shot in shots()
        if _ball_pixels(shot) > 100 and [e.outcome for e in judged(shot, unseen)] == ["missed"]
    )
    assert shot.labels is not None
    rows, columns = np.nonzero(shot.labels.classes == SceneClass.BALL)
    classes = shot.labels.classes.copy()
    hidden = rows < np.quantile(rows, 0.7)
    classes[rows[hidden], columns[hidden]] = SceneClass.ROBOT
    half_hidden = replace(shot, labels=replace(shot.labels, classes=classes))
    assert "missed" not in [event.outcome for event in judged(half_hidden, unseen)]


def test_a_robot_whose_feet_run_out_of_the_image_need_not_be_seen() -> None:
    unseen: dict[type, object] = {RobotsPercept: RobotsPercept()}
    shot = next(shot for shot in shots() if len(judged(shot, unseen)) == 1)
    assert judged(shot, unseen)[0].outcome == "missed"
    assert shot.labels is not None
    instances = shot.labels.instances.copy()
    visible = [robot.instance for robot in shot.robots if (instances == robot.instance).any()]
    instances[-1, : len(visible)] = visible
    cut_off = replace(shot, labels=replace(shot.labels, instances=instances))
    assert judged(cut_off, unseen) == []


def _ball_pixels(shot: LabeledImage) -> int:
    assert shot.labels is not None
    return int(np.count_nonzero(shot.labels.classes == SceneClass.BALL))


def test_images_come_back_from_a_folder(tmp_path: Path) -> None:
    some = shots()[:3]
    assert write_folder(some, tmp_path) == 3
    again = list(read_folder(tmp_path))
    for before, after in zip(some, again, strict=True):
        assert after.camera_to_robot.matrix == pytest.approx(before.camera_to_robot.matrix)
        assert after.info.camera is before.info.camera
        off = after.image.yuyv.astype(int) - before.image.yuyv.astype(int)
        assert float(np.abs(off).mean()) < 2.0
    events = judged(again[0], {RobotsPercept: RobotsPercept()})
    assert [event.outcome for event in events] == ["missed"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("{}", "line 1"), ('{"file": "a.png", "oops": 1}', "line 1")],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    (tmp_path / "images.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=complaint):
        list(read_folder(tmp_path))


def test_a_folder_without_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"images\.jsonl"):
        list(read_folder(tmp_path))


def test_colors_survive_the_way_through_rgb() -> None:
    yuyv = np.full((4, 6, 2), 100, np.uint8)
    yuyv[:, :, 1] = 120
    assert np.abs(yuyv_from_rgb(rgb_from_yuyv(yuyv)).astype(int) - yuyv).max() <= 2
