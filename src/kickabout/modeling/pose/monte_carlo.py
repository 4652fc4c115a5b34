"""Monte-Carlo localization: from odometry and bearings of edges to particles and their estimate.

Method: GermanTeam 2001, section 5.2. Positions are in m, angles in rad, particles are rows of x, y
and theta in the field. Random numbers are given, uniform in −1 … 1, one row per particle.
"""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import IndexArray, Mat, Vec, Vec2, Vec3, normalized_angle
from kickabout.soccer.landmark_edges import beacon_edges, goal_edges

FLAG, GOAL = 0.0, 1.0  # kinds of edges
CELLS = 10  # of the grid along x, y and theta
STABLE = 1e-9  # 1 − 0.1 − 0.1 shall not be above 0.8
TIE = 1e-6  # weight of the probability of this image among equal filtered ones
TAU = 2.0 * math.pi


class MonteCarloRules(NamedTuple):
    """Parameters of motion model, observation model and resampling, for the kernels."""

    forward_error: float  # m per m walked
    sideways_error: float  # m per m walked
    turn_by_distance: float  # rad per m walked
    turn_by_turn: float  # rad per rad turned
    ranks_now: bool  # particles by the probabilities of this image, not by the filtered ones
    sharpness: float  # of the similarity of angles
    max_change: float  # of a probability in one step
    moved_fraction: float  # of the particles, to the most probable one
    max_shift: float  # m, of a particle with probability 0, along each axis
    max_turn: float  # rad


class Extent(NamedTuple):
    """Half of the size of the area that the grid covers, around the center of the field."""

    x: float  # m
    y: float  # m


class Observation(NamedTuple):
    """What one image shows, for the kernels."""

    edges: Mat  # kind, x and y of flag or post, radius of the flag, 1 left or −1 right, bearing
    camera: Vec2  # m, in the robot's frame


class ClusterEstimate(NamedTuple):
    """The largest cluster of particles."""

    pose: Vec3  # mean
    covariance: Mat
    size: int  # number of particles
    min_probability: float
    mean_probability: float


@kernel
def move(particles: Mat, step: Vec3, draws: Mat, rules: MonteCarloRules) -> None:
    """Move all particles by odometry and a random error (Eq. 7 and 8)."""
    distance, turn = math.hypot(step[0], step[1]), abs(step[2])
    forward, sideways = rules.forward_error * distance, rules.sideways_error * distance
    swing = rules.turn_by_distance * distance + rules.turn_by_turn * turn
    c_step, s_step = math.cos(step[2]), math.sin(step[2])
    for i in range(particles.shape[0]):
        along, across = forward * draws[i, 0], sideways * draws[i, 1]
        # The error is a further motion in the frame of the robot after its step.
        x = step[0] + c_step * along - s_step * across
        y = step[1] + s_step * along + c_step * across
        c, s = math.cos(particles[i, 2]), math.sin(particles[i, 2])
        particles[i, 0] += c * x - s * y
        particles[i, 1] += s * x + c * y
        particles[i, 2] = normalized_angle(particles[i, 2] + step[2] + swing * draws[i, 2])


@kernel
def similarity(measured: float, expected: float, sharpness: float) -> float:
    """Return how similar two bearings in −π … π are, 0 … 1 (Eq. 10)."""
    difference = abs(measured - expected) / math.pi
    if difference >= 1.0:
        difference = 2.0 - difference
    return math.exp(-sharpness * difference * difference)


@kernel
def expected_bearing(x: float, y: float, theta: float, edge: Vec) -> float:
    """Return the bearing of an edge for a camera; NaN if it cannot be seen from there."""
    if edge[0] == FLAG:
        left, right = beacon_edges(x, y, edge[1], edge[2], edge[3])
    else:
        left, right = goal_edges(x, y, edge[1], edge[2])
    return normalized_angle((left if edge[4] > 0.0 else right) - theta)


@kernel
def probability_of(particle: Vec3, seen: Observation, sharpness: float) -> float:
    """Return the product of the similarities of all edges (Eq. 11)."""
    c, s = math.cos(particle[2]), math.sin(particle[2])
    x = particle[0] + c * seen.camera[0] - s * seen.camera[1]
    y = particle[1] + s * seen.camera[0] + c * seen.camera[1]
    probability = 1.0
    for i in range(seen.edges.shape[0]):
        expected = expected_bearing(x, y, particle[2], seen.edges[i])
        if math.isnan(expected):
            return 0.0
        probability *= similarity(seen.edges[i, 5], expected, sharpness)
    return probability


@kernel
def observe(particles: Mat, probabilities: Vec, seen: Observation, rules: MonteCarloRules) -> Vec:
    """Let the probabilities follow those of this image at a limited rate (Eq. 12); return these."""
    now = np.empty(particles.shape[0])
    for i in range(particles.shape[0]):
        now[i] = probability_of(particles[i], seen, rules.sharpness)
        low, high = probabilities[i] - rules.max_change, probabilities[i] + rules.max_change
        probabilities[i] = min(max(now[i], low), high)
    return now


