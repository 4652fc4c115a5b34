"""Training of ball networks: from patches to a classifier and a circle."""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.training.augmentation import (
    blurred,
    changed_tones,
    noisy,
    textures,
    uniform,
    with_holes,
)
from kickabout.learning.training.networks import BallNetwork
from kickabout.learning.training.training import Batch
from kickabout.perception.ball.ball_patches import MIN_DEVIATION, PATCH_SIZE

BALLS, OTHERS, TEXTURES = 60, 120, 12  # per batch
CIRCLE_WEIGHT = 6.0
NEAR = 3.0  # m


class BallTask:
    """Patches with and without a ball."""

    name = "ball"
    learning_rate = 4e-3
    counts = (BALLS, OTHERS, TEXTURES)  # of each in a batch

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        is_ball = training["is_ball"] > 0.5
        self.patches = torch.from_numpy(training["patches"])
        self.circles = torch.from_numpy(training["circles"])
        self.balls = torch.from_numpy(np.flatnonzero(is_ball))
        self.others = torch.from_numpy(np.flatnonzero(~is_ball))
        self.held_out = held_out

    def network(self) -> nn.Module:
        return BallNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        balls, others, synthetic = self.counts
        while True:
            good = self.balls[torch.randint(len(self.balls), (balls,), generator=random)]
            bad = self.others[torch.randint(len(self.others), (others,), generator=random)]
            chosen = torch.cat((good, bad))
            gray = self.patches[chosen][:, None].float() / 255.0
            if synthetic:
                gray = torch.cat((gray, textures(synthetic, PATCH_SIZE, random)))
            circles = self.circles[good].clone()
            flipped = torch.rand(len(gray), generator=random) < 0.5
            gray[flipped] = gray[flipped].flip(3)
            circles[flipped[:balls], 0] *= -1.0
            yield normalized(_varied(gray, random)), circles

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        patches, circles = batch
        logits, found = network(patches)
        target = torch.zeros(len(patches))
        target[:BALLS] = 1.0
        likelihood = functional.binary_cross_entropy_with_logits(logits, target)
        error = functional.smooth_l1_loss(found[:BALLS], circles, beta=0.05)
        return likelihood + CIRCLE_WEIGHT * error

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return rates at scores of 0.5 and 0.9, and errors of the circle in radii."""
        is_ball = self.held_out["is_ball"] > 0.5
        patches, true_circles = self.held_out_samples()
        with torch.no_grad():
            parts = [network(normalized(patches[i : i + 512])) for i in range(0, len(patches), 512)]
        scores = torch.sigmoid(torch.cat([part[0] for part in parts])).numpy()
        circles = torch.cat([part[1] for part in parts]).numpy()[is_ball]
        true = true_circles[is_ball]
        near = self.held_out["distances"][is_ball] <= NEAR
        gap = np.hypot(*(circles - true)[:, :2].T) / true[:, 2]
        return {
            "balls": float(is_ball.sum()),
            "other_patches": float((~is_ball).sum()),
            "recall": _fraction(scores[is_ball] > 0.5),
            "recall_to_3_m": _fraction(scores[is_ball][near] > 0.5),
            "recall_beyond_3_m": _fraction(scores[is_ball][~near] > 0.5),
            "false_rate": _fraction(scores[~is_ball] > 0.5),
            "recall_at_0.9": _fraction(scores[is_ball] > 0.9),
            "false_rate_at_0.9": _fraction(scores[~is_ball] > 0.9),
            "median_center_error_radii": float(np.median(gap)),
            "median_radius_error": float(np.median(np.abs(circles[:, 2] / true[:, 2] - 1.0))),
        }

    def held_out_samples(self) -> tuple[Tensor, npt.NDArray[np.float32]]:
        """Return held-out patches, 0 … 1, and the circles in them."""
        patches = torch.from_numpy(self.held_out["patches"])[:, None].float() / 255.0
        return patches, self.held_out["circles"]

    def exported(self, network: nn.Module) -> nn.Module:
        return ScoredBall(network)


class ScoredBall(nn.Module):
    """The network as the robot uses it, with scores instead of logits."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        logits, circles = self.network(patches)
        return torch.sigmoid(logits), circles


def _fraction(hits: npt.NDArray[np.bool_]) -> float:
    """Return the fraction of hits; NaN if there are no samples."""
    return float(hits.mean()) if hits.size else math.nan


def normalized(gray: Tensor) -> Tensor:
    """Normalize patches (0 … 1) as the robot does."""
    mean = gray.mean(dim=(2, 3), keepdim=True)
    deviation = gray.std(dim=(2, 3), keepdim=True, unbiased=False)
    return (gray - mean) / deviation.clamp(min=MIN_DEVIATION / 255.0)


def _varied(gray: Tensor, random: torch.Generator) -> Tensor:
    gray = changed_tones(gray, random)
    gray = blurred(gray, random, 0.3)
    gray = with_holes(gray, random, 0.15, 0.35)
    contrast = torch.exp(uniform(-0.9, 0.2, len(gray), random))[:, None, None, None]
    return noisy(gray * contrast, random, 0.04)
