"""Obstacle hypotheses: from measured positions to obstacles with velocity, team and posture."""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Cov2, FloatArray, Mat, Vec3, Vector2, readonly
from kickabout.modeling.obstacles.moving_points import (
    are_near,
    correct_position,
    predict_points,
    widened_noise,
)
from kickabout.modeling.obstacles.obstacle_rules import ObstacleRules
from kickabout.representations import Obstacle, ObstacleKind, RobotsPercept, TeamSeen

Position = tuple[float, float]

OWN, OPPONENT, UNKNOWN = TeamSeen.OWN, TeamSeen.OPPONENT, TeamSeen.UNKNOWN
STANDING, FALLEN, NO_ROBOT = ObstacleKind.ROBOT, ObstacleKind.FALLEN_ROBOT, ObstacleKind.UNKNOWN


@dataclass(slots=True, kw_only=True)
class Candidate:
    """State of an obstacle besides its position and velocity."""

    times: deque[float]  # s, of the last measurements
    last_seen_at: float  # s
    own_votes: float = 0.0
    opponent_votes: float = 0.0
    fallen: float = 0.0  # fraction of recent percepts
    missed: float = 0.0  # s, in view without being seen
    is_robot: bool = False
    shown: bool = False

    def team(self, majority: float) -> TeamSeen:
        votes = self.own_votes + self.opponent_votes
        if votes < 2.0:
            return UNKNOWN
        if self.own_votes >= majority * votes:
            return OWN
        return OPPONENT if self.opponent_votes >= majority * votes else UNKNOWN

    def vote(self, team: TeamSeen, fallen: bool, memory: float) -> None:
        """Add a percept's jersey and posture; old votes fade, so errors are corrected."""
        self.own_votes = memory * self.own_votes + (team is OWN)
        self.opponent_votes = memory * self.opponent_votes + (team is OPPONENT)
        self.fallen += 0.2 * (fallen - self.fallen)


