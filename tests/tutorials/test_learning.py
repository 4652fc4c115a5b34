"""The tutorial "Learning" works exactly as written."""

from pathlib import Path

import pytest
from tests.tutorials.following import Reader

pytest.importorskip("cma", reason="searching needs the extra 'tune'")


@pytest.mark.slow
def test_learning_works_as_written(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.follow("learning.md")
    assert "step_duration" in (tmp_path / "tuned_walk.toml").read_text(encoding="utf-8")
    assert (tmp_path / "tune_walk.state").exists()
    shown = reader.outputs["kickabout parameters fast_team.toml WalkEngine"]
    assert "0.255" in shown
    if any(line.startswith("kickabout train") for line in reader.outputs):
        assert list((tmp_path / "nets").glob("*.onnx"))
