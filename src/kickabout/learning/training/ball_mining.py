"""Training with hard examples: from patches with surroundings to a classifier and a circle."""

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
HARD_OTHERS = OTHERS // 2  # those chosen because they look like balls
MIN_SCORE = 0.01  # so that each can be chosen
MARGIN = (CONTEXT_SIZE - PATCH_SIZE) // 2  # px around the patch itself


class MinedBallTask(BallTask):
    """Chooses half of the patches without a ball by their last scores.

    So the hardest ones are used most often.
    """

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        super().__init__(training, held_out)
        self.scores = torch.ones(len(self.others))

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        while True:
            good = self.balls[torch.randint(len(self.balls), (BALLS,), generator=random)]
            bad = self._bad(random)
            gray = self.patches[torch.cat((good, self.others[bad]))][:, None].float() / 255.0
            gray, circles = self.network_input(gray, self.circles[good].clone(), random)
            gray = torch.cat((gray, textures(TEXTURES, gray.shape[2], random)))
            flipped = torch.rand(len(gray), generator=random) < 0.5
            gray[flipped] = gray[flipped].flip(3)
            circles[flipped[:BALLS], 0] *= -1.0
            yield normalized(_varied(gray, random)), circles, bad

    def _bad(self, random: torch.Generator) -> Tensor:
        """Choose patches without a ball: some at random and some hard ones."""
        some = torch.randint(len(self.others), (OTHERS - HARD_OTHERS,), generator=random)
        hard = torch.multinomial(self.scores, HARD_OTHERS, replacement=True, generator=random)
        return torch.cat((some, hard))

    def network_input(
        self, gray: Tensor, circles: Tensor, random: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Return the network's input, and the circles of the balls, which come first."""
        return proper(gray), circles

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        patches, circles, bad = batch
        logits, found = network(patches)
        error = functional.smooth_l1_loss(found[:BALLS], circles, beta=0.05)
        return self.likelihood(logits, bad) + CIRCLE_WEIGHT * error

    def likelihood(self, logits: Tensor, bad: Tensor) -> Tensor:
        self.scores[bad] = torch.sigmoid(logits[BALLS : BALLS + OTHERS].detach()) + MIN_SCORE
        target = torch.zeros(len(logits))
        target[:BALLS] = 1.0
        return functional.binary_cross_entropy_with_logits(logits, target)

    def held_out_samples(self) -> tuple[Tensor, npt.NDArray[np.float32]]:
        patches, circles = super().held_out_samples()
        return proper(patches), circles


def proper(patches: Tensor) -> Tensor:
    """Return the patches without their surroundings."""
    return patches[:, :, MARGIN:-MARGIN, MARGIN:-MARGIN]


def _varied(gray: Tensor, random: torch.Generator) -> Tensor:
    gray = mottled(gray, random, 0.3, 0.3)
    gray = changed_tones(gray, random)
    gray = overexposed(gray, random, 0.2, 2.5)
    gray = blurred(gray, random, 0.3)
    gray = with_holes(gray, random, 0.15, 0.35)
    contrast = torch.exp(uniform(-1.2, 0.2, len(gray), random))[:, None, None, None]
    return noisy(gray * contrast, random, 0.04)
