"""Are the shipped networks small, documented and deterministic?"""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.robot_configuration import NETS
from kickabout.framework.teams.toml_file import read_toml
from kickabout.perception.networks import network
from kickabout.robots.nao.configuration import NAO

SHAPES = {
    "ball": (2, 1, 32, 32),
    "ball_glance": (2, 1, 16, 16),
    "ball_second_look": (2, 1, 64, 64),
    "hulks_ball_preclassifier": (2, 1, 32, 32),
    "hulks_ball_classifier": (2, 1, 32, 32),
    "hulks_ball_positioner": (2, 1, 32, 32),
    "robots": (2, 1, 120, 160),
    "boundary": (2, 3, 60, 80),
}


def test_all_networks_are_shipped() -> None:
    assert set(SHAPES) <= set(NAO.names(NETS))


@pytest.mark.parametrize("name", SHAPES)
def test_each_network_is_small_and_has_a_card(name: str) -> None:
    path: Path = NAO.find(NETS, name)
    assert path.with_suffix(".onnx").stat().st_size <= 300_000
    card = read_toml(path).data
    assert card["name"] == name
    assert card["command"].startswith("kickabout train ")
    assert card["metrics"]
    for key in ("date", "data", "held_out", "input", "outputs"):
        assert card[key]


@pytest.mark.parametrize("name", SHAPES)
def test_networks_have_one_output_per_picture_and_are_deterministic(name: str) -> None:
    pictures = np.random.default_rng(1).standard_normal(SHAPES[name]).astype(np.float32)
    first, second = network(NAO, name)(pictures), network(NAO, name)(pictures)
    for one, other in zip(first, second, strict=True):
        assert len(one) == 2
        assert np.isfinite(one).all()
        assert np.array_equal(one, other)


def test_an_unknown_network_is_named() -> None:
    with pytest.raises(ConfigurationError, match="robot 'nao' has no network 'robotz'"):
        network(NAO, "robotz")
