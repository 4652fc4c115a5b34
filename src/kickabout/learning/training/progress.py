"""Progress of rendering and training, shown as bars in the terminal."""

from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class TrainingProgress:
    """One bar for each stage."""

    def __init__(self) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            TimeRemainingColumn(),
        )
        self._stages: dict[str, int] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def show(self, stage: str, done: int, total: int, note: str = "") -> None:
        if stage not in self._stages:
            self._stages[stage] = self._bars.add_task(stage, total=total, note=note)
        task = self._bars.tasks[self._stages[stage]].id
        self._bars.update(task, completed=done, total=total, note=note)
