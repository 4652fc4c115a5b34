"""Training of the second look: from contexts centered on possible balls to a final score."""

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.training.augmentation import uniform
from kickabout.learning.training.ball_mining import BALLS, MinedBallTask
from kickabout.learning.training.networks import SecondLookNetwork
from kickabout.perception.ball.ball_patches import CONTEXT_SIZE, PATCH_RADII, PATCH_SIZE

OFF_CENTER = 0.15 / PATCH_RADII  # patch edges, deviation of the first look's center
ANYWHERE = 0.6 / PATCH_RADII  # patch edges, largest distance of the first look's center
OFF_SIZE = 0.1  # deviation of the logarithm of the expected radius
PATCH_FRACTION = PATCH_SIZE / CONTEXT_SIZE


class SecondLookTask(MinedBallTask):
    """Contexts centered as by the first look."""

    name = "ball_second_look"

    def network(self) -> nn.Module:
        return SecondLookNetwork()

    def network_input(
        self, gray: Tensor, circles: Tensor, random: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        shifts = ANYWHERE * (2.0 * torch.rand((len(gray), 2), generator=random) - 1.0)
        shifts[:BALLS] = circles[:, :2] + OFF_CENTER * torch.randn((BALLS, 2), generator=random)
        scales = torch.exp(OFF_SIZE * torch.randn(len(gray), generator=random))
        scales[:BALLS] *= PATCH_RADII * circles[:, 2]
        scales = torch.where(
            torch.rand(len(gray), generator=random) < 0.1,
            scales * torch.exp(uniform(-0.25, 0.25, len(gray), random)),
            scales,
        )
        return recut(gray, shifts, scales), moved(circles, shifts[:BALLS], scales[:BALLS])

    def held_out_samples(self) -> tuple[Tensor, npt.NDArray[np.float32]]:
        """Return held-out samples: balls are off center as in training, others are not."""
        random = torch.Generator().manual_seed(1)
        gray = torch.from_numpy(self.held_out["patches"])[:, None].float() / 255.0
        circles = torch.from_numpy(self.held_out["circles"])
        noise = OFF_CENTER * torch.randn((len(gray), 2), generator=random)
        shifts = circles[:, :2] + noise
        is_ball = circles[:, 2] > 0.0
        scales = torch.where(is_ball, PATCH_RADII * circles[:, 2], torch.ones(len(gray)))
        return recut(gray, shifts, scales), moved(circles, shifts, scales).numpy()


def recut(contexts: Tensor, shifts: Tensor, scales: Tensor) -> Tensor:
    """Return contexts shifted (in patch edges) and scaled."""
    turn = torch.zeros((len(contexts), 2, 3))
    turn[:, 0, 0] = turn[:, 1, 1] = scales
    turn[:, :, 2] = 2.0 * PATCH_FRACTION * shifts
    grid = functional.affine_grid(turn, list(contexts.shape), align_corners=False)
    return functional.grid_sample(contexts, grid, padding_mode="border", align_corners=False)


def moved(circles: Tensor, shifts: Tensor, scales: Tensor) -> Tensor:
    """Return circles in the coordinates of shifted and scaled contexts."""
    centers = (circles[:, :2] - shifts) / scales[:, None]
    return torch.cat((centers, circles[:, 2:] / scales[:, None]), dim=1)
