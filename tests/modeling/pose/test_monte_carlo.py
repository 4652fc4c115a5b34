"""Monte-Carlo localization: each step against a slow twin, and the numbers of the report."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest

from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Mat, Pose2, Robot, Vec
from kickabout.modeling.pose.german_team_self_locator import GermanTeamSelfLocatorParameters
from kickabout.modeling.pose.monte_carlo import (
    FLAG,
    GOAL,
    ClusterEstimate,
    Extent,
    MonteCarloRules,
    Observation,
    cells_of,
    estimate,
    is_certain,
    largest_cube,
    localize,
    move,
    observe,
    probability_of,
    resample,
    similarity,
)

PARAMETERS = GermanTeamSelfLocatorParameters()
RULES = picked(MonteCarloRules, PARAMETERS)
EXTENT = Extent(1.4, 0.9)
NOTHING = Observation(np.empty((0, 6)), np.zeros(2))
# kind, x, y, radius, side, bearing
FLAG_EDGE = np.array((FLAG, 1.45, 0.95, 0.05, 1.0, 0.0))


def random_particles(count: int, seed: int = 1) -> Mat:
    high = np.array((1.4, 0.9, math.pi))
    particles: Mat = np.random.default_rng(seed).uniform(-high, high, (count, 3))
    return particles


def random_observation(seed: int) -> Observation:
    random = np.random.default_rng(seed)
    edges = [
        (
            FLAG,
            *random.uniform(-1.5, 1.5, 2),
            0.05,
            random.choice((-1.0, 1.0)),
            random.uniform(-3, 3),
        ),
        (GOAL, 1.4, 0.31, 0.0, 1.0, random.uniform(-3, 3)),
        (GOAL, -1.4, 0.31, 0.0, -1.0, random.uniform(-3, 3)),
    ]
    return Observation(np.array(edges), random.uniform(-0.15, 0.15, 2))


# -- the slow twin: plain Python, written from the equations ------------------------------------


def twin_moved(particle: Vec, step: Vec, draw: Vec) -> Vec:
    d, turn = math.hypot(step[0], step[1]), abs(step[2])
    error: Pose2[Robot, Robot] = Pose2(
        0.1 * d * draw[0], 0.02 * d * draw[1], (2.0 * d + 0.2 * turn) * draw[2]
    )
    pose: Pose2[Robot, Field] = Pose2.from_array(particle)
    planned: Pose2[Robot, Robot] = Pose2.from_array(step)
    return (pose @ planned @ error).normalized().array


def twin_expected(camera: complex, theta: float, edge: Vec) -> float | None:
    kind, x, y, radius, side, _ = edge.tolist()
    if kind == FLAG:
        away = complex(x, y) - camera
        if abs(away) <= radius:
            return None
        bearing = math.atan2(away.imag, away.real) + side * math.asin(radius / abs(away))
    else:
        if (x - camera.real) * math.copysign(1.0, x) <= 0.0:
            return None
        post_y = side * math.copysign(1.0, x) * y
        bearing = math.atan2(post_y - camera.imag, x - camera.real)
    return math.remainder(bearing - theta, math.tau)


def twin_probability(particle: Vec, seen: Observation) -> float:
    x, y, theta = particle.tolist()
    turn = complex(math.cos(theta), math.sin(theta))
    camera, found = complex(x, y) + turn * complex(*seen.camera), 1.0
    for edge in seen.edges:
        expected = twin_expected(camera, theta, edge)
        if expected is None:
            return 0.0
        difference = abs(math.remainder(edge[5] - expected, math.tau)) / math.pi
        found *= math.exp(-100.0 * difference**2)
    return found


def twin_largest(particles: Mat) -> list[int]:
    """Return the indices of the particles in the best cube, the first one of equal ones."""
    sizes = (2.8, 1.8, math.tau)
    cells = [
        tuple(
            min(9, max(0, math.floor(10 * (value / size + 0.5))))
            for value, size in zip(particle, sizes, strict=True)
        )
        for particle in particles.tolist()
    ]
    counts = Counter(cells)

    def inside(cube: tuple[int, int, int], cell: tuple[int, ...]) -> bool:
        x, y, turn = (cell[axis] - cube[axis] for axis in range(3))
        return 0 <= x <= 1 and 0 <= y <= 1 and turn % 10 <= 1

    cubes = list(product(range(9), range(9), range(10)))
    sums = [sum(n for cell, n in counts.items() if inside(cube, cell)) for cube in cubes]
    best = cubes[sums.index(max(sums))]
    return [i for i, cell in enumerate(cells) if inside(best, cell)]


# -- each step ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_all_steps_do_the_same_as_their_slow_twin(seed: int) -> None:
    random = np.random.default_rng(seed)
    particles, probabilities = random_particles(200, seed), random.uniform(0.0, 1.0, 200)
    step, draws = random.uniform(-0.1, 0.1, 3), random.uniform(-1.0, 1.0, (200, 6))
    seen = random_observation(seed)
    moved = np.array([twin_moved(p, step, d) for p, d in zip(particles, draws[:, :3], strict=True)])
    now = np.array([twin_probability(particle, seen) for particle in moved])
    followed = np.clip(now, probabilities - 0.1, probabilities + 0.1)
    order = np.argsort(now, kind="stable")
    poses, filtered = moved.copy(), followed.copy()
    for index in order[:40]:
        poses[index], filtered[index] = moved[order[-1]], followed[order[-1]]
    shift = (1.0 - filtered)[:, None] * np.array((0.1, 0.1, 0.5)) * draws[:, 3:]
    poses = poses + shift
    poses[:, 2] = [math.remainder(theta, math.tau) for theta in poses[:, 2]]
    found = localize(particles, probabilities, step, seen, draws, RULES, EXTENT)
    assert np.abs(particles[:, :2] - poses[:, :2]).max() < 1e-12
    assert np.abs(np.sin(particles[:, 2] - poses[:, 2])).max() < 1e-9
    assert np.allclose(probabilities, filtered)
    cluster = twin_largest(poses)
    assert found.size == len(cluster)
    assert np.allclose(found.pose[:2], poses[cluster, :2].mean(axis=0))
    assert math.isclose(found.min_probability, filtered[cluster].min())


@pytest.mark.parametrize("turn", [0.3, -0.3])
def test_errors_of_the_motion_have_the_bounds_and_variances_of_the_report(turn: float) -> None:
    step = np.array((0.08, 0.06, turn))  # 100 mm
    particles = np.zeros((100_000, 3))
    draws = np.random.default_rng(4).uniform(-1.0, 1.0, particles.shape)
    move(particles, step, draws, RULES)
    off = particles - step
    c, s = math.cos(turn), math.sin(turn)
    errors = np.column_stack(
        (c * off[:, 0] + s * off[:, 1], c * off[:, 1] - s * off[:, 0], off[:, 2])
    )
    bounds = np.array((0.01, 0.002, 0.2 + 0.2 * abs(turn)))
    assert (np.abs(errors) <= bounds + 1e-12).all()
    assert (np.abs(errors).max(axis=0) > 0.99 * bounds).all()
    assert np.abs(errors.mean(axis=0)).max() < 0.01 * bounds.max()
    assert errors.var(axis=0) == pytest.approx(bounds**2 / 3.0, rel=0.02)


@pytest.mark.parametrize(
    ("degrees", "expected"), [(1, 0.997), (5, 0.926), (10, 0.734), (20, 0.291), (45, 0.0019)]
)
def test_similarities_are_those_of_equation_10(degrees: float, expected: float) -> None:
    angle = math.radians(degrees)
    assert similarity(angle, 0.0, 100.0) == pytest.approx(expected, abs=0.0006)
    for turned in (angle, angle - math.tau):
        measured = math.remainder(3.1 + turned, math.tau)
        assert similarity(measured, 3.1, 100.0) == pytest.approx(similarity(angle, 0.0, 100.0))


def test_the_probability_is_the_product_over_all_edges() -> None:
    particle, seen = np.array((0.2, -0.1, 0.4)), random_observation(3)
    alone = [
        probability_of(particle, Observation(row[None], seen.camera), 100.0) for row in seen.edges
    ]
    assert probability_of(particle, seen, 100.0) == pytest.approx(math.prod(alone))


def test_one_outlier_costs_a_tenth_and_ten_of_them_everything() -> None:
    particle, probabilities = np.zeros((1, 3)), np.ones(1)
    right, wrong = FLAG_EDGE.copy(), FLAG_EDGE.copy()
    right[5] = math.atan2(0.95, 1.45) + math.asin(0.05 / math.hypot(1.45, 0.95))
    wrong[5] = right[5] + 2.0
    good, bad = (Observation(edge[None], np.zeros(2)) for edge in (right, wrong))
    observe(particle, probabilities, bad, RULES)
    assert probabilities[0] == pytest.approx(0.9)
    observe(particle, probabilities, good, RULES)
    assert probabilities[0] == pytest.approx(1.0)
    for _ in range(10):
        observe(particle, probabilities, bad, RULES)
    assert probabilities[0] == pytest.approx(0.0, abs=1e-6)
    for images in range(1, 10):
        observe(particle, probabilities, good, RULES)
        assert bool(probabilities[0] > 0.8 + 1e-9) is (images >= 9)


def test_without_any_edge_nothing_becomes_more_certain() -> None:
    particles, probabilities = random_particles(200), np.full(200, 0.5)
    before = particles.copy()
    draws = np.random.default_rng(2).uniform(-1.0, 1.0, (200, 6))
    localize(particles, probabilities, np.zeros(3), NOTHING, draws, RULES, EXTENT)
    assert (particles == before).all()
    assert (probabilities == 0.5).all()


def test_a_fifth_moves_to_the_best_particle_and_a_sure_one_is_not_shifted() -> None:
    particles, random = random_particles(200), np.random.default_rng(7)
    probabilities = random.uniform(0.0, 0.99, 200)
    probabilities[17] = 1.0
    before, best = particles.copy(), particles[17].copy()
    resample(particles, probabilities, probabilities.copy(), np.zeros((200, 3)), RULES)
    moved = (particles != before).any(axis=1)
    assert moved.sum() == 40
    assert (particles[moved] == best).all()
    assert (probabilities[moved] == 1.0).all()
    draws = random.uniform(-1.0, 1.0, (200, 3))
    before = particles.copy()
    resample(
        particles, probabilities, probabilities.copy(), draws, RULES._replace(moved_fraction=0.0)
    )
    assert (particles[probabilities == 1.0] == before[probabilities == 1.0]).all()
    limits = (1.0 - probabilities)[:, None] * np.array((0.1, 0.1, 0.5))
    off = particles - before
    off[:, 2] = [math.remainder(turn, math.tau) for turn in off[:, 2]]
    assert (np.abs(off) <= limits + 1e-12).all()
    assert len(particles) == 200


def test_filtered_probabilities_can_rank_the_particles_instead() -> None:
    particles, probabilities, now = random_particles(10), np.zeros(10), np.zeros(10)
    probabilities[3], now[5] = 0.5, 1.0
    before = particles.copy()
    rules = RULES._replace(ranks_now=False)
    resample(particles, probabilities, now, np.zeros((10, 3)), rules)
    moved = (particles != before).any(axis=1)
    assert moved.sum() == 2
    assert np.allclose(particles[moved], before[3])


def test_a_cluster_across_the_turn_of_the_angle_is_found_whole() -> None:
    random = np.random.default_rng(1)
    particles = np.column_stack(
        (np.full(200, 0.3), np.full(200, 0.2), math.pi + random.uniform(-0.2, 0.2, 200))
    )
    particles[:, 2] = [math.remainder(theta, math.tau) for theta in particles[:, 2]]
    found = estimate(particles, np.ones(200), EXTENT)
    assert found.size == 200
    assert abs(math.remainder(found.pose[2] - math.pi, math.tau)) < 0.03


def test_of_two_clusters_the_larger_one_counts() -> None:
    particles = np.vstack(
        (np.tile((1.0, 0.5, 1.0), (120, 1)), np.tile((-1.0, -0.5, -1.0), (80, 1)))
    )
    found = estimate(particles, np.ones(200), EXTENT)
    assert found.pose == pytest.approx((1.0, 0.5, 1.0))
    assert found.size == 120


def test_particles_outside_of_the_area_count_in_its_outer_cells() -> None:
    cells = cells_of(np.array(((5.0, -5.0, 0.1),)), EXTENT)
    assert cells.tolist() == [[9, 0, 5]]
    assert largest_cube(cells) == (8, 0, 4)


@pytest.mark.parametrize(
    ("count", "probability", "certain"), [(179, 0.81, False), (180, 0.81, True), (180, 0.8, False)]
)
def test_certain_are_nine_tenths_of_the_particles_above_four_fifths(
    count: int, probability: float, certain: bool
) -> None:
    found = ClusterEstimate(np.zeros(3), np.eye(3), count, probability, probability)
    assert is_certain(found, 200, 0.9, 0.8) is certain
    falling = ClusterEstimate(np.zeros(3), np.eye(3), 200, 1.0 - 0.1 - 0.1, 0.8)
    assert not is_certain(falling, 200, 0.9, 0.8)
