"""Training: a network is trained, stopped, continued and written."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kickabout.framework.teams.toml_file import read_toml
from kickabout.learning.samples import datasets
from kickabout.learning.samples.datasets import load_samples
from kickabout.perception.networks import Network

if TYPE_CHECKING:
    import torch
else:
    torch = pytest.importorskip("torch", reason="learning needs the extra 'train'")
pytest.importorskip("onnx", reason="learning needs the extra 'train'")


@pytest.fixture(name="small")
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a separate cache and few pictures per file."""
    monkeypatch.setattr(datasets, "SHARD", 14)
    monkeypatch.setattr(datasets, "cache_folder", lambda: tmp_path)


@pytest.mark.usefixtures("small")
def test_samples_are_rendered_once_and_then_reused(tmp_path: Path) -> None:
    first = load_samples(14, seed=3, held_out=False)
    written = [path.stat().st_mtime_ns for path in tmp_path.iterdir()]
    again = load_samples(14, seed=3, held_out=False)
    assert [path.stat().st_mtime_ns for path in tmp_path.iterdir()] == written
    assert set(first) == {
        "patches",
        "is_ball",
        "circles",
        "distances",
        "gray",
        "color",
        "boxes",
        "boundary",
    }
    assert all(np.array_equal(first[name], again[name]) for name in first)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["ball", "robots", "boundary"])
def test_a_few_steps_make_a_network_with_a_card(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kickabout.learning.training import plans
    from kickabout.learning.training.progress import TrainingProgress

    monkeypatch.setattr(plans, "cache_folder", lambda: tmp_path)
    plan = plans.Plan(
        name=name,
        pictures=14,
        held_out_pictures=14,
        steps=2,
        seed=3,
        threads=1,
        fresh=False,
        date="2026-11-15",
    )
    with TrainingProgress() as progress:
        written = plans.learn(plan, tmp_path / "nets", progress)
    for recipe, result in zip(plans.RECIPES[name], written, strict=True):
        model = result.path.with_suffix(".onnx").read_bytes()
        outputs = Network(model)(np.zeros((3, *recipe.shape), np.float32))
        assert len(outputs) == len(recipe.outputs)
        assert all(len(output) == 3 for output in outputs)
        assert read_toml(result.path).data["command"].startswith(f"kickabout train {name} ")


class Quadratic:
    """Learns the number 3."""

    name = "quadratic"
    learning_rate = 0.3

    def network(self) -> "torch.nn.Module":
        return torch.nn.Linear(1, 1)

    def batches(self, random: "torch.Generator") -> "Iterator[tuple[torch.Tensor, ...]]":
        while True:
            yield (torch.ones(1, 1),)

    def loss(self, network: "torch.nn.Module", batch: "tuple[torch.Tensor, ...]") -> "torch.Tensor":
        error: torch.Tensor = ((network(batch[0]) - 3.0) ** 2).mean()
        return error

    def metrics(self, network: "torch.nn.Module") -> dict[str, float]:
        return {"value": float(network(torch.ones(1, 1)).detach())}


def test_training_reaches_its_goal_and_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kickabout.learning.training import training

    monkeypatch.setattr(training, "CHECKPOINT_STEPS", 20)
    task, checkpoint = Quadratic(), tmp_path / "checkpoint.pt"
    done: list[int] = []

    def stop_at_thirty(step: int, total: int, loss: float) -> None:
        done.append(step)
        if step == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        training.train(task, steps=60, seed=1, checkpoint=checkpoint, report=stop_at_thirty)
    network = training.train(
        task,
        steps=60,
        seed=1,
        checkpoint=checkpoint,
        report=lambda step, total, loss: done.append(step),
    )
    assert done[30] == 21
    assert task.metrics(network)["value"] == pytest.approx(3.0, abs=0.3)


def test_robots_targets_lead_back_to_their_boxes() -> None:
    from kickabout.learning.training.robots_training import encoded
    from kickabout.perception.robots.robot_cells import decoded_boxes

    boxes = np.zeros((8, 9))
    boxes[0] = (100.0, 50.0, 180.0, 250.0, 9000.0, 2.0, 0.0, 0.0, 0.0)
    target = encoded(boxes)
    cells = np.full((6, 15, 20), -9.0, np.float32)
    there = target[0] > 0.5
    cells[0][there] = 9.0
    cells[1:5] = target[2:6]
    (box,) = decoded_boxes(cells, 0.5, 1.0)
    assert box[:4] == pytest.approx(boxes[0, :4], abs=0.5)


def test_blotches_cover_only_some_pictures() -> None:
    from kickabout.learning.training.augmentation import mottled

    plain = torch.full((40, 1, 30, 40), 0.5)
    spread = mottled(plain, torch.Generator().manual_seed(2), 0.5, 0.5).std(dim=(1, 2, 3))
    untouched = int((spread == 0.0).sum())
    assert 8 < untouched < 32
    assert float(spread.max()) > 0.05
