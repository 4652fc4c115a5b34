"""Ball mining: hard examples are chosen most often; contexts are cut for the second look."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    import torch
else:
    torch = pytest.importorskip("torch", reason="learning needs the extra 'train'")

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.training.ball_mining import (
    BALLS,
    HARD_OTHERS,
    OTHERS,
    TEXTURES,
    MinedBallTask,
)
from kickabout.learning.training.second_look_training import SecondLookTask, moved, recut
from kickabout.perception.ball.ball_patches import CONTEXT_SIZE, PATCH_RADII, PATCH_SIZE

COUNT = 300  # patches, every third with a ball


def samples() -> Arrays:
    rng = np.random.default_rng(5)
    is_ball = np.arange(COUNT) % 3 == 0
    circles = np.column_stack(
        (rng.uniform(-0.1, 0.1, (COUNT, 2)), np.full(COUNT, 1.0 / PATCH_RADII))
    )
    return {
        "patches": rng.integers(0, 255, (COUNT, CONTEXT_SIZE, CONTEXT_SIZE), np.uint8),
        "is_ball": is_ball.astype(np.float32),
        "circles": np.where(is_ball[:, None], circles, 0.0).astype(np.float32),
        "distances": np.ones(COUNT, np.float32),
    }


def test_patches_with_high_scores_are_chosen_again() -> None:
    task = MinedBallTask(samples(), samples())
    task.scores[:] = 0.0
    task.scores[7] = 1.0
    batch = next(task.batches(torch.Generator().manual_seed(1)))
    assert int((batch[2] == 7).sum()) >= HARD_OTHERS
    logits = torch.full((BALLS + OTHERS + TEXTURES,), -20.0)
    task.likelihood(logits, batch[2])
    assert float(task.scores[7]) < 0.02


def test_only_the_second_look_gets_the_surroundings_of_patches() -> None:
    for kind, size in ((MinedBallTask, PATCH_SIZE), (SecondLookTask, CONTEXT_SIZE)):
        patches, circles, _ = next(
            kind(samples(), samples()).batches(torch.Generator().manual_seed(1))
        )
        assert patches.shape == (BALLS + OTHERS + TEXTURES, 1, size, size)
        assert circles.shape == (BALLS, 3)


def test_a_circle_moves_with_its_ball_when_a_context_is_cut_again() -> None:
    context = torch.zeros((1, 1, CONTEXT_SIZE, CONTEXT_SIZE))
    context[0, 0, 38:42, 26:30] = 1.0  # around (28, 40), in px
    circles = torch.tensor([[-4.0 / PATCH_SIZE, 8.0 / PATCH_SIZE, 0.1]])
    shifts, scales = torch.tensor([[0.1, -0.05]]), torch.tensor([1.3])
    again = recut(context, shifts, scales)[0, 0]
    x, y, radius = (float(value) for value in moved(circles, shifts, scales)[0])
    along = torch.arange(CONTEXT_SIZE) + 0.5
    weight = float(again.sum())
    assert float((again.sum(0) * along).sum()) / weight == pytest.approx(
        CONTEXT_SIZE / 2 + x * PATCH_SIZE, abs=0.3
    )
    assert float((again.sum(1) * along).sum()) / weight == pytest.approx(
        CONTEXT_SIZE / 2 + y * PATCH_SIZE, abs=0.3
    )
    assert radius == pytest.approx(0.1 / 1.3)
