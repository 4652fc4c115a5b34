"""Augmentation: from batches of pictures to variations of them."""

import math

import torch
from torch import Tensor
from torch.nn import functional

BLOTCHES = 96  # in each direction, of the noise from which blotches are cut


def uniform(low: float, high: float, count: int, random: torch.Generator) -> Tensor:
    return low + (high - low) * torch.rand(count, generator=random)


def changed_tones(gray: Tensor, random: torch.Generator) -> Tensor:
    """Apply random gamma and a light gradient; values in 0 … 1, n × 1 × h × w."""
    count, _, height, width = gray.shape
    gamma = torch.exp(uniform(-0.5, 0.5, count, random))[:, None, None, None]
    toned = gray.clamp(1e-3, 1.0) ** gamma
    angle = uniform(0.0, 2.0 * math.pi, count, random)
    strength = uniform(0.0, 0.35, count, random)
    across = torch.linspace(-1.0, 1.0, width)[None, None, None, :]
    along = torch.linspace(-1.0, 1.0, height)[None, None, :, None]
    slope = across * torch.cos(angle)[:, None, None, None]
    slope = slope + along * torch.sin(angle)[:, None, None, None]
    return toned * (1.0 + strength[:, None, None, None] * slope)


def blurred(pictures: Tensor, random: torch.Generator, fraction: float) -> Tensor:
    """Blur a fraction of the pictures, by defocus or motion."""
    chosen = torch.rand(len(pictures), generator=random) < fraction
    if not bool(chosen.any()):
        return pictures
    channels = pictures.shape[1]
    weights = torch.rand((3, 3), generator=random)
    if float(torch.rand(1, generator=random)) < 0.5:
        line = torch.zeros((3, 3))
        line[1] = weights[1]
        weights = line if float(torch.rand(1, generator=random)) < 0.5 else line.T
    kernel = (weights / weights.sum())[None, None].repeat(channels, 1, 1, 1)
    padded = functional.pad(pictures[chosen], (1, 1, 1, 1), mode="replicate")
    result = pictures.clone()
    result[chosen] = functional.conv2d(padded, kernel, groups=channels)
    return result


def overexposed(
    pictures: Tensor, random: torch.Generator, fraction: float, largest: float
) -> Tensor:
    """Brighten a fraction of the pictures up to the largest gain, and clip them."""
    chosen = torch.rand(len(pictures), generator=random) < fraction
    gains = torch.where(chosen, uniform(1.0, largest, len(pictures), random), torch.ones(1))
    return torch.minimum(pictures * gains[:, None, None, None], pictures.clamp(min=1.0))


def noisy(pictures: Tensor, random: torch.Generator, largest: float) -> Tensor:
    deviation = uniform(0.0, 1.0, len(pictures), random) ** 2 * largest
    noise = torch.randn(pictures.shape, generator=random)
    return pictures + deviation[:, None, None, None] * noise


def mottled(pictures: Tensor, random: torch.Generator, fraction: float, largest: float) -> Tensor:
    """Add blotches that grow towards the lower edge, as on coarse grass, to some pictures."""
    count, _, height, width = pictures.shape
    strength = uniform(0.0, largest, count, random)
    strength[torch.rand(count, generator=random) >= fraction] = 0.0
    size = torch.exp(uniform(math.log(0.05), math.log(0.6), count, random))[:, None, None]
    slope = uniform(0.1, 1.0, count, random)[:, None, None]
    down = torch.linspace(0.0, 1.0, height)[None, :, None].expand(count, height, width)
    across = torch.linspace(-1.0, 1.0, width)[None, None, :].expand(count, height, width)
    far = 1.0 / (slope + down)
    grid = torch.stack((size * across * far, size * far), dim=3)
    noise = torch.randn((count, 1, BLOTCHES, BLOTCHES), generator=random)
    blotches = functional.grid_sample(
        noise, grid, mode="bilinear", padding_mode="reflection", align_corners=False
    )
    return pictures * torch.exp(strength[:, None, None, None] * blotches)


def with_holes(
    pictures: Tensor, random: torch.Generator, fraction: float, largest: float
) -> Tensor:
    """Cover parts of some pictures with rectangles of one shade, as occlusions."""
    count, _, height, width = pictures.shape
    result = pictures.clone()
    for i in torch.nonzero(torch.rand(count, generator=random) < fraction).flatten().tolist():
        tall, wide, y, x, shade = torch.rand(5, generator=random).tolist()
        rows, columns = max(int(tall * largest * height), 1), max(int(wide * largest * width), 1)
        top, left = int(y * (height - rows)), int(x * (width - columns))
        result[i, :, top : top + rows, left : left + columns] = shade
    return result


def textures(count: int, size: int, random: torch.Generator) -> Tensor:
    """Return synthetic patches, 0 … 1: blobs, stripes, checkers, discs, corners."""
    across = torch.linspace(-1.0, 1.0, size)[None, None, :].expand(count, size, size)
    along = across.transpose(1, 2)
    numbers = torch.rand((8, count, 1, 1), generator=random)
    angle = 2.0 * math.pi * numbers[0]
    u = across * torch.cos(angle) + along * torch.sin(angle) + numbers[1] - 0.5
    v = along * torch.cos(angle) - across * torch.sin(angle) + numbers[2] - 0.5
    frequency = 1.0 + 7.0 * numbers[3]
    stripes = torch.sin(frequency * math.pi * u)
    checkers = stripes * torch.sin(frequency * math.pi * v)
    disc = torch.hypot(u, v * (0.6 + numbers[4])) - 0.2 - 0.5 * numbers[5]
    corner = torch.maximum(u, v * (numbers[4] - 0.5) * 4.0)
    coarse = torch.randn((count, 1, 5, 5), generator=random)
    blobs = functional.interpolate(coarse, (size, size), mode="bicubic", align_corners=False)
    kinds = torch.stack((stripes, checkers, -disc, corner, blobs[:, 0]))
    chosen = torch.randint(len(kinds), (count,), generator=random)
    picked = kinds[chosen, torch.arange(count)]
    sharp = torch.exp(3.0 * numbers[6])
    low, high = 0.5 * numbers[7], 0.5 + 0.5 * numbers[5]
    return (low + (high - low) * torch.sigmoid(sharp * 3.0 * picked))[:, None]
