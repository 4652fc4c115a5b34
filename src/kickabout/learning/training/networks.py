"""The layers of the networks in PyTorch: ball, robots and boundary."""

import torch
from torch import Tensor, nn
from torch.nn import functional

BALL_CHANNELS = (12, 20, 32, 40)
GLANCE_CHANNELS = (8, 16)
SECOND_CHANNELS = (16, 28, 40, 48)
ROBOT_CHANNELS = (16, 32, 44)
MIN_DEVIATION = 0.1  # of parts of normalized contexts
INITIAL_LOGIT = -4.0  # most cells show no robot
ROBOT_OUTPUTS = 6  # logit of a robot, x, y, log width, log height, logit of fallen
INITIAL_LOG_DEVIATION = -3.5  # in image heights
BOUNDARY_CHANNELS = (8, 12)


class BallNetwork(nn.Module):
    """BH19's encoder and its two heads; strides replace the first two poolings to save time.

    Unlike there, the estimator is evaluated for all patches at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.encoder, features = _patch_encoder(1, BALL_CHANNELS)
        self.classifier = nn.Sequential(
            nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1)
        )
        self.estimator = nn.Sequential(
            nn.Linear(features, 48), nn.ReLU(), nn.Linear(48, 32), nn.ReLU(), nn.Linear(32, 3)
        )

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and x, y, radius of the ball in patch edges from the center."""
        features = self.encoder(patches)
        return self.classifier(features)[:, 0], self.estimator(features)


class SecondLookNetwork(nn.Module):
    """Classifies a patch together with its surroundings at half the resolution."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder, features = _patch_encoder(2, SECOND_CHANNELS)
        self.classifier = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 1)
        )
        self.estimator = nn.Sequential(nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 3))

    def forward(self, contexts: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and x, y, radius of the ball in patch edges from the center."""
        size = contexts.shape[2]
        near = contexts[:, :, size // 4 : 3 * size // 4, size // 4 : 3 * size // 4]
        around = functional.avg_pool2d(contexts, 2)
        features = self.encoder(torch.cat((_standardized(near), _standardized(around)), dim=1))
        return self.classifier(features)[:, 0], self.estimator(features)


def _standardized(pictures: Tensor) -> Tensor:
    centered = pictures - pictures.mean(dim=(2, 3), keepdim=True)
    deviation = (centered * centered).mean(dim=(2, 3), keepdim=True).sqrt()
    return centered / deviation.clamp(min=MIN_DEVIATION)


class GlanceNetwork(nn.Module):
    """Ranks many candidates, so that the ball network runs only on the best ones."""

    def __init__(self) -> None:
        super().__init__()
        first, second = GLANCE_CHANNELS
        self.layers = nn.Sequential(
            *_convolution(1, first, kernel=5, stride=2),
            *_convolution(first, second, stride=2),
            nn.Flatten(),
            nn.Linear(second * 4 * 4, 16),
            nn.ReLU(),
            nn.Linear(16, 1),
        )

    def forward(self, patches: Tensor) -> Tensor:
        """Return logits."""
        scores: Tensor = self.layers(patches)
        return scores[:, 0]


class RobotsNetwork(nn.Module):
    """Like BH19's: few channels, one output per cell of 8 × 8 px.

    Full convolutions, some of them dilated, replace a larger number of separable ones: on CPUs they
    are as fast, and faster to train.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third = ROBOT_CHANNELS
        self.layers = nn.Sequential(
            *_convolution(1, first, kernel=5, stride=2),
            *_convolution(first, second, stride=2),
            *_convolution(second, third, stride=2),
            *_convolution(third, third, dilation=2),
            *_convolution(third, third, dilation=4),
            *_convolution(third, third),
            nn.Conv2d(third, ROBOT_OUTPUTS, 1),
        )
        bias = self.layers[-1].bias
        assert isinstance(bias, Tensor)
        nn.init.constant_(bias[:1], INITIAL_LOGIT)

    def forward(self, gray: Tensor) -> Tensor:
        """Return n × 6 × 15 × 20 outputs for thumbnails of 120 × 160 px."""
        cells: Tensor = self.layers(gray)
        return cells


class BoundaryNetwork(nn.Module):
    """Classifies for each cell whether it is above the boundary; a column's sum is its row.

    So a boundary above or below the image needs no special case; increasingly dilated layers
    bridge occlusions.
    """

    def __init__(self) -> None:
        super().__init__()
        first, later = BOUNDARY_CHANNELS
        self.layers = nn.Sequential(
            *_convolution(3, first, stride=2),
            *_convolution(first, later),
            *_convolution(later, later, dilation=2),
            *_convolution(later, later, dilation=4),
            *_convolution(later, later, dilation=8),
        )
        self.above = nn.Conv2d(later, 1, 1)
        # The attribute's name is part of checkpoints.
        self.doubt = nn.Sequential(
            nn.Conv1d(2 * later, 16, 3, padding=1), nn.ReLU(), nn.Conv1d(16, 1, 1)
        )
        bias = self.doubt[-1].bias
        assert isinstance(bias, Tensor)
        nn.init.constant_(bias, INITIAL_LOG_DEVIATION)

    def forward(self, color: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, n × 30 × 40, and log deviations, n × 40, of pictures of 3 × 60 × 80."""
        features = self.layers(color)
        logits = self.above(features)[:, 0]
        summary = torch.cat((features.mean(dim=2), features.amax(dim=2)), dim=1)
        return logits, self.doubt(summary)[:, 0]


def _patch_encoder(inputs: int, channels: tuple[int, int, int, int]) -> tuple[nn.Sequential, int]:
    """Return an encoder for patches of 32 × 32 px, and the number of its features."""
    first, second, third, fourth = channels
    encoder = nn.Sequential(
        *_convolution(inputs, first, kernel=5, stride=2),
        *_convolution(first, second, stride=2),
        *_convolution(second, third),
        nn.MaxPool2d(2),
        *_convolution(third, fourth),
        nn.MaxPool2d(2),
        nn.Flatten(),
    )
    return encoder, 2 * 2 * fourth


def _convolution(
    before: int,
    after: int,
    *,
    kernel: int = 3,
    stride: int | tuple[int, int] = 1,
    dilation: int = 1,
) -> list[nn.Module]:
    padding = dilation * (kernel // 2)
    return [
        nn.Conv2d(
            before,
            after,
            kernel,
            stride=stride,
            padding=padding,
            dilation=dilation,
            bias=False,
        ),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    ]
