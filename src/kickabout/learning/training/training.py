"""Training: from a task with batches and a loss to a network, with checkpoints."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

Batch = tuple[Tensor, ...]
Step = Callable[[int, int, float], None]  # steps done, total, mean loss
WEIGHT_DECAY = 1e-4
CHECKPOINT_STEPS = 200


class Stateful(Protocol):
    """Something whose state a checkpoint contains."""

    def state_dict(self) -> dict[str, Any]: ...

    def load_state_dict(self, state_dict: dict[str, Any]) -> None: ...


class Task(Protocol):
    """A training task."""

    name: str
    learning_rate: float

    def network(self) -> nn.Module:
        """Return a new, untrained network."""

    def batches(self, random: torch.Generator) -> Iterator[Batch]:
        """Yield batches endlessly."""

    def loss(self, network: nn.Module, batch: Batch) -> Tensor: ...

    def metrics(self, network: nn.Module) -> dict[str, float]:
        """Return metrics on held-out samples."""


def train(
    task: Task, *, steps: int, seed: int, checkpoint: Path | None = None, report: Step | None = None
) -> nn.Module:
    """Train for some steps; continue from the checkpoint if there is one of the same plan."""
    torch.manual_seed(seed)
    # Saves a sixth of the time per step on CPUs.
    network: nn.Module = task.network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=task.learning_rate, weight_decay=WEIGHT_DECAY
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, task.learning_rate, total_steps=steps, pct_start=0.15
    )
    done = _resumed(checkpoint, network, optimizer, schedule, steps)
    random = torch.Generator().manual_seed(seed + done)
    mean = 0.0
    network.train()
    for step, batch in zip(range(done, steps), task.batches(random), strict=False):
        loss = task.loss(network, batch)
        optimizer.zero_grad()
        torch.autograd.backward([loss])
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        value = float(loss.detach())
        mean = value if step == done else 0.98 * mean + 0.02 * value
        if report:
            report(step + 1, steps, mean)
        if checkpoint and (step + 1) % CHECKPOINT_STEPS == 0:
            _save(checkpoint, network, optimizer, schedule, step + 1, steps)
    network.eval()
    return network


def _save(
    path: Path, network: nn.Module, optimizer: Stateful, schedule: Stateful, done: int, steps: int
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    torch.save(
        {
            "network": network.state_dict(),
            "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(),
            "done": done,
            "steps": steps,
        },
        unfinished,
    )
    unfinished.rename(path)


def _resumed(
    path: Path | None, network: nn.Module, optimizer: Stateful, schedule: Stateful, steps: int
) -> int:
    """Load a checkpoint; return the steps that are already done."""
    if path is None or not path.exists():
        return 0
    stored = torch.load(path, weights_only=True)
    if stored["steps"] != steps or stored["done"] >= steps:
        return 0
    network.load_state_dict(stored["network"])
    optimizer.load_state_dict(stored["optimizer"])
    schedule.load_state_dict(stored["schedule"])
    return int(stored["done"])
