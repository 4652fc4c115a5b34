"""Training of the glance network: from subsampled ball patches to a ranking of candidates."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn

from kickabout.learning.training.ball_mining import MinedBallTask
from kickabout.learning.training.ball_training import normalized
from kickabout.learning.training.networks import GlanceNetwork
from kickabout.learning.training.training import Batch

SUBSAMPLING = 2  # px in each direction, by nearest neighbor as on the robot


class GlanceTask(MinedBallTask):
    """The ball's patches at half the resolution."""

    name = "ball_glance"
    learning_rate = 3e-3

    def network(self) -> nn.Module:
        return GlanceNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        for patches, circles, bad in super().batches(random):
            yield patches[:, :, ::SUBSAMPLING, ::SUBSAMPLING], circles, bad

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        return self.likelihood(network(batch[0]), batch[2])

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return how many other patches score at least as high as most balls."""
        is_ball = self.held_out["is_ball"] > 0.5
        patches, _ = self.held_out_samples()
        with torch.no_grad():
            scores = network(normalized(patches[:, :, ::SUBSAMPLING, ::SUBSAMPLING])).numpy()
        return {
            f"others_above_{fraction:.0%}_of_balls": float(
                (scores[~is_ball] > np.quantile(scores[is_ball], 1.0 - fraction)).mean()
            )
            for fraction in (0.95, 0.98, 0.99)
        }

    def exported(self, network: nn.Module) -> nn.Module:
        return network
