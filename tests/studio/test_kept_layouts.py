"""Layouts are kept under plain names, few and small; what cannot be read is left out."""

from pathlib import Path

import pytest

from kickabout.studio.pages.kept_layouts import KeptLayouts
from kickabout.studio.sources.source import StudioError


@pytest.fixture
def layouts(tmp_path: Path) -> KeptLayouts:
    return KeptLayouts(tmp_path / "layouts")


def test_a_layout_is_kept_and_removed(layouts: KeptLayouts) -> None:
    layouts.keep("two robots", {"panels": {}})
    assert layouts.all() == {"two robots": {"panels": {}}}
    layouts.remove("two robots")
    assert layouts.all() == {}


@pytest.mark.parametrize("name", ["", "../mine", "a/b", "a.b", " a", "a" * 41])
def test_only_plain_names_are_files(layouts: KeptLayouts, name: str) -> None:
    with pytest.raises(StudioError, match="cannot name a layout"):
        layouts.keep(name, {})
    assert not layouts.folder.exists()


def test_too_large_and_too_many_are_refused(layouts: KeptLayouts) -> None:
    with pytest.raises(StudioError, match="at most 60000 bytes"):
        layouts.keep("large", {"text": "x" * 60_000})
    for number in range(40):
        layouts.keep(f"layout {number}", {})
    with pytest.raises(StudioError, match="at most 40 layouts"):
        layouts.keep("one more", {})
    layouts.keep("layout 3", {"again": True})


def test_a_file_that_cannot_be_read_is_left_out(layouts: KeptLayouts) -> None:
    layouts.keep("good", {})
    (layouts.folder / "bad.json").write_bytes(b"{")
    assert list(layouts.all()) == ["good"]


def test_removing_what_is_not_there_says_so(layouts: KeptLayouts) -> None:
    with pytest.raises(StudioError, match="no layout is named 'nothing'"):
        layouts.remove("nothing")
