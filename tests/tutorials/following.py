"""A reader that follows a tutorial word by word, in a folder with a copy of the source.

Blocks of a page are run in their order. The words behind ``` say what a block is: `sh` commands,
the content of a file (`python FILE`, `toml FILE`), or lines to delete from one (`diff FILE`).
"""

import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.architecture.source import ROOT

BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADDRESS = re.compile(r"the studio is at (\S+)")
TIMEOUT = 600.0  # s, after which a command counts as hung, also where everything is compiled first


class Reader:
    """Follows the blocks of a page; `outputs` has what each command printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outputs: dict[str, str] = {}
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        (folder / "tests").mkdir()

    def follow(self, page: str) -> None:
        """Run all blocks of a page of docs/tutorials."""
        text = (ROOT / "docs" / "tutorials" / page).read_text(encoding="utf-8")
        blocks = BLOCK.findall(text)
        assert len(blocks) == text.count("```") / 2, f"{page} has a block of another form"
        for language, word, content in blocks:
            self._block(language, word, content)

    def _block(self, language: str, word: str, content: str) -> None:
        if language == "sh":
            for line in content.splitlines():
                self._command(line, word)
        elif language == "diff":
            self._edit(self.folder / word, content)
        elif language != "text":
            self._write(self.folder / word, content)

    def _write(self, path: Path, content: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def _edit(self, path: Path, content: str) -> None:
        """Delete the lines with a minus between the lines around them, which occur once."""
        lines = content.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines)
        new = "".join(line[1:] for line in lines if not line.startswith("-"))
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path.name} has {text.count(old)} times\n{old}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def _command(self, line: str, word: str) -> None:
        if word == "until-ctrl-c":
            self._interrupted(line)
            return
        if word == "needs-torch" and importlib.util.find_spec("torch") is None:
            return  # the extra 'train' is not among the developers' tools
        done = subprocess.run(
            _program(line),
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        expected = 1 if word == "differs" else 0
        assert done.returncode == expected, f"{line}\n{done.stdout}\n{done.stderr}"
        self.outputs[line] = done.stdout

    def _interrupted(self, line: str) -> None:
        """Start a command, open its page when it is there, and end it with Ctrl+C."""
        with subprocess.Popen(
            _program(line),
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                assert process.stdout is not None
                found = next(filter(None, map(ADDRESS.search, process.stdout)), None)
                assert found is not None, f"{line} printed no address"
                with urllib.request.urlopen(found[1], timeout=60.0) as page:
                    assert b"<html" in page.read()
                process.send_signal(signal.SIGINT)
                self.outputs[line], _ = process.communicate(timeout=60.0)
            finally:
                process.kill()

    def _environment(self) -> dict[str, str]:
        """Return an environment with this source and without a screen."""
        kept = {key: value for key, value in os.environ.items() if not key.endswith("DISPLAY")}
        own = {"PYTHONPATH": str(self.folder / "src"), "XDG_CONFIG_HOME": str(self.folder / "own")}
        return {**kept, **own, "PYTHONUNBUFFERED": "1"}


def _program(line: str) -> list[str]:
    """Return a command with the programs of this environment."""
    first, *words = shlex.split(line)
    if first == "kickabout":
        return [sys.executable, "-m", "kickabout", *words]
    if first == "python":
        return [sys.executable, *words]
    if first == "pytest":
        return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    assert first == "cp", f"no tutorial needs {first}"
    return [first, *words]
