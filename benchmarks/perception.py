"""Quality and speed of perception in varied light: landmarks, boundary, ball, robots."""

import math
import statistics
from collections.abc import Callable, Iterator

import numpy as np

from kickabout.benching import Bench
from kickabout.evaluation.perception.perception_evaluation import Evaluation, evaluate, hall_images
from kickabout.evaluation.perception.perception_events import EvaluationEvent
from kickabout.evaluation.perception.perception_scenes import CONDITIONS, Hall, LabeledImage
from kickabout.framework.teams.team import load_team
from kickabout.geometry import Pose2, Robot, World
from kickabout.representations import load_field

TEAM = "bhuman2019"
FIELDS = [load_field("spl2019"), load_field("spl2020")]
SEED = 77
PER_HALL = 24
# m, max distance of objects whose recall is compared between lighting conditions
LIT = {"lines": 4.0, "circle": 4.0, "boundary": 10.0, "ball": 3.0, "robots": 4.0}
MARK_WITHIN = 2.0  # m


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _images(bench: Bench) -> None:
    evaluation = evaluate(load_team(TEAM), _hall_images(bench), field=FIELDS[0])
    _times(bench, evaluation)
    _lines(bench, evaluation)
    _landmarks(bench, evaluation)
    _boundary(bench, evaluation)
    _things(bench, evaluation)
    for what, reach in LIT.items():
        _light(bench, evaluation, what, reach)


def _marks(bench: Bench) -> None:
    """Measure with robots that stand near a mark; marks are rare in random images."""
    evaluation = evaluate(load_team(TEAM), _before_marks(bench), field=FIELDS[0])
    error = evaluation.score("mark", _within(MARK_WITHIN)).median_error
    _marks_found(bench, evaluation, "perception_mark_ahead_found")
    bench.metric("perception_mark_error", 100.0 * error, "cm")
    _light(bench, evaluation, "mark", MARK_WITHIN)


def _marks_found(bench: Bench, evaluation: Evaluation, name: str) -> None:
    mark = evaluation.score("mark", _within(MARK_WITHIN))
    detail = f"{mark.found + mark.missed:.0f} marks within {MARK_WITHIN:g} m"
    bench.metric(name, 100.0 * mark.recall, "%", goal=">= 95", detail=detail)


