"""Progress of rendering and training, shown as bars in the terminal."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kickabout.framework.closing import Closing


class TrainingProgress(Closing):
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
        self._bars.start()

    def close(self) -> None:
        self._bars.stop()

    def show(self, stage: str, done: int, total: int, note: str = "") -> None:
        if stage not in self._stages:
            self._stages[stage] = self._bars.add_task(stage, total=total, note=note)
        task = self._bars.tasks[self._stages[stage]].id
        self._bars.update(task, completed=done, total=total, note=note)
