"""Searching architectures for HULKs' networks: the fittest survive."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="learning needs the extra 'train'")

from kickabout.learning.search.hulks_architecture_search import Budget, search
from kickabout.learning.training.hulks_networks import Genome, crossed, mutated, random_genome

BUDGET = Budget(population=6, generations=6, max_multiplications=300_000)


def closeness(genome: Genome) -> float:
    """Best with three layers of 16 channels and 32 dense ones."""
    off = sum(abs(count - 16) for count in genome.channels) + 10 * abs(len(genome.channels) - 3)
    return -float(off + abs(genome.dense - 32))


def test_the_best_never_gets_worse() -> None:
    for seed in range(5):
        history = search(closeness, np.random.default_rng(seed), BUDGET)
        values = [one.fitness for one in history]
        assert len(values) == BUDGET.generations
        assert values == sorted(values)


def test_searching_beats_guessing_with_the_same_number_of_tries() -> None:
    searched, guessed = [], []
    for seed in range(12):
        tried: list[Genome] = []

        def fitness(genome: Genome, tried: list[Genome] = tried) -> float:
            tried.append(genome)
            return closeness(genome)

        searched.append(search(fitness, np.random.default_rng(seed), BUDGET)[-1].fitness)
        rng = np.random.default_rng(100 + seed)
        guesses = [random_genome(rng) for _ in tried]
        cheap = [g for g in guesses if g.multiplications <= BUDGET.max_multiplications]
        guessed.append(max(closeness(genome) for genome in cheap))
    assert np.mean(searched) > np.mean(guessed)


def test_networks_that_cost_too_much_are_never_tried() -> None:
    dear: list[int] = []

    def fitness(genome: Genome) -> float:
        dear.append(genome.multiplications)
        return float(genome.multiplications)

    search(fitness, np.random.default_rng(1), Budget(max_multiplications=40_000))
    assert max(dear) <= 40_000


def test_what_cannot_be_had_that_cheap_is_told() -> None:
    with pytest.raises(ValueError, match="multiplications"):
        search(closeness, np.random.default_rng(1), Budget(max_multiplications=10))


def test_children_are_made_of_their_parents_genes() -> None:
    rng = np.random.default_rng(3)
    first, second = random_genome(rng), random_genome(rng)
    child = crossed(first, second, rng)
    assert child.channels in (first.channels, second.channels)
    assert child.dense in (first.dense, second.dense)
    changed = [mutated(child, rng) for _ in range(20)]
    assert any(one != child for one in changed)
    assert all(2 <= len(one.channels) <= 4 for one in changed)


def test_multiplications_are_counted_layer_by_layer() -> None:
    genome = Genome(kernel=5, stride=2, channels=(4, 8), dense=16)
    assert genome.sizes == (16, 8)
    assert genome.multiplications == 25 * 4 * 256 + 9 * 32 * 64 + 8 * 64 * 16
