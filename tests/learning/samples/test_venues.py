"""Venues have the fields of the wanted leagues."""

from pathlib import Path

import numpy as np

from kickabout.learning.samples.datasets import key_of_fields
from kickabout.learning.samples.venues import random_venue

LEGGED = str(Path(__file__).parents[2] / "leagues" / "legged.toml")


def test_a_venue_has_the_field_of_a_wanted_league() -> None:
    assert random_venue(np.random.default_rng(1), leagues=[LEGGED]).field.name == "legged"
    assert random_venue(np.random.default_rng(1)).field.name in ("spl2019", "spl2020")


def test_samples_of_other_fields_are_kept_in_other_files() -> None:
    assert key_of_fields(()) == ""
    assert len({key_of_fields([name]) for name in ("spl2019", "spl2021", LEGGED)}) == 3