class ObstacleHypotheses:
    """A filter for each obstacle; a measurement corrects the nearest one or adds a new one."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self.means: Mat = np.zeros((0, 4))  # x, y, vx, vy in the robot's frame
        self.covariances: FloatArray = np.zeros((0, 4, 4))

    def predict(self, step: Vec3, dt: float, rules: ObstacleRules) -> None:
        if self.candidates:
            walked = (rules.odometry_error * math.hypot(step[0], step[1])) ** 2
            predict_points(
                self.means,
                self.covariances,
                step,
                dt,
                rules.deceleration,
                walked + rules.drift**2 * dt,
                rules.acceleration**2 * dt,
            )

    def correct(self, percept: RobotsPercept, now: float, rules: ObstacleRules) -> None:
        """Correct by the robots seen in one image, with their jerseys and postures."""
        if not percept.robots:
            return
        positions = [(r.position_in_robot.x, r.position_in_robot.y) for r in percept.robots]
        spreads = [rules.percept_factor * robot.covariance for robot in percept.robots]
        found = self.measure(positions, spreads, now, rules)
        for robot, candidate in zip(percept.robots, found, strict=True):
            candidate.vote(robot.team, robot.fallen, rules.vote_memory)
            candidate.is_robot = True

    def shown(self, rules: ObstacleRules) -> Iterator[Obstacle]:
        """Yield the obstacles that were measured often enough."""
        covariances = readonly(self.covariances[:, :2, :2])
        rows = zip(self.candidates, self.means.tolist(), covariances, strict=True)
        for candidate, (x, y, vx, vy), covariance in rows:
            if not candidate.shown:
                continue
            is_fallen = candidate.fallen > 0.5
            kind = FALLEN if is_fallen else STANDING
            yield Obstacle(
                kind=kind if candidate.is_robot else NO_ROBOT,
                team=candidate.team(rules.team_majority),
                center_in_robot=Vector2(x, y),
                velocity_in_robot=Vector2(vx, vy),
                covariance=covariance,
                radius=rules.fallen_radius if is_fallen else rules.radius,
                last_seen_at=candidate.last_seen_at,
            )

    def measure(
        self, positions: list[Position], covariances: list[Cov2], now: float, rules: ObstacleRules
    ) -> list[Candidate]:
        """Correct by all measurements of one image; return the obstacle of each of them."""
        free = set(range(len(self.candidates)))
        assigned: dict[int, int] = {}
        for _, measured, index in sorted(self._pairs(positions, rules)):
            if index in free and measured not in assigned:
                free.discard(index)
                assigned[measured] = index
        return [
            self._corrected(assigned[i], position, covariances[i], now, rules)
            if i in assigned
            else self._added(position, covariances[i], now, rules)
            for i, position in enumerate(positions)
        ]

    def positions(self) -> list[Position]:
        """Return the positions of the obstacles in the order of the candidates."""
        return [(x, y) for x, y, _, _ in self.means.tolist()]

    def _pairs(
        self, positions: list[Position], rules: ObstacleRules
    ) -> list[tuple[float, int, int]]:
        """Return misfit, measurement and obstacle of all pairs that may belong together.

        An error r of the tilt of a camera at height h moves a point at distance d by r (h + d²/h)
        along the ray.
        """
        pairs = []
        known = self.positions()
        for i, (x, y) in enumerate(positions):
            distance = max(math.hypot(x, y), 1e-6)
            across = rules.matching + rules.matching_growth * distance
            along = rules.matching + rules.matching_depth * distance * distance
            ux, uy = x / distance, y / distance
            for j, (other_x, other_y) in enumerate(known):
                dx, dy = other_x - x, other_y - y
                apart = math.hypot((ux * dx + uy * dy) / along, (ux * dy - uy * dx) / across)
                if apart <= 1.0:
                    pairs.append((apart, i, j))
        return pairs

    def _corrected(
        self, index: int, position: Position, noise: Cov2, now: float, rules: ObstacleRules
    ) -> Candidate:
        mean, covariance, measured = self.means[index], self.covariances[index], np.array(position)
        noise = widened_noise(mean, covariance, measured, noise, rules.outlier_distance)
        correct_position(mean, covariance, measured, noise, math.inf)
        candidate = self.candidates[index]
        candidate.times.append(now)
        candidate.last_seen_at = now
        candidate.missed *= rules.missed_factor
        candidate.shown = candidate.shown or _is_frequent(candidate, now, rules)
        return candidate

    def _added(
        self, position: Position, noise: Cov2, now: float, rules: ObstacleRules
    ) -> Candidate:
        covariance = np.diag((0.0, 0.0, rules.first_speed**2, rules.first_speed**2))
        covariance[:2, :2] = noise
        self.means = np.concatenate((self.means, ((*position, 0.0, 0.0),)))
        self.covariances = np.concatenate((self.covariances, covariance[None]))
        candidate = Candidate(times=deque((now,), maxlen=rules.needed), last_seen_at=now)
        candidate.shown = _is_frequent(candidate, now, rules)
        self.candidates.append(candidate)
        return candidate

    def forget(self, now: float, rules: ObstacleRules) -> None:
        """Drop obstacles that are old, missed in view or duplicates."""
        stays = [_is_there(candidate, now, rules) for candidate in self.candidates]
        if all(stays) and not are_near(self.means, rules.merge_distance):
            return
        positions = self.positions()
        kept: list[int] = []
        order = sorted(range(len(positions)), key=lambda i: _priority(self.candidates[i]))
        for i in reversed(order):
            if stays[i] and all(
                math.dist(positions[i], positions[j]) >= rules.merge_distance for j in kept
            ):
                kept.append(i)
        kept.sort()
        self.candidates = [self.candidates[i] for i in kept]
        self.means, self.covariances = self.means[kept], self.covariances[kept]


def _is_there(candidate: Candidate, now: float, rules: ObstacleRules) -> bool:
    timeout = rules.forget_after if candidate.shown else rules.needed_within
    return now - candidate.last_seen_at <= timeout and candidate.missed < rules.max_missed


def _is_frequent(candidate: Candidate, now: float, rules: ObstacleRules) -> bool:
    times = candidate.times
    return len(times) >= rules.needed and times[-rules.needed] >= now - rules.needed_within


def _priority(candidate: Candidate) -> tuple[bool, float, float]:
    return candidate.shown, candidate.last_seen_at, candidate.own_votes + candidate.opponent_votes
