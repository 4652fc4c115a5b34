"""The tutorial "Vision" works exactly as written."""

from pathlib import Path

import pytest
from tests.tutorials.following import Reader


@pytest.mark.slow
def test_vision_works_as_written(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.follow("vision.md")
    assert "a ball at 1." in reader.outputs["python draw.py"]  # m: the ball is 1.5 m away
    for name in ("upper", "percepts"):
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
    measured = [text for line, text in reader.outputs.items() if " eval " in line]
    assert len(measured) == 2
    assert "HulksBallDetector" not in measured[0]
    assert "HulksBallDetector" in measured[1]
