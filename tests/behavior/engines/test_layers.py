"""The engine of five layers: one state per layer, durations, shortcuts and forced states."""

from dataclasses import dataclass

import pytest

from kickabout.behavior.engines.layers import (
    LayerEngine,
    LayerError,
    LayerState,
    SkillCall,
    activation_graph,
    after,
    analyzed,
    internal,
    lower_done,
    quantities_of,
    quantity,
    skill,
)
from kickabout.representations import BehaviorLayer, BehaviorRequest

ROLE, GAME, OPTION, SUB, SKILL = list(BehaviorLayer)[1:]
DT = 0.1


@dataclass
class Situation:
    """What the toys look at."""

    sees_ball: bool = False
    is_near: bool = False
    speed: float = 1.0

    @quantity
    def twice(self) -> float:
        """Twice the speed. Not more."""
        return 2.0 * self.speed

    @quantity
    def legs(self) -> int:
        """Number of legs."""
        return 4


@skill
def turn(world: Situation, speed: float = 0.5, loudly: bool = False) -> str:
    return f"turn {speed * world.speed:g}"


@skill
def stand(world: Situation) -> str:
    return "stand"


class Swing(LayerState[Situation, str]):
    """Both internal states select the same skill with opposite parameters."""

    layer = SUB

    @internal(initial=True, to={"right": after(0.45)})
    def left(self) -> SkillCall[Situation, str]:
        return turn(speed=0.5)

    @internal(final=True, to={"left": after(0.45)})
    def right(self) -> SkillCall[Situation, str]:
        return turn(speed=-0.5)


class Rest(LayerState[Situation, str]):
    layer = SUB

    @internal(initial=True)
    def rest(self) -> SkillCall[Situation, str]:
        return stand()


class Search(LayerState[Situation, str]):
    layer = OPTION

    @internal(initial=True, to={"rest": lower_done})
    def swing(self) -> type[LayerState[Situation, str]]:
        return Swing

    @internal(to={"swing": after(0.25)})
    def rest(self) -> type[LayerState[Situation, str]]:
        return Rest


class Approach(LayerState[Situation, str]):
    """Uses the same sub-option as Search."""

    layer = OPTION

    @internal(initial=True)
    def swing(self) -> type[LayerState[Situation, str]]:
        return Swing


def sees_ball(state: LayerState[Situation, str]) -> bool:
    return state.world.sees_ball


def is_near(state: LayerState[Situation, str]) -> bool:
    return state.world.is_near


class Play(LayerState[Situation, str]):
    layer = GAME

    @internal(initial=True, to={"approach": sees_ball})
    def search(self) -> type[LayerState[Situation, str]]:
        return Search

    @internal(to={"halt": is_near})
    def approach(self) -> type[LayerState[Situation, str]]:
        return Approach

    @internal()
    def halt(self) -> SkillCall[Situation, str]:
        """A shortcut to a skill."""
        return stand()


class Player(LayerState[Situation, str]):
    layer = ROLE

    @internal(initial=True)
    def play(self) -> type[LayerState[Situation, str]]:
        return Play


STATES = (Player, Play, Search, Approach, Swing, Rest)


class Actor:
    """Runs an engine at ten cycles a second."""

    def __init__(self) -> None:
        self.engine = LayerEngine[Situation, str](STATES, (turn, stand))
        self.world = Situation()
        self.request: BehaviorRequest | None = None
        self.cycle = 0

    @property
    def now(self) -> float:
        return self.cycle * DT

    def run(self, cycles: int = 1) -> str:
        result = ""
        for _ in range(cycles):
            self.cycle += 1
            result = self.engine.run(self.world, Player, now=self.now, request=self.request)
        return result

    def name(self, layer: BehaviorLayer) -> str:
        entry = self.engine.active.get(layer)
        return entry.name if entry else ""

    def duration(self, layer: BehaviorLayer) -> float:
        return self.now - self.engine.active[layer].since


def test_a_thousand_cycles_have_exactly_one_active_state_per_layer() -> None:
    actor = Actor()
    for _ in range(1000):
        result = actor.run()
        assert list(actor.engine.active) == [ROLE, GAME, OPTION, SUB, SKILL]
        assert result in ("turn 0.5", "turn -0.5", "stand")


def test_two_internal_states_use_the_same_skill_with_opposite_parameters() -> None:
    actor = Actor()
    actor.request = BehaviorRequest(layer=SUB, state="Swing")
    results = [actor.run() for _ in range(12)]
    assert results == ["turn 0.5"] * 5 + ["turn -0.5"] * 5 + ["turn 0.5"] * 2


def test_an_internal_state_stays_until_a_condition_is_met() -> None:
    actor = Actor()
    actor.run(5)
    assert actor.engine.active[GAME].internal == "search"
    actor.world.sees_ball = True
    actor.run()
    assert actor.engine.active[GAME].internal == "approach"
    actor.world.sees_ball = False
    actor.run(20)
    assert actor.engine.active[GAME].internal == "approach"