def _before_marks(bench: Bench) -> Iterator[LabeledImage]:
    rounds = 1 if bench.quick else bench.seeds
    random = np.random.default_rng(SEED)
    for number in bench.each(range(rounds * len(CONDITIONS)), "halls with marks"):
        field = FIELDS[number // len(CONDITIONS) % len(FIELDS)]
        condition = CONDITIONS[number % len(CONDITIONS)]
        hall = Hall(field, condition=condition, seed=1000 * SEED + 500 + number)
        hall.poses = [_before_mark(field.penalty_mark_x, random) for _ in range(PER_HALL // 2)]
        yield from hall.images(PER_HALL)


def _before_mark(mark_x: float, random: np.random.Generator) -> Pose2[Robot, World]:
    """Return a random pose around a mark, roughly facing it."""
    side = float(random.choice((-1.0, 1.0)))
    bearing, distance = random.uniform(-math.pi, math.pi), random.uniform(0.3, MARK_WITHIN)
    x, y = side * mark_x - distance * math.cos(bearing), -distance * math.sin(bearing)
    return Pose2(x, y, bearing + float(random.normal(0.0, 0.3)))


def _hall_images(bench: Bench) -> Iterator[LabeledImage]:
    """Yield images of different halls, more than 5,000 unless `quick`."""
    halls = 12 if bench.quick else 12 * bench.seeds
    for number in bench.each(range(halls), "halls"):
        yield from hall_images(FIELDS, number, count=PER_HALL, seed=SEED)


def _times(bench: Bench, evaluation: Evaluation) -> None:
    for camera, goal, goal_99 in (("upper", "<= 3", "<= 10"), ("lower", "<= 1.2", "")):
        seconds = evaluation.times.get(camera, [])
        if seconds:
            middle, slowest = statistics.median(seconds) * 1e3, evaluation.slowest(camera, 5)
            bench.metric(
                f"perception_{camera}_time", middle, "ms", goal=goal, detail=f"slowest: {slowest}"
            )
            late = float(np.percentile(seconds, 99)) * 1e3
            bench.metric(f"perception_{camera}_time_99", late, "ms", goal=goal_99)


def _within(distance: float) -> Callable[[EvaluationEvent], bool]:
    return lambda event: event.distance <= distance


def _lines(bench: Bench, evaluation: Evaluation) -> None:
    score = evaluation.score("lines", _within(4.0))
    total = score.found + score.missed
    bench.metric(
        "perception_lines_found",
        100.0 * score.recall,
        "%",
        goal=">= 85",
        detail=f"of {total:.0f} m visible within 4 m",
    )
    every = evaluation.score("lines")
    bench.metric("perception_lines_false", 100.0 * (1.0 - every.precision), "%", goal="<= 3")


def _landmarks(bench: Bench, evaluation: Evaluation) -> None:
    circle = evaluation.score("circle", _within(4.0))
    bench.metric(
        "perception_circle_found",
        100.0 * circle.recall,
        "%",
        goal=">= 90",
        detail="half of it in view, within 4 m",
    )
    bench.metric("perception_circle_false", circle.false, "images", goal="<= 0")
    bench.metric("perception_circle_error", 100.0 * circle.median_error, "cm")
    intersections = evaluation.score("intersections", _within(4.0))
    bench.metric(
        "perception_intersections_kind", 100.0 * intersections.right_fraction, "%", goal=">= 90"
    )
    bench.metric("perception_intersections_found", 100.0 * intersections.recall, "%")
    _marks_found(bench, evaluation, "perception_mark_found")
    bench.metric(
        "perception_mark_false",
        evaluation.score("mark").false,
        "images",
        goal="<= 0",
        detail=f"of {evaluation.images}",
    )
    for what in evaluation.kinds():
        if what.startswith("feature "):
            name = what.removeprefix("feature ").replace(" ", "_")
            score = evaluation.score(what)
            bench.metric(
                f"perception_feature_{name}_right",
                100.0 * score.precision,
                "%",
                detail=f"{score.found + score.false:.0f} detected",
            )


def _boundary(bench: Bench, evaluation: Evaluation) -> None:
    score = evaluation.score("boundary", lambda event: event.camera == "upper")
    bench.metric("perception_boundary_error", score.mean_error, "px", goal="<= 4")
    bench.metric("perception_boundary_found", 100.0 * score.recall, "%")
    within_sigma = 100.0 * score.right_fraction
    bench.metric(
        "perception_boundary_within_sigma",
        within_sigma,
        "%",
        goal=">= 60",
        detail="errors within 1 σ; 60 to 75 expected",
    )


def _things(bench: Bench, evaluation: Evaluation) -> None:
    """Report ball and robots, if the team detects them."""
    if "ball" in evaluation.kinds():
        near = evaluation.score("ball", _within(3.0))
        far = evaluation.score("ball", lambda event: 3.0 < event.distance <= 6.0)
        bench.metric("perception_ball_precision", 100.0 * near.precision, "%", goal=">= 99.5")
        bench.metric("perception_ball_recall", 100.0 * near.recall, "%", goal=">= 97")
        bench.metric("perception_ball_recall_far", 100.0 * far.recall, "%", goal=">= 80")
        _ball_positions(bench, evaluation)
    if "robots" in evaluation.kinds():
        score = evaluation.score("robots", _within(4.0))
        bench.metric("perception_robots_precision", 100.0 * score.precision, "%", goal=">= 95")
        bench.metric("perception_robots_recall", 100.0 * score.recall, "%", goal=">= 90")
        relative_errors = [
            event.error / event.distance
            for event in evaluation.events
            if event.what == "robots" and event.error is not None and 0.0 < event.distance <= 4.0
        ]
        off = 100.0 * statistics.median(relative_errors or [0.0])
        bench.metric("perception_robots_distance", off, "%", goal="<= 12", detail="median")
        jersey = evaluation.score("robots", _within(3.0))
        bench.metric("perception_jersey_right", 100.0 * jersey.right_fraction, "%", goal=">= 95")


def _ball_positions(bench: Bench, evaluation: Evaluation) -> None:
    for name, low, high, goal in (("1m", 0.5, 1.5, "<= 5"), ("3m", 2.5, 3.5, "<= 20")):

        def there(event: EvaluationEvent, low: float = low, high: float = high) -> bool:
            return low <= event.distance < high

        error = 100.0 * evaluation.score("ball", there).median_error
        detail = f"median, {low:g} to {high:g} m away"
        bench.metric(f"perception_ball_error_{name}", error, "cm", goal=goal, detail=detail)
    every = evaluation.score("ball")
    without = max(1.0, evaluation.images - every.found - every.missed)
    bench.metric(
        "perception_false_balls", 1000.0 * every.false / without, "per 1,000", goal="<= 1",
        detail=f"{every.false:.0f} in images that show no ball, {without:.0f} of them",
    )  # fmt: skip


def _light(bench: Bench, evaluation: Evaluation, what: str, reach: float) -> None:
    """Report the recall in the worst light below the average, in percentage points."""
    average = evaluation.score(what, _within(reach)).recall
    recalls = {}
    for condition in evaluation.conditions():

        def there(event: EvaluationEvent, condition: str = condition) -> bool:
            return event.condition == condition and event.distance <= reach

        score = evaluation.score(what, there)
        if score.found + score.missed > 0.0:
            recalls[condition] = score.recall
    if recalls:
        worst = min(recalls, key=lambda name: recalls[name])
        bench.metric(
            f"perception_{what}_drop",
            100.0 * (average - recalls[worst]),
            "points",
            goal="<= 5",
            detail=f"worst: {worst}",
        )


PARTS = {"images": _images, "marks": _marks}
