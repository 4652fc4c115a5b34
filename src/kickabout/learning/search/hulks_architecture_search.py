"""Architecture search: from a fitness function to the best genome, by a genetic algorithm."""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kickabout.learning.training.hulks_networks import Genome, crossed, mutated, random_genome

TRIES = 1000  # draws until a genome is cheap enough


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of the search."""

    population: int = 6
    generations: int = 3
    survivors: int = 2
    max_multiplications: int = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """A genome and its fitness."""

    genome: Genome
    fitness: float


def search(
    fitness: Callable[[Genome], float],
    rng: np.random.Generator,
    budget: Budget,
    report: Callable[[Evaluated], None] | None = None,
) -> list[Evaluated]:
    """Return the best genome of each generation; the fittest survive, so none is worse."""
    known: dict[Genome, Evaluated] = {}

    def evaluated(genome: Genome) -> Evaluated:
        if genome not in known:
            known[genome] = Evaluated(genome=genome, fitness=fitness(genome))
            if report:
                report(known[genome])
        return known[genome]

    living = [
        evaluated(_cheap(lambda: random_genome(rng), budget)) for _ in range(budget.population)
    ]
    history = []
    for generation in range(budget.generations):
        living.sort(key=lambda one: one.fitness, reverse=True)
        history.append(living[0])
        if generation + 1 < budget.generations:
            living = living[: budget.survivors]
            draw = functools.partial(_child, tuple(living), rng)
            while len(living) < budget.population:
                living.append(evaluated(_cheap(draw, budget)))
    return history


def _child(parents: tuple[Evaluated, ...], rng: np.random.Generator) -> Genome:
    first, second = (parents[int(k)].genome for k in rng.integers(len(parents), size=2))
    return mutated(crossed(first, second, rng), rng)


def _cheap(draw: Callable[[], Genome], budget: Budget) -> Genome:
    for _ in range(TRIES):
        genome = draw()
        if genome.multiplications <= budget.max_multiplications:
            return genome
    raise ValueError(
        f"{TRIES} genomes in a row needed more than {budget.max_multiplications} multiplications"
    )
