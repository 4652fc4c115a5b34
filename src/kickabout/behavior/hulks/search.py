"""Ball search: from the map of ball probabilities to a search position per searcher."""

from collections.abc import Mapping, Sequence

import numpy as np

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.parameters import Point, SearchParameters
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import clipped, facing
from kickabout.geometry import BoolArray, Field, IndexArray, Pose2, Robot, Vec, Vector2
from kickabout.representations import BallSearchMap, FieldDimensions, Role


def loser(view: View) -> Action:
    """Return the action of a robot that just lost the ball: step back and look around."""
    speed: Pose2[Robot, Robot] = Pose2(view.parameters.search.loser_speed, 0.0, 0.0)
    walk = Walk(mode=WalkingMode.VELOCITY, velocity=speed)
    return Action(name="step back", body=walk, head=HeadAim.SEARCH_FOR_BALL)


def searcher(view: View, where: BallSearchMap) -> Action:
    """Return the action of a searcher: walk to a pose facing its search position."""
    world, f = view.world, view.parameters.search
    target = chosen_position(view, where)
    if target is None:
        turning = Walk(mode=WalkingMode.VELOCITY, velocity=Pose2(0.0, 0.0, f.turn_speed))
        return Action(name="turn around", body=turning, head=HeadAim.SEARCH_FOR_BALL)
    pose = looking_pose(world.position, target, world.field, f.look_from)
    walk = Walk(mode=WalkingMode.PATH, target=pose)
    return Action(name="search", body=walk, head=HeadAim.SEARCH_FOR_BALL)


def chosen_position(view: View, where: BallSearchMap) -> Vector2[Field] | None:
    """Return the search position from the player whose map was updated longest."""
    world, age = view.world, where.updated_for
    position = suggested_positions(view, where).get(world.number)
    for teammate in sorted(world.others.team.teammates, key=lambda teammate: teammate.number):
        suggested = teammate.search_positions[world.number - 1 : world.number]
        fresh = world.now - teammate.received_at < view.parameters.search.received_within
        if fresh and suggested and suggested[0] is not None and teammate.map_age > age:
            position, age = suggested[0], teammate.map_age
    return position


def suggested_positions(view: View, where: BallSearchMap) -> dict[int, Vector2[Field]]:
    """Return the best cell of its area for each searcher."""
    world, f, areas = view.world, view.parameters.search, view.memory.areas
    if where.probabilities.size == 0 or not areas:
        return {}
    cells = area_of_cells(where, seeds_for(len(areas), f))
    poses = {world.number: world.pose}
    poses |= {m.number: m.robot_to_field for m in world.others.team.teammates}
    return {
        number: best_cell(where, cells == area, poses[number], f)
        for number, area in areas
        if number in poses
    }


def divided_field(view: View) -> tuple[tuple[int, int], ...]:
    """Return searchers and their areas; they stay while no searcher joins or leaves."""
    world = view.world
    roles = world.others.roles.roles
    numbers = [n for n, role in enumerate(roles, start=1) if role is Role.SEARCHER]
    if numbers == [number for number, _ in view.memory.areas]:
        return view.memory.areas
    positions = {m.number: m.position for m in world.teammates if m.number in numbers}
    if world.number in numbers:
        positions[world.number] = world.position
    areas = assigned_areas(positions, seeds_for(len(positions), view.parameters.search))
    return tuple(sorted(areas.items()))


def seeds_for(count: int, parameters: SearchParameters) -> Sequence[Point]:
    """Return as many seeds as there are searchers."""
    if count <= 1:
        return (parameters.one_seed,)
    return parameters.seeds[: min(count, len(parameters.seeds))]


def area_of_cells(where: BallSearchMap, seeds: Sequence[Point]) -> IndexArray:
    """Return the Voronoi partition: each cell belongs to the nearest seed."""
    x, y = _centers(where)
    distances = np.stack([np.hypot(x - sx, y - sy) for sx, sy in seeds])
    areas: IndexArray = np.argmin(distances, axis=0)
    return areas


def assigned_areas(players: Mapping[int, Vector2[Field]], seeds: Sequence[Point]) -> dict[int, int]:
    """Assign each area, in order, to the nearest robot that has none."""
    free = dict(players)
    found: dict[int, int] = {}
    for area, seed in enumerate(seeds):
        if free:
            position: Vector2[Field] = Vector2(*seed)
            nearest = min(free, key=lambda n: (free[n].distance_to(position), n))
            found[nearest] = area
            del free[nearest]
    return found | {number: len(seeds) - 1 for number in free}


def best_cell(
    where: BallSearchMap, mine: BoolArray, pose: Pose2[Robot, Field], parameters: SearchParameters
) -> Vector2[Field]:
    """Return the cell with the least time to reach it per value (HULKs 2021, 5.5.2)."""
    x, y = _centers(where)
    times = np.hypot(x - pose.x, y - pose.y) / parameters.walk_speed
    value = where.probabilities * parameters.probability_weight
    value = value + np.minimum(parameters.max_age, where.ages)
    cost = np.where(mine, (times + 2.0) / np.maximum(value, 1e-6), np.inf)
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return where.center_in_field(int(row), int(column))


def looking_pose(
    here: Vector2[Field], target: Vector2[Field], field: FieldDimensions, distance: float
) -> Pose2[Robot, Field]:
    """Return a pose near the target, on this robot's side, facing it."""
    offset = here - target
    if offset.norm <= distance:
        return facing(here, target) if offset.norm > 0.1 else Pose2.from_position(here, 0.0)
    return facing(clipped(target + offset.normalized() * distance, field), target)


def _centers(where: BallSearchMap) -> tuple[Vec, Vec]:
    rows, columns = where.probabilities.shape
    x = where.cell_size * (np.arange(columns) + 0.5 - 0.5 * columns)
    y = where.cell_size * (np.arange(rows) + 0.5 - 0.5 * rows)
    return np.broadcast_to(x[None, :], (rows, columns)), np.broadcast_to(
        y[:, None], (rows, columns)
    )
