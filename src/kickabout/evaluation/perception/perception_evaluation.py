"""Evaluation of perception: from a team and images to precision, recall and errors."""

import itertools
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_events import EvaluationEvent, evaluation_events
from kickabout.evaluation.perception.perception_scenes import CONDITIONS, Hall, LabeledImage
from kickabout.framework import Team
from kickabout.representations import FieldDimensions

DISTANCES = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 10.0)  # m, edges of the classes of distance
COLUMNS = ("what", "where", "recall", "precision", "median error", "right")
PER_HALL = 24  # images, before carpet, light and things around the field change


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How well objects of one kind were detected."""

    found: float  # in the unit of the events' weights
    missed: float
    false: float
    errors: tuple[float, ...]  # m or px of the found objects
    right: tuple[bool, ...]

    @property
    def recall(self) -> float:
        return self.found / max(self.found + self.missed, 1e-9)

    @property
    def precision(self) -> float:
        return self.found / max(self.found + self.false, 1e-9)

    @property
    def median_error(self) -> float:
        return statistics.median(self.errors) if self.errors else 0.0

    @property
    def mean_error(self) -> float:
        return statistics.fmean(self.errors) if self.errors else 0.0

    @property
    def right_fraction(self) -> float:
        return statistics.fmean(self.right) if self.right else 0.0


@dataclass(slots=True, kw_only=True)
class Evaluation:
    """The events of many images, and the computing times of the camera threads."""

    images: int = 0
    events: list[EvaluationEvent] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)  # s, by camera
    module_times: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def kinds(self) -> list[str]:
        return sorted({event.what for event in self.events})

    def conditions(self) -> list[str]:
        return sorted({event.condition for event in self.events})

    def slowest(self, camera: str, count: int) -> str:
        """Return the slowest modules with their median times in ms."""
        times = self.module_times.get(camera, {})
        medians = sorted(((statistics.median(times[name]), name) for name in times), reverse=True)
        return ", ".join(f"{name} {1e3 * seconds:.2f}" for seconds, name in medians[:count])

    def score(
        self, what: str, where: Callable[[EvaluationEvent], bool] = lambda event: True
    ) -> Score:
        chosen = [event for event in self.events if event.what == what and where(event)]

        def weight(outcome: str) -> float:
            return sum(event.weight for event in chosen if event.outcome == outcome)

        return Score(
            found=weight("found"),
            missed=weight("missed"),
            false=weight("false"),
            errors=tuple(event.error for event in chosen if event.error is not None),
            right=tuple(event.right for event in chosen if event.right is not None),
        )


def evaluate(team: Team, shots: Iterable[LabeledImage], *, field: FieldDimensions) -> Evaluation:
    """Run a team's camera threads on images and compare the results with ground truth."""
    evaluation = Evaluation()
    pipelines: dict[str, CameraPipeline] = {}
    for shot in shots:
        own_field = shot.field or field
        if own_field.name not in pipelines:
            pipelines[own_field.name] = CameraPipeline(team, field=own_field)
        pipeline = pipelines[own_field.name]
        seen = pipeline.see(shot)
        evaluation.images += 1
        evaluation.events += evaluation_events(shot, seen)
        camera = shot.info.camera
        evaluation.times.setdefault(camera, []).append(pipeline.seconds)
        by_module = evaluation.module_times.setdefault(camera, {})
        for name, seconds in pipeline.module_seconds.items():
            by_module.setdefault(name, []).append(seconds)
    return evaluation


def live_images(
    fields: Sequence[FieldDimensions],
    *,
    count: int,
    seed: int,
    conditions: Sequence[str] = CONDITIONS,
    per_hall: int = PER_HALL,
) -> Iterator[LabeledImage]:
    """Return images of random halls, with all light conditions in turn."""
    for number in range(-(-count // per_hall)):
        left = min(per_hall, count - number * per_hall)
        yield from hall_images(fields, number, count=left, seed=seed, conditions=conditions)


def hall_images(
    fields: Sequence[FieldDimensions],
    number: int,
    *,
    count: int,
    seed: int,
    conditions: Sequence[str] = CONDITIONS,
) -> Iterator[LabeledImage]:
    """Return images of one hall of a series."""
    hall = Hall(
        fields[number % len(fields)],
        condition=conditions[number // len(fields) % len(conditions)],
        seed=1000 * seed + number,
    )
    return hall.images(count)


def table_rows(evaluation: Evaluation) -> list[tuple[str, ...]]:
    """Return rows for `COLUMNS`: for each kind one in total, by light and by distance."""
    rows = []
    for what in evaluation.kinds():
        rows.append(_row(what, "all", evaluation.score(what)))
        rows += [
            # Types: the default binds the condition of this round.
            _row(what, condition, evaluation.score(what, lambda e, c=condition: e.condition == c))  # type: ignore[misc]
            for condition in evaluation.conditions()
        ]
        if what != "boundary" and not what.startswith("feature"):
            rows += _rows_by_distance(evaluation, what)
    return rows


def _rows_by_distance(evaluation: Evaluation, what: str) -> Iterator[tuple[str, ...]]:
    for low, high in itertools.pairwise(DISTANCES):

        def there(event: EvaluationEvent, low: float = low, high: float = high) -> bool:
            return low <= event.distance < high

        score = evaluation.score(what, there)
        if score.found + score.missed + score.false > 0.0:
            yield _row(what, f"{low:g} … {high:g} m", score)


def _row(what: str, where: str, score: Score) -> tuple[str, ...]:
    unit = "px" if what == "boundary" else "m"
    return (
        what,
        where,
        f"{100.0 * score.recall:.1f} %",
        f"{100.0 * score.precision:.1f} %",
        f"{score.median_error:.3g} {unit}" if score.errors else "",
        f"{100.0 * score.right_fraction:.1f} %" if score.right else "",
    )
