"""The revision that metrics and recordings contain."""

import re
import subprocess
from pathlib import Path

import pytest

from kickabout.framework import revision as module


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate checkout with a package, in which the function looks for its revision."""
    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    (package / "file.py").write_text("one\n")
    identity = ["-c", "user.name=tester", "-c", "user.email=tester@localhost"]
    for arguments in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.setattr(module, "__file__", str(package / "framework" / "revision.py"))
    return tmp_path


def test_only_changes_of_the_package_make_the_revision_dirty(checkout: Path) -> None:
    clean = module.revision.__wrapped__()
    assert re.fullmatch("[0-9a-f]+", clean)
    (checkout / "notes.md").write_text("42\n")
    assert module.revision.__wrapped__() == clean
    (checkout / "src" / "package" / "file.py").write_text("two\n")
    assert module.revision.__wrapped__() == f"{clean}-dirty"


def test_no_checkout_has_no_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "framework" / "revision.py"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert module.revision.__wrapped__() == module.UNKNOWN
