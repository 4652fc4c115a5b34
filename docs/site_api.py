"""The pages of the API reference: one for each package, filled from docstrings by mkdocstrings."""

import ast
from pathlib import Path

INDEX = """\
# API

Everything with a docstring, one page for each package. [Modules of each team](../modules.md) and
[representations](../representations.md) are the shorter ways to what robots run and exchange.

The command line has [its own page](../../commands.md); for scripts, start with `Match`:

::: kickabout.simulation.match.match.Match
    options:
      heading_level: 2
      show_root_toc_entry: false

## Packages

| package | content |
|---|---|
"""


def api_pages(source: Path) -> dict[str, str]:
    """Return the text of all pages by their place in the site."""
    packages = sorted(path.parent for path in (source / "kickabout").rglob("__init__.py"))
    names = {folder: ".".join(folder.relative_to(source).parts) for folder in packages}
    filled = {name: _page(folder, name) for folder, name in names.items() if _modules(folder)}
    rows = [
        f"| [{name}]({name}.md) | {_summary(folder / '__init__.py')} |\n"
        for folder, name in names.items()
        if name in filled
    ]
    pages = {f"reference/api/{name}.md": text for name, text in filled.items()}
    return {"reference/api/index.md": INDEX + "".join(rows), **pages}


def _page(folder: Path, name: str) -> str:
    summary = _summary(folder / "__init__.py")
    entries = (f"::: {name}.{path.stem}\n" for path in _modules(folder))
    return f"# {name}\n\n{summary}\n\n" + "\n".join(entries)


def _modules(folder: Path) -> list[Path]:
    """Return the files of a package that define something."""
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith("__"))


def _summary(path: Path) -> str:
    """Return the first sentence of a file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
