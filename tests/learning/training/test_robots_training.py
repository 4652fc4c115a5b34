"""Training of the robots network: targets of cells, losses and variations of pictures."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    import torch
else:
    torch = pytest.importorskip("torch", reason="learning needs the extra 'train'")

from kickabout.learning.samples.robot_samples import COLUMNS, MAX_BOXES
from kickabout.learning.training.augmentation import overexposed
from kickabout.learning.training.robots_training import RobotsTask, encoded, stretched
from kickabout.perception.robots import thumbnails
from kickabout.perception.robots.robot_cells import FALLEN, SCORE, decoded_boxes, separate_boxes

NEAR = (200.0, 100.0, 330.0, 400.0, 20000.0, 1.2, 0.0, 0.0, 0.0)
FAR = (500.0, 120.0, 540.0, 210.0, 2000.0, 3.5, 1.0, 0.0, 1.0)
TOO_FAR = (100.0, 120.0, 115.0, 150.0, 200.0, 8.0, 0.0, 0.0, 2.0)


def rows(*boxes: tuple[float, ...]) -> np.ndarray:
    padded = np.zeros((MAX_BOXES, COLUMNS))
    padded[: len(boxes)] = boxes
    return padded


def as_answer(target: np.ndarray) -> np.ndarray:
    """Return the outputs of a network that fits these targets exactly."""
    cells = np.concatenate((target[:1], target[2:])).astype(np.float32)
    cells[SCORE] = np.where(target[0] >= 0.2, 2.0 + target[0], -9.0)
    cells[FALLEN] = np.where(target[6] > 0.5, 9.0, -9.0)
    return cells


def test_each_encoded_box_is_decoded_once() -> None:
    boxes = decoded_boxes(as_answer(encoded(rows(NEAR, FAR))), 0.5, 1.0)
    assert len(boxes) > 2
    left, right = sorted(separate_boxes(boxes, 0.4, 0.75).tolist())
    assert left[:4] == pytest.approx(NEAR[:4])
    assert right[:4] == pytest.approx(FAR[:4])
    assert left[5] < 0.5 < right[5]


def test_distant_robots_count_neither_as_found_nor_as_wrong() -> None:
    target = encoded(rows(TOO_FAR))
    assert float(target[0].max()) == 0.0
    assert int((target[1] == 0.0).sum()) == 9


def test_correct_detections_cost_less_than_wrong_ones() -> None:
    gray = np.zeros((1, 120, 160), np.uint8)
    arrays = {"gray": gray, "boxes": rows(NEAR, FAR)[None]}
    task = RobotsTask(arrays, arrays)
    targets = task.targets
    answer = torch.from_numpy(as_answer(targets[0].numpy()))[None]
    batch = (torch.zeros((1, 1, 120, 160)), targets)
    right = float(task.loss(lambda _: answer, batch))
    wrong = float(task.loss(lambda _: answer.roll(5, dims=3), batch))
    assert right < 0.3 * wrong


def test_stretching_is_the_same_in_training_and_on_the_robot() -> None:
    gray = np.random.default_rng(4).integers(40, 160, (120, 160), np.uint8)
    learned = stretched(torch.from_numpy(gray)[None, None].float() / 255.0)[0, 0].numpy()
    assert np.abs(learned - thumbnails.stretched(gray, 0.02)).max() < 0.06


def test_faint_pictures_stay_faint() -> None:
    gray = np.random.default_rng(5).integers(100, 104, (120, 160), np.uint8)
    assert np.abs(thumbnails.stretched(gray, 0.02)).max() < 0.2


def test_overexposed_pictures_lose_contrast_in_bright_areas() -> None:
    pictures = torch.linspace(0.1, 0.9, 64).reshape(1, 1, 8, 8).repeat(50, 1, 1, 1)
    brighter = overexposed(pictures, torch.Generator().manual_seed(1), 0.5, 2.0)
    changed = (brighter != pictures).flatten(1).any(dim=1)
    assert 10 < int(changed.sum()) < 40
    assert float(brighter.max()) == 1.0
    assert bool((brighter >= pictures).all())