@kernel
def resample(
    particles: Mat, probabilities: Vec, now: Vec, draws: Mat, rules: MonteCarloRules
) -> None:
    """Move the least probable particles to the best one, then search around all (Eq. 13).

    `now`: the probabilities of this image, by which equal filtered ones are ranked, too.
    """
    ranks = now if rules.ranks_now else probabilities + TIE * now
    order = np.argsort(ranks, kind="mergesort")
    best = order[-1]
    for k in range(int(rules.moved_fraction * particles.shape[0])):
        particles[order[k]] = particles[best]
        probabilities[order[k]] = probabilities[best]
    for i in range(particles.shape[0]):
        unlikely = 1.0 - probabilities[i]
        particles[i, 0] += rules.max_shift * unlikely * draws[i, 0]
        particles[i, 1] += rules.max_shift * unlikely * draws[i, 1]
        turn = rules.max_turn * unlikely * draws[i, 2]
        particles[i, 2] = normalized_angle(particles[i, 2] + turn)


@kernel
def cell_of(value: float, half: float) -> int:
    """Return the cell of a coordinate; the outer cells extend beyond the area."""
    return min(max(math.floor(CELLS * (value + half) / (2.0 * half)), 0), CELLS - 1)


@kernel
def cells_of(particles: Mat, extent: Extent) -> IndexArray:
    """Return the cells of all particles in the grid (section 5.2.4)."""
    cells = np.empty((particles.shape[0], 3), np.int64)
    for i in range(particles.shape[0]):
        cells[i, 0] = cell_of(particles[i, 0], extent.x)
        cells[i, 1] = cell_of(particles[i, 1], extent.y)
        turn = math.floor(CELLS * (particles[i, 2] + math.pi) / TAU)
        cells[i, 2] = turn % CELLS
    return cells


@kernel
def largest_cube(cells: IndexArray) -> tuple[int, int, int]:
    """Return the first cell of the 2 × 2 × 2 cells with most particles; theta is cyclic."""
    counts = np.zeros((CELLS, CELLS, CELLS), np.int64)
    for i in range(cells.shape[0]):
        x, y, turn = cells[i, 0], cells[i, 1], cells[i, 2]
        for cube_x in range(max(x - 1, 0), min(x, CELLS - 2) + 1):
            for cube_y in range(max(y - 1, 0), min(y, CELLS - 2) + 1):
                counts[cube_x, cube_y, turn] += 1
                counts[cube_x, cube_y, (turn + CELLS - 1) % CELLS] += 1
    most = int(np.argmax(counts))
    return (most // (CELLS * CELLS), most // CELLS % CELLS, most % CELLS)


@kernel
def estimate(particles: Mat, probabilities: Vec, extent: Extent) -> ClusterEstimate:
    """Return the mean of the particles in the largest cluster (Eq. 14)."""
    cells = cells_of(particles, extent)
    cube_x, cube_y, cube_turn = largest_cube(cells)
    mean, sine, cosine, count, least, total = np.zeros(3), 0.0, 0.0, 0, 1.0, 0.0
    inside = np.zeros(particles.shape[0], np.bool_)
    for i in range(particles.shape[0]):
        inside[i] = (
            0 <= cells[i, 0] - cube_x <= 1
            and 0 <= cells[i, 1] - cube_y <= 1
            and (cells[i, 2] - cube_turn) % CELLS <= 1
        )
        if inside[i]:
            count += 1
            mean[0] += particles[i, 0]
            mean[1] += particles[i, 1]
            sine += math.sin(particles[i, 2])
            cosine += math.cos(particles[i, 2])
            least = min(least, probabilities[i])
            total += probabilities[i]
    mean /= count
    mean[2] = math.atan2(sine, cosine)
    covariance, away = np.zeros((3, 3)), np.empty(3)
    for i in range(particles.shape[0]):
        if inside[i]:
            for j in range(3):
                away[j] = particles[i, j] - mean[j]
            away[2] = normalized_angle(away[2])
            for j in range(3):
                for k in range(3):
                    covariance[j, k] += away[j] * away[k] / count
    return ClusterEstimate(mean, covariance, count, least, total / count)


@kernel
def is_certain(found: ClusterEstimate, particles: int, fraction: float, probability: float) -> bool:
    """Return whether the cluster is large, and all of its particles are probable."""
    return (
        found.size >= fraction * particles - STABLE and found.min_probability > probability + STABLE
    )


@kernel
def localize(
    particles: Mat,
    probabilities: Vec,
    step: Vec3,
    seen: Observation,
    draws: Mat,
    rules: MonteCarloRules,
    extent: Extent,
) -> ClusterEstimate:
    """Run one cycle in place; `draws`: three columns for the motion, three for the search.

    Without any edge, probabilities stay the same and no particle is resampled.
    """
    move(particles, step, draws[:, :3], rules)
    if seen.edges.shape[0] > 0:
        now = observe(particles, probabilities, seen, rules)
        resample(particles, probabilities, now, draws[:, 3:], rules)
    return estimate(particles, probabilities, extent)
