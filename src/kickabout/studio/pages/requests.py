"""What pages may ask beyond the newest, each checked before it is used."""

from typing import Annotated, Any

import msgspec

Name = Annotated[str, msgspec.Meta(max_length=120)]
Paths = Annotated[tuple[Name, ...], msgspec.Meta(max_length=24)]
Time = Annotated[float, msgspec.Meta(ge=0.0, le=1e10)]  # s


class Layouts(
    msgspec.Struct, tag="layouts", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Layouts of panels that were saved under a name."""

    id: int


class KeepLayout(
    msgspec.Struct, tag="keep layout", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Save a layout under a name, or delete it."""

    id: int
    name: Name
    layout: dict[str, Any] | None


class AskOverview(
    msgspec.Struct, tag="overview", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """The extremes of numbers over a stretch of a recording, for as many points as a chart has."""

    id: int
    robot: Name
    paths: Paths
    start: Time
    end: Time
    points: Annotated[int, msgspec.Meta(ge=2, le=4000)]


class AskBehavior(
    msgspec.Struct, tag="behavior", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """What a robot's behavior did over a whole recording, or in a match until a time."""

    id: int
    robot: Name
    end: Time = 0.0


class AskPositions(
    msgspec.Struct, tag="positions", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Where ball and robots were at another time than the one that is shown."""

    id: int
    time: Time


PageRequest = Layouts | KeepLayout | AskOverview | AskBehavior | AskPositions
