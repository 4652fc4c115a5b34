"""The cache commands show and delete compiled code."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.framework.compilation import cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    for name in ("one.kernel", "two.kernel"):
        (tmp_path / name).write_bytes(bytes(600_000))
    return tmp_path


def kickabout(*words: str) -> str:
    return CliRunner().invoke(app, words, catch_exceptions=False).output


def test_info_shows_folder_count_and_size(folder: Path) -> None:
    (row,) = json.loads(kickabout("cache", "info", "--json"))
    assert row == {"folder": str(folder), "kernels": 2, "MB": 1.2, "at most MB": 1074}


def test_clear_deletes_all_and_says_how_much(folder: Path) -> None:
    assert kickabout("cache", "clear") == "deleted 2 compiled kernels, 1.2 MB\n"
    assert not list(folder.iterdir())
    assert kickabout("cache", "clear") == "deleted 0 compiled kernels, 0.0 MB\n"
