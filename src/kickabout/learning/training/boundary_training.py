"""Training of the boundary network: from small color pictures to a row for each column."""

import math
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.samples.datasets import Arrays
from kickabout.learning.training.augmentation import (
    blurred,
    changed_tones,
    noisy,
    uniform,
    with_holes,
)
from kickabout.learning.training.networks import BoundaryNetwork
from kickabout.learning.training.training import Batch

BATCH = 32
CELLS = 30  # in each column
MIN_LOG, MAX_LOG = math.log(0.002), math.log(0.5)  # of the deviation in image heights
IMAGE_HEIGHT = 480.0  # px, for which metrics are given


class BoundaryTask:
    """Small color pictures with the row of the boundary in each of 40 columns."""

    name = "boundary"
    learning_rate = 4e-3

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        self.color = torch.from_numpy(training["color"])
        self.rows = torch.from_numpy(training["boundary"])
        self.held_out = held_out

    def network(self) -> nn.Module:
        return BoundaryNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        while True:
            chosen = torch.randint(len(self.color), (BATCH,), generator=random)
            color, rows = self.color[chosen].float() / 255.0, self.rows[chosen].clone()
            flipped = torch.rand(BATCH, generator=random) < 0.5
            color[flipped] = color[flipped].flip(3)
            rows[flipped] = rows[flipped].flip(1)
            yield normalized(_varied(color, random)), rows

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        """Return the loss of all cells and the Gaussian negative log likelihood of all columns."""
        color, rows = batch
        logits, log = network(color)
        cells = functional.binary_cross_entropy_with_logits(logits, fractions_above(rows))
        log = log.clamp(MIN_LOG, MAX_LOG)
        error = (torch.sigmoid(logits).mean(dim=1) - rows).abs()
        # Outliers count linearly, because a column may be occluded completely.
        squared = torch.where(error < 0.1, error**2, 0.2 * error - 0.01)
        likelihood = (log + 0.5 * squared.detach() * torch.exp(-2.0 * log)).clamp(max=20.0)
        total: Tensor = cells + 4.0 * error.mean() + 0.1 * likelihood.mean()
        return total

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return metrics over columns with visible boundary, of the second half of held-out halls.

        The first half was used to scale the deviations.
        """
        rows, found, deviations = self._held_out_columns(network, second_half=True)
        deviations = deviations * self._correction(network)
        error = np.abs(found - rows)
        return {
            "columns": float(len(rows)),
            "mean_error_px": float(error.mean() * IMAGE_HEIGHT),
            "median_error_px": float(np.median(error) * IMAGE_HEIGHT),
            "within_one_deviation": float((error <= deviations).mean()),
            "mean_deviation_px": float(deviations.mean() * IMAGE_HEIGHT),
        }

    def _correction(self, network: nn.Module) -> float:
        """Return the factor that puts 68 % of the columns within one deviation."""
        rows, found, deviations = self._held_out_columns(network, second_half=False)
        if len(rows) == 0:
            return 1.0
        return float(np.quantile(np.abs(found - rows) / deviations, 0.68))

    def _held_out_columns(
        self, network: nn.Module, *, second_half: bool
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        middle = len(self.held_out["color"]) // 2
        half = slice(middle, None) if second_half else slice(0, middle)
        color = torch.from_numpy(self.held_out["color"][half]).float() / 255.0
        with torch.no_grad():
            parts = [network(normalized(color[i : i + 128])) for i in range(0, len(color), 128)]
        found = torch.cat([torch.sigmoid(part[0]).mean(dim=1) for part in parts])
        logs = torch.cat([part[1] for part in parts])
        rows = self.held_out["boundary"][half]
        inside = (rows > 0.0) & (rows < 1.0)
        deviations = torch.exp(logs.clamp(MIN_LOG, MAX_LOG)).numpy()
        return rows[inside], found.numpy()[inside], deviations[inside]

    def exported(self, network: nn.Module) -> nn.Module:
        return CalibratedBoundary(network, math.log(self._correction(network)))


class CalibratedBoundary(nn.Module):
    """The network as the robot uses it, with rows and deviations in image heights."""

    def __init__(self, network: nn.Module, correction: float) -> None:
        super().__init__()
        self.network = network
        self.correction = correction

    def forward(self, color: Tensor) -> tuple[Tensor, Tensor]:
        logits, log = self.network(color)
        deviations = torch.exp(log.clamp(MIN_LOG, MAX_LOG) + self.correction)
        return torch.sigmoid(logits).mean(dim=1), deviations


def fractions_above(rows: Tensor) -> Tensor:
    """Return which fraction of each cell lies above the boundary, n × 30 × 40."""
    cells = torch.arange(CELLS, dtype=torch.float32)[None, :, None]
    return (rows[:, None] * CELLS - cells).clamp(0.0, 1.0)


def normalized(color: Tensor) -> Tensor:
    """Normalize as the robot does: brightness to mean 0 and deviation 1, chroma times four."""
    y = color[:, :1]
    mean = y.mean(dim=(2, 3), keepdim=True)
    deviation = y.std(dim=(2, 3), keepdim=True, unbiased=False).clamp(min=8.0 / 255.0)
    return torch.cat(((y - mean) / deviation, 4.0 * (color[:, 1:] - 128.0 / 255.0)), dim=1)


def _varied(color: Tensor, random: torch.Generator) -> Tensor:
    count = len(color)
    y = changed_tones(color[:, :1], random)
    scale = torch.exp(uniform(-0.6, 0.4, 2 * count, random)).reshape(count, 2, 1, 1)
    shift = uniform(-0.03, 0.03, 2 * count, random).reshape(count, 2, 1, 1)
    chroma = (color[:, 1:] - 0.5) * scale + 0.5 + shift
    varied = torch.cat((y, chroma), dim=1)
    varied = with_holes(blurred(varied, random, 0.2), random, 0.2, 0.25)
    return noisy(varied, random, 0.02)
