"""Learning to see robots: from thumbnails and boxes to answers for each cell."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kickabout.learning.augmentation import blurred, changed_tones, noisy, uniform, with_holes
from kickabout.learning.datasets import Arrays
from kickabout.learning.networks import RobotsNetwork
from kickabout.learning.training import Batch
from kickabout.perception.robots_cells import (
    CELL,
    REFERENCE,
    decoded_boxes,
    overlap,
    separate_boxes,
)

BATCH = 16
ROWS, COLUMNS = 15, 20
CLIPPED_SHARE = 0.02
IGNORED_DISTANCE = 6.5  # m, farther robots are neither wanted nor wrong
LEAST_FILL = 0.12  # share of its box that a robot has to show
LEAST_SCORE, MOST_OVERLAP, MOST_SHARED, MATCH = 0.5, 0.4, 0.75, 0.4
JUDGED_DISTANCE = 4.0  # m
FOCUS = 2.0  # of the focal loss


class RobotsTask:
    """Thumbnails with boxes around robots."""

    name = "robots"
    learning_rate = 4e-3

    def __init__(self, training: Arrays, held_out: Arrays) -> None:
        self.gray = torch.from_numpy(training["gray"])
        targets = [encoded(boxes) for boxes in training["boxes"]]
        self.targets = torch.from_numpy(np.stack(targets))
        self.held_out = held_out

    def network(self) -> nn.Module:
        return RobotsNetwork()

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        while True:
            chosen = torch.randint(len(self.gray), (BATCH,), generator=random)
            gray = self.gray[chosen][:, None].float() / 255.0
            targets = self.targets[chosen].clone()
            flipped = torch.rand(BATCH, generator=random) < 0.5
            gray[flipped] = gray[flipped].flip(3)
            targets[flipped] = targets[flipped].flip(3)
            targets[flipped, 2] *= -1.0
            yield stretched(_varied(gray, random)), targets

    def loss(self, network: nn.Module, batch: Batch) -> Tensor:
        gray, targets = batch
        cells = network(gray)
        wanted, counts = targets[:, 0], targets[:, 1]
        likelihood = functional.binary_cross_entropy_with_logits(
            cells[:, 0], wanted, reduction="none"
        )
        score = torch.sigmoid(cells[:, 0])
        wrong = torch.where(wanted > 0.5, 1.0 - score, score)
        robots = wanted.sum().clamp(min=1.0)
        focal = (likelihood * wrong**FOCUS * counts).sum() / robots
        there = wanted > 0.5
        boxes = functional.smooth_l1_loss(
            cells.permute(0, 2, 3, 1)[there][:, 1:5],
            targets.permute(0, 2, 3, 1)[there][:, 2:6],
            beta=0.1,
        )
        fallen = functional.binary_cross_entropy_with_logits(
            cells[:, 5][there], targets[:, 6][there]
        )
        return 2.0 * focal + 3.0 * boxes + 0.3 * fallen

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Up to 4 m, by boxes that share 40 % of their area; box errors in px of 640."""
        found, wrong, missed, fallen_right = 0, 0, 0, 0
        bottoms: list[float] = []
        for gray, boxes in zip(self.held_out["gray"], self.held_out["boxes"], strict=True):
            with torch.no_grad():
                cells = network(stretched(torch.from_numpy(gray)[None, None].float() / 255.0))
            boxes_seen = decoded_boxes(cells[0].numpy(), LEAST_SCORE, 1.0)
            seen = separate_boxes(boxes_seen, MOST_OVERLAP, MOST_SHARED)
            true = boxes[boxes[:, 4] > 0.0]
            taken: set[int] = set()
            for box in seen:
                shares = [overlap(box, other[:4].copy()) for other in true]
                best = int(np.argmax(shares)) if shares else -1
                if best < 0 or shares[best] < MATCH:
                    wrong += 1
                elif best not in taken:
                    taken.add(best)
                    if true[best, 5] <= JUDGED_DISTANCE and _is_wanted(true[best]):
                        found += 1
                        bottoms.append(abs(box[3] - true[best, 3]))
                        fallen_right += int((box[5] > 0.5) == (true[best, 6] > 0.5))
            missed += sum(
                1
                for i, other in enumerate(true)
                if i not in taken and other[5] <= JUDGED_DISTANCE and _is_wanted(other)
            )
        return {
            "robots": float(found + missed),
            "recall_to_4_m": found / max(found + missed, 1),
            "precision_to_4_m": found / max(found + wrong, 1),
            "median_bottom_error_px": float(np.median(bottoms)) if bottoms else 0.0,
            "fallen_right": fallen_right / max(found, 1),
        }

    def exported(self, network: nn.Module) -> nn.Module:
        return network


def _is_wanted(box: np.ndarray) -> bool:
    """Large enough and not mostly hidden; columns as in robot_samples."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    return bool(box[4] >= 150.0 and box[4] >= LEAST_FILL * area)


def encoded(boxes: np.ndarray) -> np.ndarray:
    """7 × rows × columns: is there one, does the cell count, x, y, log sizes, fallen."""
    target = np.zeros((7, ROWS, COLUMNS), np.float32)
    target[1] = 1.0
    for box in boxes[::-1]:  # nearest last, so that it wins
        if box[4] <= 0.0:
            continue
        x, y = 0.5 * (box[0] + box[2]) / CELL, 0.5 * (box[1] + box[3]) / CELL
        u, v = min(int(x), COLUMNS - 1), min(int(y), ROWS - 1)
        around = (slice(max(v - 1, 0), v + 2), slice(max(u - 1, 0), u + 2))
        unclaimed = target[0][around] < 0.5
        target[1][around] = np.where(unclaimed, 0.0, target[1][around])
        if not _is_wanted(box) or box[5] > IGNORED_DISTANCE:
            continue
        sizes = np.log(np.array((box[2] - box[0], box[3] - box[1])) / REFERENCE)
        target[:, v, u] = (1.0, 1.0, x - u - 0.5, y - v - 0.5, sizes[0], sizes[1], box[6])
    return target


def stretched(gray: Tensor) -> Tensor:
    """As the robot does it, up to rounding: −1 … 1 between the outer percentiles."""
    flat = gray.flatten(1)[:, ::7]
    low = torch.quantile(flat, CLIPPED_SHARE, dim=1)[:, None, None, None]
    high = torch.quantile(flat, 1.0 - CLIPPED_SHARE, dim=1)[:, None, None, None]
    middle, scale = 0.5 * (low + high), 2.0 / (high - low).clamp(min=16.0 / 255.0)
    return ((gray - middle) * scale).clamp(-1.0, 1.0)


def _varied(gray: Tensor, random: torch.Generator) -> Tensor:
    gray = changed_tones(gray, random)
    gray = blurred(gray, random, 0.25)
    gray = with_holes(gray, random, 0.2, 0.25)
    contrast = torch.exp(uniform(-0.7, 0.2, len(gray), random))[:, None, None, None]
    return noisy(gray * contrast, random, 0.03)
