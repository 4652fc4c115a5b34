"""The train command: bad input ends with one sentence."""

import importlib.util

import pytest

from kickabout.commands.train import train
from kickabout.framework.errors import KickaboutError


def test_an_unknown_network_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(KickaboutError, match="Did you mean 'robots'"):
        train("robot")


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(KickaboutError, match=r"pip install -e '\.\[train\]' in the clone"):
        train("ball")
