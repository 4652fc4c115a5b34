"""Parameter search: from a problem with a cost to better values, by CMA-ES over simulations.

The search can be stopped at any time and continues from its state file. All candidates of a
generation are tried with the same new seeds, so that chance affects all of them alike.
"""

import pickle
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from kickabout.framework import ConfigurationError, KickaboutError

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Start, scale and limits of one searched value."""

    start: float
    scale: float  # a change of this size has a noticeable effect
    low: float
    high: float


class Problem(Protocol):
    """A search problem; it must be picklable, because costs are computed in other processes."""

    @property
    def ranges(self) -> Mapping[str, Range]: ...

    def cost(self, values: Values, seed: int) -> float: ...

    def toml(self, values: Values) -> str: ...


@dataclass(slots=True, kw_only=True)
class SearchState:
    """State needed to continue a search."""

    names: tuple[str, ...]
    strategy: Any  # CMA-ES object of the library
    generation: int = 0
    costs: list[float] = field(default_factory=list)  # median of each generation
    best: dict[str, float] = field(default_factory=dict)  # center of the newest generation


class ParameterSearch:
    """Runs CMA-ES: gets candidates, computes their costs in parallel and returns them to it."""

    def __init__(
        self, problem: Problem, state_file: Path, *, population: int = 12, spread: float = 0.5
    ) -> None:
        self.problem = problem
        self.state_file = state_file
        self.ranges = dict(problem.ranges)
        self.state = self._resumed() or self._fresh(population, spread)

    def _fresh(self, population: int, spread: float) -> SearchState:
        cma = _library()
        random = np.random.default_rng(1)
        options = {
            "popsize": population,
            "verbose": -9,
            "seed": float("nan"),
            "randn": _Normal(random),
        }
        strategy = cma.CMAEvolutionStrategy(np.zeros(len(self.ranges)), spread, options)
        best = {name: value.start for name, value in self.ranges.items()}
        return SearchState(names=tuple(self.ranges), strategy=strategy, best=best)

    def _resumed(self) -> SearchState | None:
        if not self.state_file.exists():
            return None
        _library()
        try:
            state = pickle.loads(self.state_file.read_bytes())
        except (pickle.UnpicklingError, EOFError, AttributeError) as error:
            raise ConfigurationError(
                f"is not the state of a search: {error}", file=self.state_file
            ) from None
        if not isinstance(state, SearchState) or state.names != tuple(self.ranges):
            raise ConfigurationError("belongs to another search", file=self.state_file)
        return state

    def generations(self, count: int, *, workers: int, trials: int) -> Iterator[SearchState]:
        """Run some generations; the state is saved before the first and after each."""
        self._save()
        with ProcessPoolExecutor(workers) as pool:
            for _ in range(count):
                candidates = self.state.strategy.ask()
                seeds = [self.state.generation * trials + k + 1 for k in range(trials)]
                jobs = [
                    pool.submit(self.problem.cost, self.values(candidate), seed)
                    for candidate in candidates
                    for seed in seeds
                ]
                costs = np.array([job.result() for job in jobs]).reshape(-1, trials)
                self._take(candidates, costs.mean(axis=1))
                yield self.state

    def _take(self, candidates: Sequence[np.ndarray], costs: np.ndarray) -> None:
        state = self.state
        outside = [self._outside(candidate) for candidate in candidates]
        state.strategy.tell(candidates, (costs + outside).tolist())
        state.generation += 1
        state.costs.append(float(np.median(costs)))
        state.best = self.values(state.strategy.mean)
        self._save()

    def _save(self) -> None:
        part = self.state_file.with_suffix(".part")
        part.write_bytes(pickle.dumps(self.state))
        part.replace(self.state_file)

    def values(self, vector: np.ndarray) -> dict[str, float]:
        """Return the values of a search vector, limited to their ranges."""
        pairs = zip(self.ranges.items(), vector.tolist(), strict=True)
        return {
            name: min(r.high, max(r.low, r.start + r.scale * step)) for (name, r), step in pairs
        }

    def _outside(self, vector: np.ndarray) -> float:
        """Return a penalty for exceeding limits, so that the search does not drift away."""
        values = self.values(vector)
        steps: list[float] = vector.tolist()
        total = 0.0
        for (name, searched), step in zip(self.ranges.items(), steps, strict=True):
            total += (
                0.1 * abs(searched.start + searched.scale * step - values[name]) / searched.scale
            )
        return total


class _Normal:
    """Normally distributed numbers for the library from our own generator."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random

    def __call__(self, *shape: int) -> np.ndarray:
        return self.random.standard_normal(shape)


def _library() -> Any:  # noqa: ANN401 (a module without types)
    try:
        # Types: the library has no type hints.
        import cma  # type: ignore[import-untyped]
    except ImportError:
        raise KickaboutError(
            "searching parameters needs the library 'cma': pip install -e '.[tune]' in the clone"
        ) from None
    return cma
