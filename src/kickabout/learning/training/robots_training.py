"""Learning to see robots: from thumbnails and boxes to answers for each cell."""

from collections.abc import Iterator

import numpy as np
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
    uniform,
    with_holes,
)
from kickabout.learning.training.networks import RobotsNetwork
from kickabout.learning.training.training import Batch
from kickabout.perception.robots.robot_cells import (
    CELL,
    REFERENCE,
    decoded_boxes,
    overlap,
    separate_boxes,
)
from kickabout.perception.robots.thumbnails import MIN_RANGE

BATCH = 16
ROWS, COLUMNS = 15, 20
CLIPPED_SHARE = 0.02
THINNED = 11  # px, every so manyth is looked at for that; prime to the picture's width
IGNORED_DISTANCE = 6.5  # m, farther robots are neither wanted nor wrong
LEAST_FILL = 0.12  # share of its box that a robot has to show
LEAST_SCORE, MOST_OVERLAP, MOST_SHARED, MATCH = 0.5, 0.4, 0.75, 0.4
JUDGED_DISTANCE = 4.0  # m
FOCUS = 2.0  # of the focal loss
NEIGHBORS = 4.0  # power by which cells near a robot's middle may also say that it is there
SPREAD, LEAST_SPREAD, MOST_SPREAD = 0.12, 0.45, 1.0  # of those cells: by box size; cells
LEAST_WARMTH = 0.2  # of cells that have to know the box


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
        warmth, counts = targets[:, 0], targets[:, 1]
        heat = _heat_loss(cells[:, 0], warmth, counts)
        knows = warmth >= LEAST_WARMTH
        weights = warmth[knows]
        total = weights.sum().clamp(min=1.0)
        boxes = functional.smooth_l1_loss(
            cells.permute(0, 2, 3, 1)[knows][:, 1:5],
            targets.permute(0, 2, 3, 1)[knows][:, 2:6],
            beta=0.1,
            reduction="none",
        ).mean(dim=1)
        fallen = functional.binary_cross_entropy_with_logits(
            cells[:, 5][knows], targets[:, 6][knows], reduction="none"
        )
        return 2.0 * heat + (weights * (3.0 * boxes + 0.3 * fallen)).sum() / total

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


def _heat_loss(logits: Tensor, warmth: Tensor, counts: Tensor) -> Tensor:
    """Focal loss after CenterNet: the warmer a cell, the less it is wrong to see a robot there."""
    score = torch.sigmoid(logits)
    is_middle = warmth > 0.999
    yes = -functional.logsigmoid(logits) * (1.0 - score) ** FOCUS
    no = -functional.logsigmoid(-logits) * score**FOCUS * (1.0 - warmth) ** NEIGHBORS
    loss = torch.where(is_middle, yes, no) * counts
    return loss.sum() / is_middle.sum().clamp(min=1)


def encoded(boxes: np.ndarray) -> np.ndarray:
    """7 × rows × columns: how near is a middle, does the cell count, x, y, log sizes, fallen.

    Not only the cell in a robot's middle knows its box but also those around it: otherwise they
    would make up boxes of their own.
    """
    target = np.zeros((7, ROWS, COLUMNS), np.float32)
    target[1] = 1.0
    lines, columns = np.mgrid[:ROWS, :COLUMNS]
    for box in boxes[::-1]:  # nearest last, so that it wins
        if box[4] <= 0.0:
            continue
        x, y = 0.5 * (box[0] + box[2]) / CELL, 0.5 * (box[1] + box[3]) / CELL
        u, v = min(int(x), COLUMNS - 1), min(int(y), ROWS - 1)
        if not _is_wanted(box) or box[5] > IGNORED_DISTANCE:
            around = (np.abs(lines - v) <= 1) & (np.abs(columns - u) <= 1) & (target[0] < 0.5)
            target[1][around] = 0.0
            continue
        wide, high = ((box[2] - box[0]) / CELL, (box[3] - box[1]) / CELL)
        across, along = np.clip((SPREAD * wide, SPREAD * high), LEAST_SPREAD, MOST_SPREAD)
        warmth = np.exp(-0.5 * ((columns - u) / across) ** 2 - 0.5 * ((lines - v) / along) ** 2)
        sizes = np.log(np.array((wide, high)) * CELL / REFERENCE)
        mine = (warmth >= LEAST_WARMTH) & (warmth >= target[0])
        off_x, off_y = x - columns - 0.5, y - lines - 0.5
        for layer, values in enumerate((off_x, off_y, sizes[0], sizes[1], box[6]), start=2):
            target[layer] = np.where(mine, values, target[layer])
        target[0] = np.maximum(target[0], warmth)
        target[1][v, u] = 1.0
    return target


def stretched(gray: Tensor) -> Tensor:
    """As the robot does it, up to rounding: −1 … 1 between the outer percentiles."""
    flat = gray.flatten(1)[:, ::THINNED]
    shares = torch.tensor((CLIPPED_SHARE, 1.0 - CLIPPED_SHARE))
    low, high = torch.quantile(flat, shares, dim=1)[:, :, None, None, None]
    middle, scale = 0.5 * (low + high), 2.0 / (high - low).clamp(min=MIN_RANGE / 255.0)
    return ((gray - middle) * scale).clamp(-1.0, 1.0)


def _varied(gray: Tensor, random: torch.Generator) -> Tensor:
    gray = mottled(gray, random, 0.5, 0.45)
    gray = changed_tones(gray, random)
    gray = overexposed(gray, random, 0.15, 1.8)
    gray = blurred(gray, random, 0.25)
    gray = with_holes(gray, random, 0.2, 0.25)
    contrast = torch.exp(uniform(-0.7, 0.2, len(gray), random))[:, None, None, None]
    return noisy(gray * contrast, random, 0.03)
