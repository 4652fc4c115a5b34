"""The tutorial "Your first hour" works exactly as written."""

from pathlib import Path

import pytest
from tests.tutorials.following import Reader


@pytest.mark.slow
def test_the_first_hour_works_as_written(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.follow("first_hour.md")
    before, after = (reader.outputs[f"python cards.py {name}.mcap"] for name in ("before", "after"))
    assert "KickAtGoalCard" in before
    assert "KickAtGoalCard" not in after
    assert "DribbleToGoalCard" in after
    assert "no deviation" in reader.outputs["kickabout replay before.mcap --robot home/2 --compare"]
    for name in ("before", "after"):
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
    swapped = reader.outputs["kickabout modules bhuman2019 bhuman2019+BallModel=LastSeenBall"]
    assert "LastSeenBall" in swapped


def test_a_reader_stops_at_a_page_that_does_not_work(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    (tmp_path / "list.toml").write_text("a\nb\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="0 times"):
        reader._block("diff", "list.toml", " b\n-a\n")
    with pytest.raises(AssertionError, match="no team"):
        reader._block("sh", "", "kickabout play nosuch\n")
