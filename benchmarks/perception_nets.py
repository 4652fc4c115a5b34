"""Quality and cost of the neural networks, on appearances held out from training."""

import math
import statistics
from collections import defaultdict

import numpy as np

from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.geometry import Robot, Vector2, World
from kickabout.learning.samples.ball_samples import visible_fraction
from kickabout.learning.samples.module_inputs import (
    CandidateSampler,
    camera_inputs_of,
    made,
    true_boundary,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.robot_samples import robot_boxes
from kickabout.learning.samples.scenes import labeled_pictures
from kickabout.perception.ball.ball_detector import BallDetector
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.field.net_field_boundary_detector import NetFieldBoundaryDetector
from kickabout.perception.robots.robot_detector import RobotDetector, Surroundings
from kickabout.representations import (
    BallPercept,
    FieldBoundaryPercept,
    FieldColors,
    GameInfo,
    PlayerInfo,
    RobotsPercept,
    Seen,
)

SEED = 424242
CLEARLY_VISIBLE = 0.6  # min visible fraction of a ball or of a robot's box
NEAR, FAR = 3.0, 6.0  # m
TILT_ERROR = 0.008  # rad, error of the camera's estimated pose


def run(bench: Bench) -> None:
    run_nets(bench)


def run_nets(bench: Bench) -> None:
    """Measure ball, robots and boundary; half of the images have held-out appearances."""
    tally = _Tally()
    count = 200 if bench.quick else 1000
    for held_out in (False, True):
        pictures = labeled_pictures(count // 2, SEED, held_out=held_out)
        for picture in bench.each(
            pictures, "held-out appearances" if held_out else "known appearances"
        ):
            tally.add(picture)
    tally.report(bench)


class _Tally:
    """Modules, their detections, and their durations."""

    def __init__(self) -> None:
        self.sampler, self.ball = CandidateSampler(), made(BallDetector)
        self.robots, self.boundary = made(RobotDetector), made(NetFieldBoundaryDetector)
        self.random = np.random.default_rng(SEED)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.found: dict[str, list[bool]] = defaultdict(list)
        self.errors: dict[str, list[float]] = defaultdict(list)
        self.seen_balls = self.false_balls = self.without_ball = self.false_without = 0

    def add(self, picture: LabeledPicture) -> None:
        sight = camera_inputs_of(picture, self.random.normal(0.0, TILT_ERROR, 3))
        regions, colors = self.sampler.segmented(picture, sight)
        boundary = true_boundary(picture)
        robots = RobotsPercept()
        if picture.camera == "upper":
            robots = self._robots(sight, colors, boundary)
        start = clock.monotonic()
        generator = self.sampler.generator
        spots = generator.update(sight, regions, colors, boundary, robots, picture.field)
        ball = self.ball.update(sight, spots, picture.field)
        self.times[f"ball_{picture.camera}"].append(clock.monotonic() - start)
        self._evaluate_ball(picture, ball)
        if picture.camera == "upper":
            self._evaluate_robots(picture, [robot.position_in_robot for robot in robots.robots])
            self._evaluate_boundary(picture, sight)

    def _robots(
        self, sight: CameraInputs, colors: FieldColors, boundary: FieldBoundaryPercept
    ) -> RobotsPercept:
        around = Surroundings(
            colors=colors, boundary=boundary, game=GameInfo(), player=PlayerInfo()
        )
        start = clock.monotonic()
        robots, _ = self.robots.update(sight, around)
        self.times["robots"].append(clock.monotonic() - start)
        return robots

    def _evaluate_boundary(self, picture: LabeledPicture, sight: CameraInputs) -> None:
        start = clock.monotonic()
        seen = self.boundary.update(sight)
        self.times["boundary"].append(clock.monotonic() - start)
        true = picture.boundary_rows(40)
        rows = {int(x / 16.0): y for x, y in seen.points_in_image.tolist()}
        for column in np.flatnonzero(~np.isnan(true)).tolist():
            if column in rows:
                self.errors["boundary"].append(abs(rows[column] - float(true[column])))

    def _evaluate_ball(self, picture: LabeledPicture, ball: BallPercept) -> None:
        circle, fraction = picture.ball_circle(), visible_fraction(picture)
        gap = math.inf
        if circle is not None and fraction > 0.0 and ball.seen is Seen.YES:
            center = ball.center_in_image
            gap = math.dist((center.x, center.y), circle[:2]) / circle[2]
        if fraction == 0.0:
            self.without_ball += 1
            self.false_without += int(ball.seen is Seen.YES)
        self.seen_balls += int(ball.seen is Seen.YES)
        self.false_balls += int(ball.seen is Seen.YES and gap > 1.0)
        if fraction >= CLEARLY_VISIBLE and picture.ball_in_world is not None:
            pose = picture.own.robot_to_world
            ball_in_world: Vector2[World] = Vector2.from_array(picture.ball_in_world[:2])
            position = pose.inverse() @ ball_in_world
            name = "near" if position.norm <= NEAR else "far" if position.norm <= FAR else "beyond"
            self.found[name].append(gap <= 1.0)
            if gap <= 1.0 and abs(position.norm - round(position.norm)) < 0.25:
                error = position.distance_to(ball.position_in_robot)
                self.errors[f"ball_{round(position.norm)}"].append(error)

    def _evaluate_robots(self, picture: LabeledPicture, seen: list[Vector2[Robot]]) -> None:
        for box in robot_boxes(picture):
            area = (box[2] - box[0]) * (box[3] - box[1])
            if box[4] < max(300.0, 0.35 * area) or box[5] > 4.0 or box[7] > 0.0:
                continue
            position = picture.robot_in_robot(picture.others[int(box[8])]).position
            gaps = [position.distance_to(point) for point in seen]
            is_found = bool(gaps) and min(gaps) < 0.25 * position.norm + 0.2
            self.found["robots"].append(is_found)
            if is_found:
                nearest = seen[int(np.argmin(gaps))]
                self.errors["robots"].append(abs(nearest.norm / position.norm - 1.0))

    def report(self, bench: Bench) -> None:
        precision = 1.0 - self.false_balls / max(self.seen_balls, 1)
        bench.metric("nets_ball_precision", 100.0 * precision, "%", goal=">= 99.5")
        bench.metric("nets_ball_recall_to_3_m", _percent(self.found["near"]), "%", goal=">= 97")
        bench.metric("nets_ball_recall_3_to_6_m", _percent(self.found["far"]), "%", goal=">= 80")
        false_rate = 1000.0 * self.false_without / max(self.without_ball, 1)
        bench.metric("nets_false_balls", false_rate, "per 1000 images", goal="<= 1")
        for meters, goal in ((1, "<= 5"), (3, "<= 20")):
            error = 100.0 * _median(self.errors[f"ball_{meters}"])
            bench.metric(f"nets_ball_error_at_{meters}_m", error, "cm", goal=goal)
        bench.metric("nets_robots_recall_to_4_m", _percent(self.found["robots"]), "%", goal=">= 90")
        distance = 100.0 * _median(self.errors["robots"])
        bench.metric("nets_robots_distance_error", distance, "%", goal="<= 12")
        boundary = statistics.fmean(self.errors["boundary"] or [0.0])
        bench.metric("nets_boundary_error", boundary, "px", goal="<= 4")
        for name, times in sorted(self.times.items()):
            bench.metric(f"nets_time_{name}", 1000.0 * _median(times), "ms")


def _percent(outcomes: list[bool]) -> float:
    return 100.0 * sum(outcomes) / max(len(outcomes), 1)


def _median(values: list[float]) -> float:
    return statistics.median(values) if values else 0.0
