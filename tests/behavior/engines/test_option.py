"""Rules of options."""

from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from kickabout.behavior.engines.cards import (
    BehaviorError,
    Engine,
    Option,
    Transitions,
    action_aborted,
    action_done,
    after,
    memory,
    negated,
    state,
)
from kickabout.behavior.engines.cards.graph import option_as_dot, option_as_text


@dataclass
class Room:
    """A small world: two facts and a list of actions."""

    light: bool = False
    alarm: bool = False
    done: list[str] = field(default_factory=list)


def is_light(option: Option[Room]) -> bool:
    return option.world.light


def is_alarm(option: Option[Room]) -> bool:
    return option.world.alarm


class Reader(Option[Room]):
    """Waits for light, then reads page by page."""

    pages: int = 2
    read = memory(0)

    def is_through(self) -> bool:
        return self.read >= self.pages

    common: ClassVar[Transitions] = {"flee": is_alarm}

    @state(initial=True, to={"reading": is_light})
    def waiting(self) -> None:
        self.world.done.append("wait")

    @state(to={"finished": is_through, "waiting": negated(is_light)})
    def reading(self) -> None:
        self.read += 1
        self.world.done.append(f"page {self.read} after {self.state_time:g} s")

    @state(target=True)
    def finished(self) -> None:
        self.world.done.append("finished")

    @state(aborted=True)
    def flee(self) -> None:
        self.world.done.append("flee")


class Day(Option[Room]):
    """Calls the reader until it is done."""

    @state(initial=True, to={"evening": action_done, "panic": action_aborted})
    def morning(self) -> None:
        self.call(Reader(pages=1))

    @state()
    def evening(self) -> None:
        self.world.done.append("sleep")

    @state()
    def panic(self) -> None:
        self.world.done.append("panic")


class Idler(Option[Room]):
    """Does nothing, so that others are not called."""


def test_the_transition_comes_before_the_action_even_in_the_first_cycle() -> None:
    room, engine = Room(light=True), Engine[Room]()
    engine.run(Reader(), room, 0.0)
    assert room.done == ["page 1 after 0 s"]


def test_there_is_at_most_one_state_change_per_cycle() -> None:
    room, engine = Room(light=True), Engine[Room]()
    engine.run(Reader(pages=0), room, 0.0)
    assert room.done == ["page 1 after 0 s"]
    engine.run(Reader(pages=0), room, 1.0)
    assert room.done[-1] == "finished"


def test_the_first_transition_that_holds_is_taken() -> None:
    room, engine = Room(light=True), Engine[Room]()
    engine.run(Reader(pages=1), room, 0.0)
    room.light = False
    engine.run(Reader(pages=1), room, 1.0)
    assert room.done[-1] == "finished"


def test_common_transitions_come_before_those_of_the_state() -> None:
    room, engine = Room(light=True, alarm=True), Engine[Room]()
    engine.run(Reader(), room, 0.0)
    assert room.done == ["flee"]


def test_an_option_not_called_in_the_last_cycle_restarts_without_memory() -> None:
    room, engine = Room(light=True), Engine[Room]()
    engine.run(Reader(pages=9), room, 0.0)
    engine.run(Reader(pages=9), room, 1.0)
    engine.run(Idler(), room, 2.0)
    graph = engine.run(Reader(pages=9), room, 3.0)
    assert room.done == ["page 1 after 0 s", "page 2 after 1 s", "page 1 after 0 s"]
    assert graph.options[0].option_since == 3.0


def test_option_time_and_state_time_count_from_their_own_beginnings() -> None:
    room, engine = Room(), Engine[Room]()
    engine.run(Reader(), room, 10.0)
    room.light = True
    graph = engine.run(Reader(), room, 12.0)
    assert graph.options[0].option_since == 10.0
    assert graph.options[0].state_since == 12.0


def test_a_caller_learns_in_the_next_cycle_that_its_action_is_done() -> None:
    room, engine = Room(light=True), Engine[Room]()
    for now in range(3):
        engine.run(Day(), room, float(now))
    assert room.done == ["page 1 after 0 s", "finished", "sleep"]


def test_a_caller_learns_that_its_action_was_aborted() -> None:
    room, engine = Room(alarm=True), Engine[Room]()
    engine.run(Day(), room, 0.0)
    engine.run(Day(), room, 1.0)
    assert room.done == ["flee", "panic"]


def test_a_second_call_in_a_cycle_acts_but_does_not_change_the_state() -> None:
    class Twice(Option[Room]):
        def execute(self) -> None:
            self.call(Reader(pages=1))
            self.call(Reader(pages=1))

    room = Room(light=True)
    Engine[Room]().run(Twice(), room, 0.0)
    assert room.done == ["page 1 after 0 s", "page 2 after 0 s"]


def test_the_activation_graph_lists_calls_in_order_with_depth_state_and_arguments() -> None:
    graph = Engine[Room]().run(Day(), Room(), 5.0)
    lines = [(o.depth, o.option, o.state, o.arguments) for o in graph.options]
    assert lines == [(0, "Day", "morning", ()), (1, "Reader", "waiting", ("pages=1",))]


def test_an_option_without_states_can_report_that_it_is_done() -> None:
    class Quick(Option[Room]):
        def execute(self) -> None:
            self.finish()

    class Boss(Option[Room]):
        @state(initial=True, to={"end": action_done})
        def begin(self) -> None:
            self.call(Quick())

        @state()
        def end(self) -> None: ...

    engine = Engine[Room]()
    engine.run(Boss(), Room(), 0.0)
    assert engine.run(Boss(), Room(), 1.0).options[0].state == "end"


def test_time_alone_can_be_a_condition() -> None:
    class Nap(Option[Room]):
        @state(initial=True, to={"awake": after(2.0)})
        def asleep(self) -> None: ...

        @state(target=True)
        def awake(self) -> None: ...

    engine = Engine[Room]()
    states = [engine.run(Nap(), Room(), t).options[0].state for t in (0.0, 1.9, 2.0)]
    assert states == ["asleep", "asleep", "awake"]


def test_an_option_that_calls_itself_is_refused() -> None:
    class Mirror(Option[Room]):
        def execute(self) -> None:
            self.call(Mirror())

    with pytest.raises(BehaviorError, match="Mirror calls itself"):
        Engine[Room]().run(Mirror(), Room(), 0.0)


def test_a_transition_to_an_unknown_state_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BehaviorError, match=r"unknown state 'end2'. Did you mean 'end'"):

        class Lost(Option[Room]):
            @state(initial=True, to={"end2": is_light})
            def begin(self) -> None: ...

            @state()
            def end(self) -> None: ...


def test_an_option_needs_exactly_one_initial_state() -> None:
    with pytest.raises(BehaviorError, match="exactly one initial state and has 0"):

        class Headless(Option[Room]):
            @state()
            def begin(self) -> None: ...


def test_a_condition_without_a_name_is_refused() -> None:
    with pytest.raises(BehaviorError, match="needs a name"):

        class Secret(Option[Room]):
            @state(initial=True, to={"end": lambda option: True})
            def begin(self) -> None: ...

            @state()
            def end(self) -> None: ...


def test_graphs_are_drawn_from_the_declarations() -> None:
    text = option_as_text(Reader)
    assert "waiting (initial)\n    → reading: is light" in text
    assert "* → flee: is alarm" in text
    dot = option_as_dot(Reader)
    assert '"reading" -> "finished" [label="is through"];' in dot
    assert '"finished" [shape=doublecircle, style=solid];' in dot
