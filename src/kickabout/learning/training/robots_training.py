"""Training of the robots network: from thumbnails and boxes to outputs for each cell."""

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
CLIPPED_FRACTION = 0.02
SUBSAMPLING = 11  # px, to find percentiles; prime to the picture's width
IGNORED_DISTANCE = 6.5  # m, farther robots count neither as found nor as wrong
MIN_FILL = 0.12  # visible fraction of a robot's box
MIN_SCORE, MAX_OVERLAP, MAX_SHARED, MATCH = 0.5, 0.4, 0.75, 0.4
MAX_DISTANCE = 4.0  # m, of robots in the metrics
FOCUS = 2.0  # of the focal loss
NEIGHBORS = 4.0  # power that reduces the loss of positive cells near a robot's center
SPREAD, MIN_SPREAD, MAX_SPREAD = 0.12, 0.45, 1.0  # by box size, and limits in cells
MIN_HEAT = 0.2  # of cells that learn the box


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
        heat, counts = targets[:, 0], targets[:, 1]
        detection = _heat_loss(cells[:, 0], heat, counts)
        learns = heat >= MIN_HEAT
        weights = heat[learns]
        total = weights.sum().clamp(min=1.0)
        boxes = functional.smooth_l1_loss(
            cells.permute(0, 2, 3, 1)[learns][:, 1:5],
            targets.permute(0, 2, 3, 1)[learns][:, 2:6],
            beta=0.1,
            reduction="none",
        ).mean(dim=1)
        fallen = functional.binary_cross_entropy_with_logits(
            cells[:, 5][learns], targets[:, 6][learns], reduction="none"
        )
        return 2.0 * detection + (weights * (3.0 * boxes + 0.3 * fallen)).sum() / total

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return metrics up to 4 m for boxes that overlap by 40 %; errors in px of 640."""
        found, wrong, missed, fallen_right = 0, 0, 0, 0
        bottoms: list[float] = []
        for gray, boxes in zip(self.held_out["gray"], self.held_out["boxes"], strict=True):
            with torch.no_grad():
                cells = network(stretched(torch.from_numpy(gray)[None, None].float() / 255.0))
            boxes_seen = decoded_boxes(cells[0].numpy(), MIN_SCORE, 1.0)
            seen = separate_boxes(boxes_seen, MAX_OVERLAP, MAX_SHARED)
            true = boxes[boxes[:, 4] > 0.0]
            taken: set[int] = set()
            for box in seen:
                overlaps = [overlap(box, other[:4].copy()) for other in true]
                best = int(np.argmax(overlaps)) if overlaps else -1
                if best < 0 or overlaps[best] < MATCH:
                    wrong += 1
                elif best not in taken:
                    taken.add(best)
                    if true[best, 5] <= MAX_DISTANCE and _is_detectable(true[best]):
                        found += 1
                        bottoms.append(abs(box[3] - true[best, 3]))
                        fallen_right += int((box[5] > 0.5) == (true[best, 6] > 0.5))
            missed += sum(
                1
                for i, other in enumerate(true)
                if i not in taken and other[5] <= MAX_DISTANCE and _is_detectable(other)
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


def _is_detectable(box: np.ndarray) -> bool:
    """Return whether a robot is large enough and not mostly occluded; columns as in samples."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    return bool(box[4] >= 150.0 and box[4] >= MIN_FILL * area)


def _heat_loss(logits: Tensor, heat: Tensor, counts: Tensor) -> Tensor:
    """Return the focal loss after CenterNet: positives near a center cost less."""
    score = torch.sigmoid(logits)
    is_center = heat > 0.999
    yes = -functional.logsigmoid(logits) * (1.0 - score) ** FOCUS
    no = -functional.logsigmoid(-logits) * score**FOCUS * (1.0 - heat) ** NEIGHBORS
    loss = torch.where(is_center, yes, no) * counts
    return loss.sum() / is_center.sum().clamp(min=1)


def encoded(boxes: np.ndarray) -> np.ndarray:
    """Return 7 × rows × columns: heat near a center, validity, x, y, log sizes, fallen.

    The cells around a robot's center learn its box, too; otherwise their boxes would be arbitrary.
    """
    target = np.zeros((7, ROWS, COLUMNS), np.float32)
    target[1] = 1.0
    lines, columns = np.mgrid[:ROWS, :COLUMNS]
    for box in boxes[::-1]:  # nearest last, so that it takes precedence
        if box[4] <= 0.0:
            continue
        x, y = 0.5 * (box[0] + box[2]) / CELL, 0.5 * (box[1] + box[3]) / CELL
        u, v = min(int(x), COLUMNS - 1), min(int(y), ROWS - 1)
        if not _is_detectable(box) or box[5] > IGNORED_DISTANCE:
            around = (np.abs(lines - v) <= 1) & (np.abs(columns - u) <= 1) & (target[0] < 0.5)
            target[1][around] = 0.0
            continue
        wide, high = ((box[2] - box[0]) / CELL, (box[3] - box[1]) / CELL)
        across, along = np.clip((SPREAD * wide, SPREAD * high), MIN_SPREAD, MAX_SPREAD)
        heat = np.exp(-0.5 * ((columns - u) / across) ** 2 - 0.5 * ((lines - v) / along) ** 2)
        sizes = np.log(np.array((wide, high)) * CELL / REFERENCE)
        mine = (heat >= MIN_HEAT) & (heat >= target[0])
        off_x, off_y = x - columns - 0.5, y - lines - 0.5
        for layer, values in enumerate((off_x, off_y, sizes[0], sizes[1], box[6]), start=2):
            target[layer] = np.where(mine, values, target[layer])
        target[0] = np.maximum(target[0], heat)
        target[1][v, u] = 1.0
    return target


def stretched(gray: Tensor) -> Tensor:
    """Stretch as the robot does, up to rounding: −1 … 1 between the outer percentiles."""
    flat = gray.flatten(1)[:, ::SUBSAMPLING]
    fractions = torch.tensor((CLIPPED_FRACTION, 1.0 - CLIPPED_FRACTION))
    low, high = torch.quantile(flat, fractions, dim=1)[:, :, None, None, None]
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
