"""Learning to glance: from ball patches, thinned out, to a ranking of spots."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn

from kickabout.learning.training.ball_mining import MinedBallTask
from kickabout.learning.training.ball_training import normalized
from kickabout.learning.training.networks import GlanceNetwork
from kickabout.learning.training.training import Batch

THINNED = 2  # of the patches' pixels in each direction, as a single sample per pixel does it


class GlanceTask(MinedBallTask):
    """The ball's patches at half the resolution."""

    name = "ball_glance"
    learning_rate = 3e-3

    def network(self) -> nn.Module:
        return GlanceNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        for patches, circles, bad in super().batches(random):
            yield patches[:, :, ::THINNED, ::THINNED], circles, bad

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        return self.likelihood(network(batch[0]), batch[2])

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """How many other patches score as high as all but a few balls do."""
        is_ball = self.held_out["is_ball"] > 0.5
        patches, _ = self.judged()
        with torch.no_grad():
            scores = network(normalized(patches[:, :, ::THINNED, ::THINNED])).numpy()
        return {
            f"others_above_{share:.0%}_of_balls": float(
                (scores[~is_ball] > np.quantile(scores[is_ball], 1.0 - share)).mean()
            )
            for share in (0.95, 0.98, 0.99)
        }

    def exported(self, network: nn.Module) -> nn.Module:
        return network
