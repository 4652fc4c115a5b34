"""The studio's JavaScript libraries are complete: version, license, and nothing from elsewhere."""

import tomllib
from typing import Any

import pytest
from tests.architecture.source import PACKAGE

VENDOR = PACKAGE / "studio/static/vendor"
LIBRARIES: dict[str, dict[str, Any]] = tomllib.loads(
    (VENDOR / "vendor.toml").read_text(encoding="utf-8")
)["libraries"]


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_is_there_with_its_license(name: str) -> None:
    entry = LIBRARIES[name]
    assert entry["license"] in (VENDOR / f"{name}.LICENSE").read_text(encoding="utf-8")
    for target in entry["files"].values():
        assert (VENDOR / target).stat().st_size > 1000


@pytest.mark.parametrize("path", sorted(VENDOR.glob("*.min.*")), ids=lambda path: path.name)
def test_a_library_imports_nothing(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert "import(" not in text
    assert "@import" not in text
    assert "url(http" not in text


def test_no_file_is_left_over() -> None:
    named = {target for entry in LIBRARIES.values() for target in entry["files"].values()}
    styles = {f"{name}.min.css" for name, entry in LIBRARIES.items() if "styles_in" in entry}
    assert {path.name for path in VENDOR.glob("*.min.*")} == named | styles
