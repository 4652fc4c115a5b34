"""Learning from hard cases: from patches with their surroundings to a classifier and a circle."""

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
    mottled,
    noisy,
    overexposed,
    textures,
    uniform,
    with_holes,
)
from kickabout.learning.training.ball_training import CIRCLE_WEIGHT, BallTask, normalized
from kickabout.learning.training.training import Batch
from kickabout.perception.ball.ball_patches import CONTEXT_SIZE, PATCH_SIZE

BALLS, OTHERS, TEXTURES = 40, 80, 8  # per batch
HARD = OTHERS // 2  # of the others, those that are picked because they look like balls
LEAST_DOUBT = 0.01  # so that none is forgotten
MARGIN = (CONTEXT_SIZE - PATCH_SIZE) // 2  # px around the patch proper


class MinedBallTask(BallTask):
    """Each patch without a ball remembers how much it was last taken for one.

    Half of them are picked by that, so that the hardest ones are learned from most.
    """

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        super().__init__(training, held_out)
        self.doubts = torch.ones(len(self.others))

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        while True:
            good = self.balls[torch.randint(len(self.balls), (BALLS,), generator=random)]
            bad = self._bad(random)
            gray = self.patches[torch.cat((good, self.others[bad]))][:, None].float() / 255.0
            gray, circles = self.looked_at(gray, self.circles[good].clone(), random)
            gray = torch.cat((gray, textures(TEXTURES, gray.shape[2], random)))
            flipped = torch.rand(len(gray), generator=random) < 0.5
            gray[flipped] = gray[flipped].flip(3)
            circles[flipped[:BALLS], 0] *= -1.0
            yield normalized(_varied(gray, random)), circles, bad

    def _bad(self, random: torch.Generator) -> Tensor:
        """Of the others, some anyhow and some hard ones."""
        some = torch.randint(len(self.others), (OTHERS - HARD,), generator=random)
        hard = torch.multinomial(self.doubts, HARD, replacement=True, generator=random)
        return torch.cat((some, hard))

    def looked_at(
        self, gray: Tensor, circles: Tensor, random: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """What the network gets to see, and the circles of the balls, which come first."""
        return proper(gray), circles

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        patches, circles, bad = batch
        logits, found = network(patches)
        error = functional.smooth_l1_loss(found[:BALLS], circles, beta=0.05)
        return self.likelihood(logits, bad) + CIRCLE_WEIGHT * error

    def likelihood(self, logits: Tensor, bad: Tensor) -> Tensor:
        self.doubts[bad] = torch.sigmoid(logits[BALLS : BALLS + OTHERS].detach()) + LEAST_DOUBT
        wanted = torch.zeros(len(logits))
        wanted[:BALLS] = 1.0
        return functional.binary_cross_entropy_with_logits(logits, wanted)

    def judged(self) -> tuple[Tensor, npt.NDArray[np.float32]]:
        patches, circles = super().judged()
        return proper(patches), circles


def proper(patches: Tensor) -> Tensor:
    """Without what is around."""
    return patches[:, :, MARGIN:-MARGIN, MARGIN:-MARGIN]


def _varied(gray: Tensor, random: torch.Generator) -> Tensor:
    gray = mottled(gray, random, 0.3, 0.3)
    gray = changed_tones(gray, random)
    gray = overexposed(gray, random, 0.2, 2.5)
    gray = blurred(gray, random, 0.3)
    gray = with_holes(gray, random, 0.15, 0.35)
    contrast = torch.exp(uniform(-1.2, 0.2, len(gray), random))[:, None, None, None]
    return noisy(gray * contrast, random, 0.04)
