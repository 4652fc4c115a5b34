"""HULKs' patch networks: from a genome to layers in PyTorch and their cost."""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

from kickabout.perception.ball.ball_patches import PATCH_SIZE

KERNELS, STRIDES = (3, 5), (2, 4)
CHANNELS = (3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48)
DENSE = (8, 16, 24, 32, 48)
LAYERS = (2, 3, 4)
MIN_SIZE = 2  # px, edge after the last convolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Genome:
    """Searched architecture: the first filter, the channels of all layers, the dense layer."""

    kernel: int
    stride: int
    channels: tuple[int, ...]
    dense: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the edge (px) after each layer; later layers halve it as long as possible."""
        size = PATCH_SIZE // self.stride
        sizes = [size]
        for _ in self.channels[1:]:
            size = size // 2 if size // 2 >= MIN_SIZE else size
            sizes.append(size)
        return tuple(sizes)

    @property
    def multiplications(self) -> int:
        """Return the number for one patch, without the last layer."""
        total, before, kernel = 0, 1, self.kernel
        for channels, size in zip(self.channels, self.sizes, strict=True):
            total += before * channels * kernel * kernel * size * size
            before, kernel = channels, 3
        return total + before * self.sizes[-1] ** 2 * self.dense

    def __str__(self) -> str:
        channels = "-".join(str(count) for count in self.channels)
        return f"{self.kernel}x{self.kernel}/{self.stride}, {channels}, {self.dense}"


def random_genome(rng: np.random.Generator) -> Genome:
    count = int(rng.choice(LAYERS))
    return Genome(
        kernel=int(rng.choice(KERNELS)),
        stride=int(rng.choice(STRIDES)),
        channels=tuple(sorted(int(c) for c in rng.choice(CHANNELS, count))),
        dense=int(rng.choice(DENSE)),
    )


def crossed(first: Genome, second: Genome, rng: np.random.Generator) -> Genome:
    """Return a genome with each gene from one of the two."""
    picks = rng.random(4) < 0.5
    return Genome(
        kernel=first.kernel if picks[0] else second.kernel,
        stride=first.stride if picks[1] else second.stride,
        channels=first.channels if picks[2] else second.channels,
        dense=first.dense if picks[3] else second.dense,
    )


def mutated(genome: Genome, rng: np.random.Generator) -> Genome:
    """Return a genome with one gene changed, in half of the cases the channels."""
    kind = int(rng.integers(6))
    if kind == 0:
        return replace(genome, kernel=int(rng.choice(KERNELS)))
    if kind == 1:
        return replace(genome, stride=int(rng.choice(STRIDES)))
    if kind == 2:
        return replace(genome, dense=int(rng.choice(DENSE)))
    channels = list(genome.channels)
    if kind == 3 and len(channels) < LAYERS[-1]:
        channels.append(channels[-1])
    elif kind == 4 and len(channels) > LAYERS[0]:
        channels.pop(int(rng.integers(len(channels))))
    else:
        channels[int(rng.integers(len(channels)))] = int(rng.choice(CHANNELS))
    return replace(genome, channels=tuple(sorted(channels)))


class PatchNetwork(nn.Module):
    """Strided convolutions, one dense layer and the output layer."""

    def __init__(self, genome: Genome, outputs: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before, kernel, last = 1, genome.kernel, PATCH_SIZE
        for channels, size in zip(genome.channels, genome.sizes, strict=True):
            layers += [
                nn.Conv2d(before, channels, kernel, last // size, kernel // 2, bias=False),
                nn.BatchNorm2d(channels),
                nn.ReLU(),
            ]
            before, kernel, last = channels, 3, size
        features = before * last * last
        layers += [
            nn.Flatten(),
            nn.Linear(features, genome.dense),
            nn.ReLU(),
            nn.Linear(genome.dense, outputs),
        ]
        self.layers = nn.Sequential(*layers)

    def forward(self, patches: Tensor) -> Tensor:
        outputs: Tensor = self.layers(patches)
        return outputs


class Scored(nn.Module):
    """A classifier as the robot uses it, with scores instead of logits."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, patches: Tensor) -> Tensor:
        return torch.sigmoid(self.network(patches)[:, 0])
