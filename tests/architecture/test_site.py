"""Every page of the docs is in the navigation of the site."""

from collections.abc import Sequence

from tests.architecture.source import ROOT


def missing(pages: Sequence[str], navigation: str) -> list[str]:
    """Return the pages that the navigation does not list."""
    entries = {line.split()[-1] for line in navigation.splitlines() if line.strip()}
    return [page for page in pages if page not in entries]


def test_every_page_is_in_the_navigation() -> None:
    docs = ROOT / "docs"
    pages = [path.relative_to(docs).as_posix() for path in sorted(docs.rglob("*.md"))]
    assert pages
    assert not missing(pages, (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def test_a_page_outside_of_the_navigation_is_found() -> None:
    assert missing(["a.md", "b.md"], "nav:\n  - Start: a.md\n") == ["b.md"]
