"""Links between documents and into the source have existing targets."""

import re
from pathlib import Path

import pytest
from tests.architecture.source import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def broken_links(page: Path) -> list[str]:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    return [target for target in local if not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_target_of_every_link_exists(page: Path) -> None:
    assert not broken_links(page)


def test_a_broken_link_is_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[this](page.md) [that](other.md) [web](https://example.org/x)")
    assert broken_links(page) == ["other.md"]
