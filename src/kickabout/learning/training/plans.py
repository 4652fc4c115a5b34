"""Training plans: from the name of a network and a few settings to its files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from kickabout.learning.samples.datasets import (
    COMMON_SAMPLES,
    HULKS_BALL_SAMPLES,
    Arrays,
    SampleKind,
    cache_folder,
    key_of_fields,
    load_samples,
)
from kickabout.learning.samples.venues import HELD_OUT_FROM
from kickabout.learning.search.hulks_architecture_search import Evaluated
from kickabout.learning.training.ball_mining import MinedBallTask
from kickabout.learning.training.ball_training import BallTask
from kickabout.learning.training.boundary_training import BoundaryTask
from kickabout.learning.training.export import Card, onnx_bytes, write_network
from kickabout.learning.training.glance_training import GlanceTask
from kickabout.learning.training.hulks_ball_training import (
    CascadeTask,
    ClassifierTask,
    PositionerTask,
    PreclassifierTask,
)
from kickabout.learning.training.progress import TrainingProgress
from kickabout.learning.training.robots_training import RobotsTask
from kickabout.learning.training.second_look_training import SecondLookTask
from kickabout.learning.training.training import Task, train

AnyTask = BallTask | RobotsTask | BoundaryTask  # the others are subclasses of these


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which network to train, and with how much data."""

    name: str
    pictures: int
    held_out_pictures: int
    steps: int
    seed: int
    threads: int
    fresh: bool
    date: str
    leagues: tuple[str, ...] = ()  # by default those that are rendered otherwise, too

    @property
    def command(self) -> str:
        return (
            f"kickabout train {self.name} --pictures {self.pictures} "
            f"--judged {self.held_out_pictures} --steps {self.steps} --seed {self.seed}"
            + "".join(f" --league {name}" for name in self.leagues)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A network that was trained."""

    path: Path  # of its card
    metrics: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Data, shape and documentation of a task's network."""

    task: type[AnyTask]
    arrays: tuple[str, ...]
    shape: tuple[int, ...]
    input: str
    outputs: tuple[str, ...]
    meaning: str
    fraction_of_steps: float = 1.0
    samples: SampleKind = COMMON_SAMPLES


_PATCHES = ("patches", "is_ball", "circles", "distances")


def _cascade(task: type[CascadeTask], output: str, meaning: str) -> Recipe:
    return Recipe(
        task=task,
        arrays=_PATCHES,
        shape=(1, 32, 32),
        input="gray patch of 4 radii of a ball that fills a box of the grid, mean 0, deviation 1",
        outputs=(output,),
        meaning=meaning,
        samples=HULKS_BALL_SAMPLES,
    )


RECIPES: dict[str, tuple[Recipe, ...]] = {
    "ball": (
        Recipe(
            task=MinedBallTask,
            arrays=_PATCHES,
            shape=(1, 32, 32),
            input="gray patch of 3.5 expected radii, mean 0, deviation 1",
            outputs=("scores", "circles"),
            meaning="probability of a ball; x, y, radius in patch edges from the middle",
            fraction_of_steps=0.7,
        ),
        Recipe(
            task=GlanceTask,
            arrays=_PATCHES,
            shape=(1, 16, 16),
            input="the same patch with 16 × 16 px",
            outputs=("scores",),
            meaning="logit of a ball, good enough for a ranking",
            fraction_of_steps=0.5,
        ),
        Recipe(
            task=SecondLookTask,
            arrays=_PATCHES,
            shape=(1, 64, 64),
            input="gray patch of 7 expected radii with 64 × 64 px, mean 0, deviation 1",
            outputs=("scores", "circles"),
            meaning="probability of a ball; x, y, radius in half patch edges from the middle",
        ),
    ),
    "hulks-ball": (
        _cascade(PreclassifierTask, "scores", "probability of a ball, to reject clear non-balls"),
        _cascade(ClassifierTask, "scores", "probability of a ball"),
        _cascade(PositionerTask, "circles", "x, y, radius in patch edges from the middle"),
    ),
    "robots": (
        Recipe(
            task=RobotsTask,
            arrays=("gray", "boxes"),
            shape=(1, 120, 160),
            input="gray image, −1 … 1 between the outer 2 % of brightness",
            outputs=("cells",),
            meaning="per cell of 8 × 8 px: logit, x, y, log width, log height, logit of fallen",
        ),
    ),
    "boundary": (
        Recipe(
            task=BoundaryTask,
            arrays=("color", "boundary"),
            shape=(3, 60, 80),
            input="Y with mean 0, deviation 1; Cb and Cr around 0, times 4 / 255",
            outputs=("rows", "deviations"),
            meaning="row where the carpet ends and its standard deviation, in image heights",
        ),
    ),
}


def learn(plan: Plan, folder: Path, progress: TrainingProgress) -> list[Written]:
    """Train all networks of a plan."""
    torch.set_num_threads(plan.threads)
    training = _samples(plan, progress, held_out=False)
    held_out = _samples(plan, progress, held_out=True)
    return [
        _learned(recipe, plan, _part(training, recipe), _part(held_out, recipe), folder, progress)
        for recipe in RECIPES[plan.name]
    ]


def _samples(plan: Plan, progress: TrainingProgress, *, held_out: bool) -> Arrays:
    stage = "rendering held-out images" if held_out else "rendering"
    return load_samples(
        plan.held_out_pictures if held_out else plan.pictures,
        seed=plan.seed,
        held_out=held_out,
        leagues=plan.leagues,
        progress=lambda done, total: progress.show(stage, done, total),
        kind=RECIPES[plan.name][0].samples,
    )


def _part(samples: Arrays, recipe: Recipe) -> Arrays:
    return {name: samples[name] for name in recipe.arrays}


def _learned(
    recipe: Recipe,
    plan: Plan,
    training: Arrays,
    held_out: Arrays,
    folder: Path,
    progress: TrainingProgress,
) -> Written:
    task = recipe.task(training, held_out)
    steps = max(int(plan.steps * recipe.fraction_of_steps), 1)
    fields = key_of_fields(plan.leagues)
    checkpoint = cache_folder() / f"{fields}{task.name}_{plan.seed}_{plan.pictures}_{steps}.pt"
    if plan.fresh:
        checkpoint.unlink(missing_ok=True)
    if isinstance(task, CascadeTask):
        task.choose_architecture(
            seed=plan.seed, steps=steps, report=_search_report(task.name, progress)
        )
    network = train(
        task,
        steps=steps,
        seed=plan.seed,
        checkpoint=checkpoint,
        report=lambda done, total, loss: progress.show(
            f"training {task.name}", done, total, f"loss {loss:.4f}"
        ),
    )
    metrics = task.metrics(network)
    example: Tensor = torch.zeros((2, *recipe.shape))
    model = onnx_bytes(task.exported(network), example, recipe.outputs)
    card = _card(recipe, task, plan, metrics, training)
    return Written(path=write_network(folder, model, card), metrics=metrics)


def _search_report(name: str, progress: TrainingProgress) -> Callable[[Evaluated], None]:
    seen: list[Evaluated] = []

    def report(newest: Evaluated) -> None:
        seen.append(newest)
        best = max(seen, key=lambda one: one.fitness)
        note = f"best {best.fitness:.3f}: {best.genome}"
        progress.show(f"searching for {name}", len(seen), len(seen), note)

    return report


def _card(
    recipe: Recipe, task: Task, plan: Plan, metrics: dict[str, float], training: Arrays
) -> Card:
    return Card(
        name=task.name,
        date=plan.date,
        command=plan.command,
        data=(
            f"{plan.pictures} pictures rendered in random halls "
            f"(kickabout.learning.samples.scenes), {len(training[recipe.arrays[0]])} samples"
        ),
        held_out=(
            f"{plan.held_out_pictures} pictures with the last {1.0 - HELD_OUT_FROM:.0%} of the "
            "ranges of carpet tones, light colors and ball patterns"
        ),
        input=recipe.input,
        outputs=recipe.meaning,
        metrics=metrics,
    )
