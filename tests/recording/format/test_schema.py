"""Viewers can read the schema of everything that may be recorded, and the values fit it."""

import typing
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.recording.format.viewer_schema import UnsupportedSchemaError, misfits, viewer_types

from kickabout.framework.paths import field_names
from kickabout.framework.representation import all_representations, has_functions
from kickabout.geometry import FloatArray
from kickabout.geometry.arrays import readonly, unit, zeros
from kickabout.recording.format.codec import encoded, plain
from kickabout.recording.format.messages import (
    Annotation,
    Change,
    CompressedImage,
    CycleInfo,
    DebugShown,
)
from kickabout.recording.format.schema import schema_of, schema_text
from kickabout.simulation.referee.decisions import Decision, GoalScored
from kickabout.simulation.referee.view import RobotId, TeamSide

REPRESENTATIONS = [kind for kind in all_representations() if not has_functions(kind)]
OTHERS = [CycleInfo, Change, Annotation, DebugShown, CompressedImage]
RECORDED = [*REPRESENTATIONS, *OTHERS, *typing.get_args(Decision)]
OF_ANY_TYPE = {"Change": {"arguments"}, "DebugShown": {"content"}}  # schemas cannot describe them


def schema(kind: type) -> Any:
    return msgspec.json.decode(schema_text(kind))


@pytest.mark.parametrize("kind", RECORDED, ids=lambda kind: kind.__name__)
def test_viewers_read_every_schema_and_know_every_field(kind: type) -> None:
    types = viewer_types(schema(kind), kind.__name__)
    left_out = OF_ANY_TYPE.get(kind.__name__, set())
    assert types[kind.__name__].keys() == set(field_names(kind)) - left_out


def test_decisions_of_the_referee_fit_their_schema() -> None:
    goal = GoalScored(team=TeamSide.AWAY, scorer=RobotId(TeamSide.AWAY, 4), score=(0, 1))
    types = viewer_types(schema(GoalScored), "GoalScored")
    assert types["GoalScored.scorer"].keys() == {"team", "number"}
    assert plain(encoded(goal))["scorer"] == {"team": "away", "number": 4}
    assert not list(misfits(plain(encoded(goal)), types, "GoalScored"))


@pytest.mark.parametrize("kind", REPRESENTATIONS, ids=lambda kind: kind.__name__)
def test_values_fit_their_schema(kind: type) -> None:
    name = kind.__name__
    assert not list(misfits(plain(encoded(kind())), viewer_types(schema(kind), name), name))


class Fruit(Enum):
    APPLE = "apple"
    PEAR = "pear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basket:
    """A sample of all kinds of fields."""

    fruit: Fruit = Fruit.APPLE
    weight: float | None = None
    angles: FloatArray = zeros(25)
    covariance: FloatArray = unit(3)
    sizes: "np.ndarray[Any, np.dtype[np.int32]]"
    packets: tuple[bytes, ...] = ()
    pieces: dict[str, float]
    inner: "Basket | None" = None
    pairs: tuple[tuple[int, int], ...] = ()


def test_enumerations_optionals_and_vectors_have_plain_types() -> None:
    fields = schema(Basket)["properties"]
    assert fields["fruit"] == {"type": "string", "enum": ["apple", "pear"]}
    assert fields["weight"] == {"type": "number"}
    assert fields["angles"] == {"type": "array", "items": {"type": "number"}}
    assert fields["pieces"]["additionalProperties"] == {"type": "number"}
    assert fields["inner"]["properties"]["fruit"] == fields["fruit"]
    assert "pairs" not in fields  # a list of lists


def test_arrays_have_the_form_that_their_schema_names() -> None:
    numbers = readonly(np.arange(25.0))
    large = readonly(np.zeros((20, 20)))
    types = viewer_types(schema(Basket), "Basket")
    for covariance in (readonly(np.eye(3)), large):
        basket = Basket(
            angles=numbers,
            covariance=covariance,
            sizes=np.zeros(3, np.int32),
            packets=(b"\x00",),
            pieces={"left": 1.0},
            weight=np.inf,
        )
        found = plain(encoded(basket))
        assert found["angles"] == numbers.tolist()
        assert not list(misfits(found, types, "Basket"))


def test_a_viewer_would_notice_a_value_that_does_not_fit() -> None:
    types = viewer_types(schema(Basket), "Basket")
    assert list(misfits({"angles": {"base64": "AAAA"}}, types, "Basket")) == ["Basket.angles"]
    assert list(misfits({"weight": "much"}, types, "Basket")) == ["Basket.weight"]


@pytest.mark.parametrize(
    "field",
    [
        {"anyOf": [{"type": "null"}, {"type": "number"}]},
        {"enum": ["a", "b"]},
        {"type": "array"},
        {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
        {"type": "array", "items": {"type": "string", "contentEncoding": "base64"}},
        {"type": "object"},
    ],
)
def test_viewers_refuse_what_recordings_once_had(field: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedSchemaError):
        viewer_types({"type": "object", "properties": {"field": field}}, "Old")


def test_a_type_without_fields_has_no_schema() -> None:
    assert schema_of(Any) is None
    assert schema_of(tuple[int | str, ...]) is None
