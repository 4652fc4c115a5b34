"""The steps of docs/robots.md work as they are written."""

import re
from pathlib import Path

import pytest

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
