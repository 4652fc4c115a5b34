"""CI makes the site and runs all kinds of tests: fast, slow and those that need a browser."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.architecture.source import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="CI is a shell script")


def ci(folder: Path, *, user: int) -> tuple["subprocess.CompletedProcess[str]", list[str]]:
    """Run CI with commands that only write down that they were called."""
    bash, dirname = shutil.which("bash"), shutil.which("dirname")
    assert bash is not None
    assert dirname is not None
    (folder / "dirname").symlink_to(dirname)
    calls = folder / "calls"
    calls.touch()
    commands = {"make": f'echo "make $*" >> {calls}', "apt-get": f'echo "apt-get $*" >> {calls}'}
    for name, script in {"id": f"echo {user}", **commands}.items():
        (folder / name).write_text(f"#!{bash}\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    done = subprocess.run(
        [bash, ROOT / ".ci" / "run"],
        env={"PATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done, calls.read_text(encoding="utf-8").splitlines()


def test_all_kinds_of_tests_are_run_and_chromium_is_installed(tmp_path: Path) -> None:
    done, calls = ci(tmp_path, user=0)
    assert done.returncode == 0, done.stderr
    assert [call.split()[-1] for call in calls if call.startswith("apt-get install")] == [
        "chromium"
    ]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    markers = settings["tool"]["pytest"]["ini_options"]["markers"]
    wanted = {"test", "docs", *(f"test-{marker.partition(':')[0]}" for marker in markers)}
    assert {call.removeprefix("make ") for call in calls if call.startswith("make ")} >= wanted
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    for target in wanted:
        assert any(line.startswith(f"{target}:") for line in makefile), f"no target {target}"


def test_without_chromium_and_without_root_nothing_is_run(tmp_path: Path) -> None:
    done, calls = ci(tmp_path, user=1000)
    assert done.returncode == 1
    assert "need Chromium" in done.stderr
    assert calls == []
