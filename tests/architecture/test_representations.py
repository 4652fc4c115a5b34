"""Every representation: its default is valid, frozen, documented, and can be sent and drawn."""

import dataclasses
import pickle

import pytest
from tests.architecture.comparison import same

from kickabout.framework.debug import DebugChannel
from kickabout.framework.representation import all_representations, has_functions

ALL = list(all_representations())


@pytest.mark.parametrize("cls", ALL, ids=lambda c: c.__name__)
def test_the_default_is_valid_and_frozen(cls: type) -> None:
    value = cls()
    check = getattr(value, "check", None)
    if check is not None:
        check()
    name = dataclasses.fields(cls)[0].name
    with pytest.raises(AttributeError):
        setattr(value, name, getattr(value, name))
    assert cls.__doc__


@pytest.mark.parametrize("cls", ALL, ids=lambda c: c.__name__)
def test_each_default_survives_pickling(cls: type) -> None:
    if not has_functions(cls):
        assert same(pickle.loads(pickle.dumps(cls())), cls())


@pytest.mark.parametrize("cls", [c for c in ALL if hasattr(c, "draw")], ids=lambda c: c.__name__)
def test_the_default_can_be_drawn(cls: type) -> None:
    channel = DebugChannel()
    channel.listen("*")
    cls().draw(channel.debug_of(cls.__name__))
    assert all(message.name.startswith(cls.__name__) for message in channel.taken())
