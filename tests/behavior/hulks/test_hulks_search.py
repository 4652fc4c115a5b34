"""Do HULKs' searchers divide the field, follow the best map and visit likely cells?"""

from dataclasses import replace

import numpy as np
from tests.behavior.hulks.test_hulks_actions import PARAMETERS, view_of, walk_in
from tests.behavior.situations import Situation, pose

from kickabout.behavior.hulks.action import WalkingMode
from kickabout.behavior.hulks.search import (
    area_of_cells,
    assigned_areas,
    best_cell,
    chosen_position,
    divided_field,
)
from kickabout.behavior.hulks.view import Memory, View
from kickabout.geometry import Field, Vector2
from kickabout.representations import BallSearchMap, Role, TeamData, Teammate


def search_map() -> BallSearchMap:
    cells = np.full((12, 18), 1.0 / 216.0)
    return BallSearchMap(probabilities=cells, ages=np.zeros((12, 18)), cell_size=0.5)


def test_areas_cover_each_cell_once_and_each_robot_gets_the_nearest() -> None:
    seeds = PARAMETERS.search.seeds
    areas = area_of_cells(search_map(), seeds)
    assert set(areas.ravel().tolist()) == set(range(len(seeds)))
    positions = {n: Vector2[Field](*seed) for n, seed in enumerate(seeds, start=2)}
    assert assigned_areas(positions, seeds) == {2: 0, 3: 1, 4: 2, 5: 3}


def searching(memory: Memory, *teammates: Teammate) -> View:
    view = view_of(Situation(role=Role.SEARCHER, ball=None, here=pose(-2.0, 0.0)), memory)
    others = replace(view.world.others, team=TeamData(teammates=teammates))
    world = replace(view.world, others=others)
    return replace(view, world=world)


def test_a_searcher_follows_the_map_that_was_updated_longest() -> None:
    where = replace(search_map(), updated_for=50.0)
    memory = Memory(areas=((4, 0),))
    position: Vector2[Field] = Vector2(3.0, 1.0)
    longer_updated = Teammate(
        number=2, search_positions=(None, None, None, position), map_age=90.0, received_at=99.5
    )
    assert chosen_position(searching(memory, longer_updated), where) == position
    own = chosen_position(searching(memory), where)
    assert own is not None
    assert own != position
    for unsuitable in (
        replace(longer_updated, map_age=10.0),
        replace(longer_updated, received_at=80.0),
    ):
        assert chosen_position(searching(memory, unsuitable), where) == own


def test_areas_stay_until_a_searcher_joins() -> None:
    alone = searching(Memory())
    areas = divided_field(alone)
    assert areas == ((4, 0),)
    kept = Memory(areas=((4, 3),))
    assert divided_field(replace(alone, memory=kept)) == ((4, 3),)


def test_a_searcher_without_a_map_turns_around() -> None:
    walk = walk_in(Situation(role=Role.SEARCHER, ball=None))
    assert walk.mode is WalkingMode.VELOCITY
    assert walk.velocity.theta > 0.0


def test_a_likely_cell_is_worth_a_longer_walk() -> None:
    where = search_map()
    everywhere = np.ones(where.probabilities.shape, np.bool_)
    here = pose(-4.0, 0.0)
    near = best_cell(where, everywhere, here, PARAMETERS.search)
    assert near.distance_to(here.position) < 0.5
    likely = where.probabilities.copy()
    likely[6, 14] = 0.8
    found = best_cell(replace(where, probabilities=likely), everywhere, here, PARAMETERS.search)
    assert found == where.center_in_field(6, 14)
