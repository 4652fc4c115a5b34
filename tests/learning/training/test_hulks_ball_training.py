"""Training of HULKs' cascade: fitness of the search, and learning of simple patches."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason="learning needs the extra 'train'")

import torch
from torch import Tensor, nn

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.training.hulks_ball_training import (
    CascadeTask,
    ClassifierTask,
    PositionerTask,
    PreclassifierTask,
    best_f,
)
from kickabout.learning.training.hulks_networks import Genome
from kickabout.learning.training.training import train

SMALL = Genome(kernel=3, stride=4, channels=(6, 8), dense=8)


def samples(count: int, seed: int) -> Arrays:
    """Return patches with discs as balls, and patches of noise."""
    rng = np.random.default_rng(seed)
    patches = rng.integers(60, 100, (count, 32, 32)).astype(np.uint8)
    is_ball = (np.arange(count) % 2 == 0).astype(np.float32)
    circles = np.zeros((count, 3), np.float32)
    rows, columns = np.mgrid[0:32, 0:32]
    for i in np.flatnonzero(is_ball):
        x, y = rng.uniform(11.0, 21.0, 2)
        patches[i][(columns - x) ** 2 + (rows - y) ** 2 < 64.0] = 200
        circles[i] = (x / 32.0 - 0.5, y / 32.0 - 0.5, 0.25)
    distances = np.ones(count, np.float32)
    return {"patches": patches, "is_ball": is_ball, "circles": circles, "distances": distances}


class Scores(nn.Module):
    """A network that returns these scores for any input."""

    def __init__(self, scores: np.ndarray) -> None:
        super().__init__()
        self.logits = torch.logit(torch.from_numpy(scores).float())[:, None]

    def forward(self, patches: Tensor) -> Tensor:
        assert len(patches) == len(self.logits)
        return self.logits


def test_recall_counts_more_for_the_first_network() -> None:
    scores = np.array((0.9, 0.4, 0.6, 0.5, 0.45, 0.1), np.float32)
    is_ball = np.array((True, True, False, False, False, False))
    value, threshold = best_f(scores, is_ball, 2.0)
    assert value == pytest.approx(10.0 / 13.0)
    assert threshold < 0.4
    value, threshold = best_f(scores, is_ball, 1.0)
    assert value == pytest.approx(2.0 / 3.0)
    assert 0.6 <= threshold < 0.9
    held_out = {**samples(6, 1), "is_ball": is_ball.astype(np.float32)}
    first, second = PreclassifierTask(held_out, held_out), ClassifierTask(held_out, held_out)
    first.genome = second.genome = SMALL
    assert first.metrics(Scores(scores))["recall"] == 1.0
    assert second.metrics(Scores(scores))["recall"] == 0.5


def test_speed_counts_most_for_the_first_network() -> None:
    data = samples(100, 1)
    scores = 0.8 * data["is_ball"] + 0.1
    misses_five = np.where(np.arange(100) % 20 == 0, 0.05, scores)
    misses_one = np.where(np.arange(100) == 0, 0.05, scores)
    quick, slow = SMALL, replace(SMALL, channels=(20, 32))
    assert quick.multiplications < 12_000 < 90_000 < slow.multiplications

    def gain(task: CascadeTask) -> float:
        """Return what finding more balls with the slow network adds to the fitness."""
        better = task.fitness(Scores(misses_one), slow)
        return better - task.fitness(Scores(misses_five), quick)

    assert gain(PreclassifierTask(data, data)) < 0.0 < gain(ClassifierTask(data, data))


@pytest.mark.slow
def test_a_classifier_learns_to_distinguish_discs_from_noise() -> None:
    task = PreclassifierTask(samples(200, 1), samples(100, 2))
    task.genome = SMALL
    network = train(task, steps=20, seed=1)
    assert task.metrics(network)["f2"] > 0.9


@pytest.mark.slow
def test_a_positioner_learns_where_the_disc_is() -> None:
    task = PositionerTask(samples(200, 1), samples(100, 2))
    task.genome = SMALL
    untrained = task.metrics(train(task, steps=1, seed=1))["median_center_error_radii"]
    trained = task.metrics(train(task, steps=40, seed=1))["median_center_error_radii"]
    assert trained < 0.6 * untrained


@pytest.mark.slow
def test_an_architecture_is_searched_for_before_training() -> None:
    task = PreclassifierTask(samples(120, 1), samples(60, 2))
    with pytest.raises(ValueError, match="search"):
        task.network()
    task.choose_architecture(seed=1, steps=20)
    assert task.genome is not None
    assert task.genome.multiplications <= task.max_multiplications
