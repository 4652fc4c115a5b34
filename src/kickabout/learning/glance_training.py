"""Learning to glance: from ball patches, thinned out, to a ranking of spots."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.ball_training import BALLS, OTHERS, TEXTURES, BallTask, normalized
from kickabout.learning.networks import GlanceNetwork
from kickabout.learning.training import Batch

THINNED = 2  # of the patches' pixels in each direction, as a single sample per pixel does it


class GlanceTask(BallTask):
    """The ball's patches at half the resolution."""

    name = "ball_glance"
    learning_rate = 3e-3

    def network(self) -> nn.Module:
        return GlanceNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        for patches, circles in super().batches(random):
            yield patches[:, :, ::THINNED, ::THINNED], circles

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        wanted = torch.zeros(BALLS + OTHERS + TEXTURES)
        wanted[:BALLS] = 1.0
        return functional.binary_cross_entropy_with_logits(network(batch[0]), wanted)

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """How many other patches score as high as all but a few balls do."""
        is_ball = self.held_out["is_ball"] > 0.5
        patches = torch.from_numpy(self.held_out["patches"])[:, None].float() / 255.0
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
