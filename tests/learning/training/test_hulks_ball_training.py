"""Learning HULKs' cascade: what is searched for, and that it learns at all."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="learning needs the extra 'train'")

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.training.hulks_ball_training import (
    ClassifierTask,
    PositionerTask,
    PreclassifierTask,
    best_f,
)
from kickabout.learning.training.hulks_networks import Genome
from kickabout.learning.training.training import train

SMALL = Genome(kernel=3, stride=4, channels=(6, 8), dense=8)


def samples(count: int, seed: int) -> Arrays:
    """Discs are balls, noise is not."""
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


def test_recall_counts_more_for_the_first_network() -> None:
    scores = np.array((0.9, 0.4, 0.6, 0.5, 0.1), np.float32)
    is_ball = np.array((True, True, False, False, False))
    assert best_f(scores, is_ball, 2.0)[1] < 0.4
    assert best_f(scores, is_ball, 1.0)[0] == pytest.approx(2.0 / 3.0, abs=0.01)
    assert PreclassifierTask.beta == 2.0
    assert ClassifierTask.beta == 1.0


def test_speed_counts_most_for_the_first_network() -> None:
    assert PreclassifierTask.cost > 5.0 * ClassifierTask.cost
    assert PreclassifierTask.most_multiplications < ClassifierTask.most_multiplications


@pytest.mark.slow
def test_a_classifier_learns_to_tell_discs_from_noise() -> None:
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
def test_an_architecture_is_searched_for_before_learning() -> None:
    task = PreclassifierTask(samples(120, 1), samples(60, 2))
    with pytest.raises(ValueError, match="search"):
        task.network()
    task.choose_architecture(seed=1, steps=20)
    assert task.genome is not None
    assert task.genome.multiplications <= task.most_multiplications
