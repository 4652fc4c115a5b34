"""Field lines and center circle in rendered images."""

from dataclasses import replace

import numpy as np
import pytest
from tests.perception.halls import classical_pipeline, classical_team, shots, uppers

from kickabout.evaluation.perception.perception_evaluation import evaluate
from kickabout.evaluation.perception.perception_events import EvaluationEvent
from kickabout.representations import CenterCirclePercept, LinesPercept


def near(event: EvaluationEvent) -> bool:
    return event.distance <= 4.0


@pytest.mark.parametrize(("condition", "recall"), [("nominal", 0.83), ("half in shadow", 0.91)])
def test_most_paint_is_found_and_little_else(condition: str, recall: float) -> None:
    images = shots(condition)
    assert images[0].field is not None
    evaluation = evaluate(classical_team(), images, field=images[0].field)
    score = evaluation.score("lines", near)
    assert score.found + score.missed > 5.0
    assert score.recall > recall
    assert score.precision > 0.97


def test_plain_carpet_has_no_lines() -> None:
    shot = uppers()[0]
    green = np.empty_like(shot.image.yuyv)
    noise = np.random.default_rng(1).normal(0.0, 4.0, green.shape)
    green[:, :, 0] = 80 + noise[:, :, 0]
    green[:, :, 1] = 110 + 0.5 * noise[:, :, 1]
    seen = classical_pipeline().see(replace(shot, image=replace(shot.image, yuyv=green)))
    assert seen[LinesPercept].lines == ()
    assert not seen[CenterCirclePercept].seen
