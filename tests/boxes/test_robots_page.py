"""The steps of docs/robots.md work as they are written."""

import re
from pathlib import Path
from typing import Any

import pytest

BOXES = Path(__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "robots.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_steps_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (team,) = blocks("toml")
    (tmp_path / "boxes.toml").write_text(team)
    monkeypatch.chdir(tmp_path)
    steps = blocks("python")
    assert len(steps) == 2
    for step in steps:
        exec(compile(step, str(PAGE), "exec"), {})


def test_the_team_on_the_page_is_the_tested_one() -> None:
    assert blocks("toml") == [Path(__file__).with_name("boxes.toml").read_text(encoding="utf-8")]


def test_a_package_of_ones_own_is_all_that_a_new_robot_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Follow the steps for a robot `cart` in a package `garage`, and change nothing else."""
    package = tmp_path / "garage"
    robot, kicks = package / "robots" / "cart", package / "config" / "robots" / "cart" / "kicks"
    robot.mkdir(parents=True)
    kicks.mkdir(parents=True)
    (package / "__init__.py").touch()
    kind = (BOXES / "robots" / "box" / "kind.py").read_text(encoding="utf-8")
    kind = kind.replace('name="box"', 'name="cart"').replace('"tests.boxes"', '"garage"')
    (robot / "kind.py").write_text(kind, encoding="utf-8")
    kick = (BOXES / "config" / "robots" / "box" / "kicks" / "charge.toml").read_text("utf-8")
    (kicks / "charge.toml").write_text(kick.replace('"box"', '"cart"'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    (team,) = blocks("toml")
    team = team.replace('"box"', '"cart"').replace('["tests', '["garage", "tests')
    (tmp_path / "boxes.toml").write_text(team, encoding="utf-8")
    check, play = blocks("python")
    exec(
        compile(check.replace('"box", ["tests.boxes"]', '"cart", ["garage"]'), "check", "exec"), {}
    )
    names: dict[str, Any] = {}
    exec(compile(play, "play", "exec"), names)
    assert names["match"].plans[0].kind.name == "cart"
