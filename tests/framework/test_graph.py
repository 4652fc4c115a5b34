"""The module graph: order of execution, and errors that name the modules involved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.framework.toys.comparer import Comparer
from tests.framework.toys.guesser import Guesser
from tests.framework.toys.summer import Summer
from tests.framework.toys.teams import agent, plan, team
from tests.framework.toys.things import Difference, Doubled, Reading, Total

from kickabout.framework import GraphError, KickaboutError, Team, build_graph
from kickabout.framework.module import declaration_of


def order(built: Team, thread: str = "main") -> list[str]:
    return [node.name for node in build_graph(built).thread(thread).nodes]


def test_the_signature_is_the_declaration() -> None:
    declared = declaration_of(Summer)
    assert declared.requires == (Doubled,)
    assert [(i.representation, i.last) for i in declared.inputs] == [
        (Doubled, False),
        (Total, True),
    ]
    assert declared.provides == (Total,)


def test_bundled_inputs_are_unfolded() -> None:
    assert [(i.representation, i.last) for i in declaration_of(Comparer).inputs] == [
        (Total, False),
        (Total, True),
    ]


@given(st.permutations(["Comparer", "Summer", "Doubler"]))
def test_modules_are_sorted_independently_of_the_list(listed: list[str]) -> None:
    assert order(team(plan("main", *listed))) == ["Doubler", "Summer", "Comparer"]


def test_two_providers_are_both_named() -> None:
    with pytest.raises(GraphError, match="Doubler and Tripler both provide Doubled"):
        build_graph(team(plan("main", "Doubler", "Tripler")))


def test_a_choice_between_two_providers_is_respected() -> None:
    chosen = team(plan("main", "Doubler", "Tripler", providers={"Doubled": "Tripler"}))
    assert order(chosen) == ["Tripler"]


def test_one_output_of_several_can_be_left_to_another_module() -> None:
    graph = build_graph(team(plan("main", "Twin", "Doubler", providers={"Doubled": "Doubler"})))
    twin = graph.thread("main").provider_of(Difference)
    assert twin is not None
    assert twin.provides == (None, Difference)


def test_the_error_for_a_missing_provider_names_possible_ones() -> None:
    with pytest.raises(
        GraphError, match=r"Summer requires Doubled, but no module .*Doubler.*Tripler"
    ):
        build_graph(team(plan("main", "Summer")))


def test_defaults_replace_a_provider_only_if_listed() -> None:
    assert order(team(plan("main", "Summer", defaults=("Doubled",)))) == ["Summer"]


def test_an_input_with_a_default_value_is_optional() -> None:
    assert [i.optional for i in declaration_of(Guesser).inputs] == [False, True]
    alone = agent("Guesser")
    alone.run("main", 0.0, (Reading(value=1.0),))
    assert alone["Total"].value == 1.0


def test_an_optional_input_is_used_if_a_module_provides_it() -> None:
    both = agent("Guesser", "Doubler")
    both.run("main", 0.0, (Reading(value=1.0),))
    assert both["Total"].value == 3.0


def test_an_optional_input_of_one_module_is_still_required_by_another() -> None:
    with pytest.raises(GraphError, match="Summer requires Doubled"):
        build_graph(team(plan("main", "Guesser", "Summer", providers={"Total": "Summer"})))


def test_the_error_for_a_cycle_names_both_modules() -> None:
    with pytest.raises(
        GraphError, match="Chicken requires Difference of Egg, Egg requires Total of"
    ):
        build_graph(team(plan("main", "Chicken", "Egg")))


def test_unknown_modules_get_a_suggestion() -> None:
    with pytest.raises(KickaboutError, match=r"no module 'Dubler'. Did you mean 'Doubler'"):
        build_graph(team(plan("main", "Dubler")))


def test_unknown_representations_get_a_suggestion() -> None:
    with pytest.raises(KickaboutError, match=r"no representation 'Dubled'. Did you mean 'Doubled'"):
        build_graph(team(plan("main", "Doubler", providers={"Dubled": "Doubler"})))


def test_a_provider_that_cannot_provide_is_refused() -> None:
    with pytest.raises(GraphError, match="Summer does not provide Doubled"):
        build_graph(team(plan("main", "Doubler", "Summer", providers={"Doubled": "Summer"})))


def test_functions_do_not_cross_threads() -> None:
    with pytest.raises(GraphError, match="holds functions"):
        build_graph(team(plan("one", "PlannerMaker"), plan("two", "PlannerUser")))


def test_two_threads_providing_the_same_must_trigger_or_be_named() -> None:
    left, right = plan("left", "Doubler"), plan("right", "Tripler")
    with pytest.raises(GraphError, match="left and right provide"):
        build_graph(team(left, right, plan("main", "Summer", inputs=())))
    follows = plan("main", "Summer", inputs=(), after=("left", "right"))
    assert build_graph(team(left, right, follows)).thread("main").hand_overs[0].threads == (
        "left",
        "right",
    )
    named = build_graph(team(left, right, plan("main", "Asker", inputs=())))
    assert named.thread("main").hand_overs[0].threads == ("right",)


def test_threads_cannot_run_after_each_other() -> None:
    one = plan("one", "Doubler", after=("two",))
    two = plan("two", "Tripler", after=("one",))
    with pytest.raises(GraphError, match="run after each other"):
        build_graph(team(one, two))
