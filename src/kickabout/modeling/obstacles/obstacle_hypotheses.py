"""What stands around: from measured places to obstacles with velocity, team and posture."""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Cov2, FloatArray, Mat, Vec3, Vector2, readonly
from kickabout.modeling.obstacles.moving_points import correct_position, doubted, move_on
from kickabout.modeling.obstacles.obstacle_rules import ObstacleRules
from kickabout.representations import Obstacle, ObstacleKind, RobotsPercept, TeamSeen

Place = tuple[float, float]


@dataclass(slots=True, kw_only=True)
class Candidate:
    """What is known of an obstacle besides its place."""

    times: deque[float]  # s, of the last measurements
    last_seen_at: float  # s
    own_votes: float = 0.0
    opponent_votes: float = 0.0
    fallen: float = 0.0  # share of recent percepts
    missed: float = 0.0  # s, in view without being seen
    is_robot: bool = False
    shown: bool = False

    def team(self, majority: float) -> TeamSeen:
        answers = self.own_votes + self.opponent_votes
        if answers < 2.0:
            return TeamSeen.UNKNOWN
        if self.own_votes >= majority * answers:
            return TeamSeen.OWN
        return TeamSeen.OPPONENT if self.opponent_votes >= majority * answers else TeamSeen.UNKNOWN

    def vote(self, team: TeamSeen, fallen: bool, memory: float) -> None:
        """A percept's word on jersey and posture; old votes fade so that mistakes heal."""
        self.own_votes = memory * self.own_votes + (team is TeamSeen.OWN)
        self.opponent_votes = memory * self.opponent_votes + (team is TeamSeen.OPPONENT)
        self.fallen += 0.2 * (fallen - self.fallen)


class ObstacleHypotheses:
    """A filter for each obstacle; measurements go to the nearest one or found a new one."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self.means: Mat = np.zeros((0, 4))  # x, y, vx, vy in the robot's frame
        self.covariances: FloatArray = np.zeros((0, 4, 4))

    def predict(self, step: Vec3, dt: float, rules: ObstacleRules) -> None:
        if self.candidates:
            walked = (rules.odometry_error * math.hypot(step[0], step[1])) ** 2
            move_on(
                self.means,
                self.covariances,
                step,
                dt,
                rules.slowing,
                walked + rules.drift**2 * dt,
                rules.acceleration**2 * dt,
            )

    def see(self, percept: RobotsPercept, now: float, rules: ObstacleRules) -> None:
        """Take in the robots seen in one image, with their jerseys and postures."""
        if not percept.robots:
            return
        places = [(r.position_in_robot.x, r.position_in_robot.y) for r in percept.robots]
        spreads = [rules.percept_factor * robot.covariance for robot in percept.robots]
        found = self.measure(places, spreads, now, rules)
        for robot, candidate in zip(percept.robots, found, strict=True):
            candidate.vote(robot.team, robot.fallen, rules.vote_memory)
            candidate.is_robot = True

    def shown(self, rules: ObstacleRules) -> Iterator[Obstacle]:
        """Those measured often enough."""
        covariances = readonly(self.covariances[:, :2, :2])
        rows = zip(self.candidates, self.means.tolist(), covariances, strict=True)
        for candidate, (x, y, vx, vy), covariance in rows:
            if not candidate.shown:
                continue
            is_fallen = candidate.fallen > 0.5
            kind = ObstacleKind.FALLEN_ROBOT if is_fallen else ObstacleKind.ROBOT
            yield Obstacle(
                kind=kind if candidate.is_robot else ObstacleKind.UNKNOWN,
                team=candidate.team(rules.team_majority),
                center_in_robot=Vector2(x, y),
                velocity_in_robot=Vector2(vx, vy),
                covariance=covariance,
                radius=rules.fallen_radius if is_fallen else rules.radius,
                last_seen_at=candidate.last_seen_at,
            )

    def measure(
        self, places: list[Place], covariances: list[Cov2], now: float, rules: ObstacleRules
    ) -> list[Candidate]:
        """Take in all measurements of one image; to which obstacle each of them went."""
        free = set(range(len(self.candidates)))
        assigned: dict[int, int] = {}
        for _, measured, index in sorted(self._pairs(places, rules)):
            if index in free and measured not in assigned:
                free.discard(index)
                assigned[measured] = index
        return [
            self._corrected(assigned[i], place, covariances[i], now, rules)
            if i in assigned
            else self._founded(place, covariances[i], now, rules)
            for i, place in enumerate(places)
        ]

    def places(self) -> list[Place]:
        """Where the obstacles are, in the order of the candidates."""
        return [(x, y) for x, y, _, _ in self.means.tolist()]

    def _pairs(self, places: list[Place], rules: ObstacleRules) -> list[tuple[float, int, int]]:
        """How ill they fit, measurement and obstacle of all that may belong together.

        A tilt of the camera that is off by r moves what is d away by r (h + d²/h) along the ray.
        """
        pairs = []
        known = self.places()
        for i, (x, y) in enumerate(places):
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
        self, index: int, place: Place, noise: Cov2, now: float, rules: ObstacleRules
    ) -> Candidate:
        mean, covariance, measured = self.means[index], self.covariances[index], np.array(place)
        noise = doubted(mean, covariance, measured, noise, rules.surprise)
        correct_position(mean, covariance, measured, noise, math.inf)
        candidate = self.candidates[index]
        candidate.times.append(now)
        candidate.last_seen_at = now
        candidate.missed *= rules.missed_memory
        candidate.shown = candidate.shown or _is_frequent(candidate, now, rules)
        return candidate

    def _founded(self, place: Place, noise: Cov2, now: float, rules: ObstacleRules) -> Candidate:
        covariance = np.diag((0.0, 0.0, rules.first_speed**2, rules.first_speed**2))
        covariance[:2, :2] = noise
        self.means = np.concatenate((self.means, ((*place, 0.0, 0.0),)))
        self.covariances = np.concatenate((self.covariances, covariance[None]))
        candidate = Candidate(times=deque((now,), maxlen=rules.needed), last_seen_at=now)
        candidate.shown = _is_frequent(candidate, now, rules)
        self.candidates.append(candidate)
        return candidate

    def forget(self, now: float, rules: ObstacleRules) -> None:
        """Drop what is old, what is not where it should be, and doubles."""
        places = self.places()
        kept: list[int] = []
        order = sorted(range(len(places)), key=lambda i: _standing(self.candidates[i]))
        for i in reversed(order):
            candidate = self.candidates[i]
            patience = rules.forget_after if candidate.shown else rules.needed_within
            is_there = now - candidate.last_seen_at <= patience
            is_there = is_there and candidate.missed < rules.missed_for
            if is_there and all(math.dist(places[i], places[j]) >= rules.same for j in kept):
                kept.append(i)
        if len(kept) < len(self.candidates):
            kept.sort()
            self.candidates = [self.candidates[i] for i in kept]
            self.means, self.covariances = self.means[kept], self.covariances[kept]


def _is_frequent(candidate: Candidate, now: float, rules: ObstacleRules) -> bool:
    times = candidate.times
    return len(times) >= rules.needed and times[-rules.needed] >= now - rules.needed_within


def _standing(candidate: Candidate) -> tuple[bool, float, float]:
    return candidate.shown, candidate.last_seen_at, candidate.own_votes + candidate.opponent_votes
