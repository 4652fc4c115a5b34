"""A match on the command line: slips cost nothing that was there before."""

from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.framework import KickaboutError


def played(*words: str) -> Result:
    return CliRunner().invoke(app, ["play", *words, "--no-studio"])


@pytest.mark.parametrize(
    "slip",
    [
        ("nonsense",),
        ("dummies+JointRequest=Nonsense",),
        ("dummies", "--field", "nowhere"),
        ("dummies", "--workers", "-1"),
        ("dummies", "--recording", "nowhere"),
        ("dummies", "--wire-to", "nowhere"),
    ],
)
def test_a_slip_leaves_an_earlier_recording_as_it_was(
    tmp_path: Path, slip: tuple[str, ...]
) -> None:
    path = tmp_path / "keep.mcap"
    path.write_bytes(b"an earlier match")
    assert isinstance(played(*slip, "--record", str(path)).exception, KickaboutError)
    assert path.read_bytes() == b"an earlier match"


def test_a_recording_is_written_once_the_match_is_possible(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    words = ("dummies", "dummies", "--robots", "1", "--workers", "0", "--duration", "0.1")
    result = played(*words, "--record", str(path))
    assert result.exit_code == 0, result.output
    assert f"recorded to {path}" in result.output
    assert path.stat().st_size > 1000
