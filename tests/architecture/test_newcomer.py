"""The five steps of CONTRIBUTING.md work exactly as written there."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

from tests.architecture.source import ROOT


def _run(folder: Path, command: str) -> str:
    """Run a command of the text with the source in a folder."""
    words = command.split()
    if words[0] == "kickabout":
        words = [sys.executable, "-m", *words]
    elif words[0] == "pytest":
        words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words[1:]]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_a_newcomer_adds_a_module_in_five_steps(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests").mkdir()
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text[text.index("## Add a module in five steps") :]
    section = section[: section.index("\n## ", 5)]
    blocks = re.findall(r"```(\w+)(?: (\S+))?\n(.*?) *```", section, re.DOTALL)
    outputs = []
    for language, target, indented in blocks:
        content = textwrap.dedent(indented)
        if language == "sh":
            outputs += [_run(tmp_path, line) for line in content.strip().splitlines()]
        elif target:
            path = tmp_path / target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    assert len(re.findall(r"^\d\. ", section, re.MULTILINE)) == 5
    assert any("BallTimer" in output and "→ BallFriction" in output for output in outputs)