def test_a_timer_goes_on_if_only_the_layer_above_has_changed() -> None:
    actor = Actor()
    actor.run(4)
    actor.world.sees_ball = True
    actor.run(3)
    assert actor.name(OPTION) == "Approach"
    assert actor.duration(OPTION) == pytest.approx(2 * DT)
    assert actor.name(SUB) == "Swing"
    assert actor.duration(SUB) == pytest.approx(6 * DT)
    assert actor.duration(ROLE) == pytest.approx(6 * DT)


def test_a_game_state_may_select_a_skill_directly() -> None:
    actor = Actor()
    actor.world = Situation(sees_ball=True, is_near=True)
    assert actor.run(3) == "stand"
    assert list(actor.engine.active) == [ROLE, GAME, SKILL]
    actor.world = Situation()
    assert actor.name(OPTION) == ""


def test_a_skipped_state_starts_again() -> None:
    actor = Actor()
    actor.run(3)
    actor.request = BehaviorRequest(layer=SKILL, state="Stand")
    actor.run()
    actor.request = None
    actor.run()
    assert actor.duration(SUB) == 0.0


def test_a_state_above_notices_a_final_internal_state() -> None:
    actor = Actor()
    actor.run(6)
    assert actor.name(SUB) == "Swing"
    actor.run()
    assert actor.engine.active[OPTION].internal == "rest"
    assert actor.name(SUB) == "Rest"


@pytest.mark.parametrize("forced", [(OPTION, "Approach"), (SUB, "Rest"), (GAME, "Play")])
def test_a_forced_state_stays_active_and_the_layers_below_run(
    forced: tuple[BehaviorLayer, str],
) -> None:
    layer, name = forced
    actor = Actor()
    actor.run(3)
    actor.request = BehaviorRequest(layer=layer, state=name)
    for seen in (False, True, False):
        actor.world.sees_ball = seen
        actor.run(10)
        assert actor.name(layer) == name
        assert next(iter(actor.engine.active)) is layer
        assert SKILL in actor.engine.active
    actor.request = BehaviorRequest()
    actor.run()
    assert actor.name(ROLE) == "Player"


def test_a_forced_skill_gets_its_parameters() -> None:
    actor = Actor()
    actor.request = BehaviorRequest(layer=SKILL, state="Turn", arguments={"speed": 0.25, "x": 1.0})
    assert actor.run() == "turn 0.25"
    actor.request = BehaviorRequest(layer=SKILL, state="Turn")
    assert actor.run() == "turn 0.5"


def test_an_unknown_forced_state_changes_nothing() -> None:
    actor = Actor()
    actor.request = BehaviorRequest(layer=OPTION, state="ApproachSlowly")
    actor.run()
    assert actor.name(ROLE) == "Player"


def test_the_graph_has_a_depth_for_each_layer() -> None:
    actor = Actor()
    actor.run(3)
    options = activation_graph(actor.engine.active).options
    assert [option.depth for option in options] == [0, 1, 2, 3, 4]
    assert options[-1].option == "Turn"
    assert options[-1].arguments == ("speed=0.50", "loudly=False")
    assert options[3].option_since == pytest.approx(DT)


def test_names_are_listed_by_layer() -> None:
    engine = Actor().engine
    assert engine.names(SUB) == ("Swing", "Rest")
    assert engine.names(SKILL) == ("Turn", "Stand")


def test_quantities_have_names_types_and_values() -> None:
    listed = quantities_of(Situation)
    assert [(q.name, q.type) for q in listed.values()] == [("twice", float), ("legs", int)]
    assert listed["legs"].doc == "Number of legs."
    assert analyzed(Situation(speed=3.0)) == {"twice": 6.0, "legs": 4}


def test_a_state_may_only_select_a_lower_one() -> None:
    class Upward(LayerState[Situation, str]):
        layer = SUB

        @internal(initial=True)
        def up(self) -> type[LayerState[Situation, str]]:
            return Search

    engine = LayerEngine[Situation, str]((Upward,), ())
    with pytest.raises(LayerError, match=r"Upward\.up selects Search"):
        engine.run(Situation(), Upward, now=0.0)


def test_wrong_declarations_are_refused() -> None:
    with pytest.raises(LayerError, match=r"no internal state 'swin'\. Did you mean 'swing'"):

        class Lost(LayerState[Situation, str]):
            layer = OPTION

            @internal(initial=True, to={"swin": sees_ball})
            def swing(self) -> type[LayerState[Situation, str]]:
                return Swing

    with pytest.raises(LayerError, match="0 initial"):

        class Headless(LayerState[Situation, str]):
            layer = OPTION

            @internal()
            def swing(self) -> type[LayerState[Situation, str]]:
                return Swing

    twin = type("Rest", (Rest,), {})
    with pytest.raises(LayerError, match="two states"):
        LayerEngine[Situation, str]((Rest, twin), ())
    with pytest.raises(TypeError, match="no default for speed"):

        @skill
        def rush(world: Situation, speed: float) -> str:
            return "rush"
