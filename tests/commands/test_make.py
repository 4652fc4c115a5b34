"""Does `make play` say where the command is, and how the match ends?"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_play_names_the_folder_of_the_command_and_ctrl_c() -> None:
    lines = subprocess.run(
        ["make", "--dry-run", "play"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    said = next(line for line in lines if line.startswith("echo") and "Ctrl+C" in line)
    assert "kickabout is in .venv/bin" in said
    assert ". .venv/bin/activate" in said
    assert lines.index(said) < next(i for i, line in enumerate(lines) if "kickabout play" in line)
