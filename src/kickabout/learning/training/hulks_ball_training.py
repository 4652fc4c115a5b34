"""Training of HULKs' ball cascade: from patches to pre-classifier, classifier and positioner."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.search.hulks_architecture_search import Budget, Evaluated, search
from kickabout.learning.training.ball_training import BALLS, BallTask, normalized
from kickabout.learning.training.hulks_networks import Genome, PatchNetwork, Scored
from kickabout.learning.training.training import Batch, train

VALIDATION_FRACTION = 0.15  # of the training samples, to compare networks of the search
SEARCH_FRACTION = 0.06  # of the steps, for each network of the search
BATCH_SIZE = 512
THRESHOLDS = np.linspace(0.02, 0.98, 49)
CHEAP = 10_000  # multiplications without cost
Scores = npt.NDArray[np.float32]


class CascadeTask(BallTask):
    """One network of the cascade; its architecture is searched for first."""

    outputs = 1
    cost = 0.0  # fitness lost for twice as many multiplications
    max_multiplications = 100_000
    learning_rate = 4e-3

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        super().__init__(training, held_out)
        self.training = training
        self.genome: Genome | None = None

    def choose_architecture(
        self, *, seed: int, steps: int, report: Callable[[Evaluated], None] | None = None
    ) -> None:
        """Train many networks briefly and compare them on samples not used for that training."""
        split = int((1.0 - VALIDATION_FRACTION) * len(self.training["is_ball"]))
        seen = {name: values[:split] for name, values in self.training.items()}
        kept = {name: values[split:] for name, values in self.training.items()}

        def fitness(genome: Genome) -> float:
            task = type(self)(seen, kept)
            task.genome = genome
            network = train(task, steps=max(int(SEARCH_FRACTION * steps), 1), seed=seed)
            return task.fitness(network, genome)

        budget = Budget(max_multiplications=self.max_multiplications)
        history = search(fitness, np.random.default_rng(seed), budget, report)
        self.genome = history[-1].genome

    def network(self) -> nn.Module:
        if self.genome is None:
            raise ValueError(f"{self.name} has no architecture yet: search for one first")
        return PatchNetwork(self.genome, self.outputs)

    def fitness(self, network: nn.Module, genome: Genome) -> float:
        """Return the quality of a network of this genome, less what its multiplications cost."""
        expense = math.log2(max(genome.multiplications / CHEAP, 1.0))
        return self.quality(network) - self.cost * expense

    def quality(self, network: nn.Module) -> float:
        """Return the quality to maximize, on the held-out samples."""
        raise NotImplementedError

    def outputs_of(self, network: nn.Module) -> Scores:
        """Return the network's outputs for the held-out samples."""
        patches = torch.from_numpy(self.held_out["patches"])[:, None].float() / 255.0
        starts = range(0, len(patches), BATCH_SIZE)
        with torch.no_grad():
            parts = [network(normalized(patches[i : i + BATCH_SIZE])) for i in starts]
        return np.asarray(torch.cat(parts).numpy(), np.float32)

    def size(self) -> dict[str, float]:
        assert self.genome is not None
        return {"multiplications": float(self.genome.multiplications)}


class PreclassifierTask(CascadeTask):
    """Rejects clear non-balls: recall counts twice, and speed counts most."""

    name = "hulks_ball_preclassifier"
    beta = 2.0
    cost = 0.03
    max_multiplications = 60_000

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        patches = batch[0]
        target = torch.zeros(len(patches))
        target[:BALLS] = 1.0
        return functional.binary_cross_entropy_with_logits(network(patches)[:, 0], target)

    def quality(self, network: nn.Module) -> float:
        return best_f(self._scores(network), self.held_out["is_ball"] > 0.5, self.beta)[0]

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return F at its best threshold, and the rates there."""
        scores, is_ball = self._scores(network), self.held_out["is_ball"] > 0.5
        value, threshold = best_f(scores, is_ball, self.beta)
        passes = {
            f"others_above_{fraction:.0%}_of_balls": float(
                (scores[~is_ball] > np.quantile(scores[is_ball], 1.0 - fraction)).mean()
            )
            for fraction in (0.9, 0.95, 0.98, 0.99)
        }
        return {
            "balls": float(is_ball.sum()),
            "other_patches": float((~is_ball).sum()),
            f"f{self.beta:.0f}": value,
            "threshold": threshold,
            "recall": float((scores[is_ball] > threshold).mean()),
            "false_rate": float((scores[~is_ball] > threshold).mean()),
            **passes,
            **self.size(),
        }

    def exported(self, network: nn.Module) -> nn.Module:
        return Scored(network)

    def _scores(self, network: nn.Module) -> Scores:
        logits = self.outputs_of(network)[:, 0]
        return np.asarray(1.0 / (1.0 + np.exp(-logits.astype(np.float64))), np.float32)


class ClassifierTask(PreclassifierTask):
    """Classifies patches: precision and recall count equally, speed counts little."""

    name = "hulks_ball_classifier"
    beta = 1.0
    cost = 0.003
    max_multiplications = 700_000


class PositionerTask(CascadeTask):
    """Estimates position and radius of the ball in the patch."""

    name = "hulks_ball_positioner"
    outputs = 3
    counts = (BALLS, 0, 0)
    cost = 0.003
    max_multiplications = 500_000

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        patches, circles = batch
        return functional.smooth_l1_loss(network(patches), circles, beta=0.05)

    def quality(self, network: nn.Module) -> float:
        return -float(np.median(self._errors(network)[0]))

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return errors of the circle in radii."""
        gap, radius = self._errors(network)
        return {
            "balls": float(len(gap)),
            "median_center_error_radii": float(np.median(gap)),
            "center_error_radii_90%": float(np.quantile(gap, 0.9)),
            "median_radius_error": float(np.median(radius)),
            **self.size(),
        }

    def exported(self, network: nn.Module) -> nn.Module:
        return network

    def _errors(self, network: nn.Module) -> tuple[Scores, Scores]:
        is_ball = self.held_out["is_ball"] > 0.5
        found, true = self.outputs_of(network)[is_ball], self.held_out["circles"][is_ball]
        gap = np.hypot(*(found - true)[:, :2].T) / true[:, 2]
        return gap, np.abs(found[:, 2] / true[:, 2] - 1.0)


def best_f(scores: Scores, is_ball: npt.NDArray[np.bool_], beta: float) -> tuple[float, float]:
    """Return the largest F measure over all thresholds, and its threshold."""
    found = np.array([(scores[is_ball] > limit).sum() for limit in THRESHOLDS], np.float64)
    false = np.array([(scores[~is_ball] > limit).sum() for limit in THRESHOLDS], np.float64)
    missed = is_ball.sum() - found
    square = beta * beta
    values = (
        (1.0 + square) * found / np.maximum((1.0 + square) * found + square * missed + false, 1e-9)
    )
    best = int(np.argmax(values))
    return float(values[best]), float(THRESHOLDS[best])
