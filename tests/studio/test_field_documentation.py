"""What fields mean is found in the source of the representations."""

import ast
import dataclasses
import json

import pytest

from kickabout.framework.representation import all_representations
from kickabout.studio.pages.field_documentation import documentation, type_name


def test_every_representation_is_documented() -> None:
    found = json.loads(documentation())
    for kind in all_representations():
        if not kind.__module__.startswith("kickabout.representations"):
            continue  # of other tests
        entry = found[kind.__name__]
        assert entry["representation"], kind
        assert entry["about"], kind
        names = {field.name for field in dataclasses.fields(kind)}
        assert set(entry["fields"]) >= names, kind


def test_units_and_types_are_known() -> None:
    fields = json.loads(documentation())["BallModel"]["fields"]
    assert fields["position_in_robot"][0] == "Vector2"
    assert fields["velocity_in_robot"][1].startswith("m/s")


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("float", "float"),
        ("tuple[PathCorner, ...]", "PathCorner"),
        ("Pose2[Robot, Field]", "Pose2"),
        ("Vector2[Field] | None", "Vector2"),
        ("Mapping[str, Penalty]", "Penalty"),
        ("'BallModel'", "BallModel"),
    ],
)
def test_the_type_is_that_of_what_matters(annotation: str, expected: str) -> None:
    assert type_name(ast.parse(annotation, mode="eval").body) == expected
