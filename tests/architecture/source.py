"""The project's own source code as data for the checks over it."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kickabout"
STATION_FOLDERS = ("sensing", "perception", "modeling", "behavior", "motion", "communication")


@cache
def sources() -> dict[Path, ast.Module]:
    """Parse every Python file of the package; keys are relative to the package."""
    return {
        path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def imported_names(tree: ast.AST) -> set[str]:
    """Return dotted names of all imports in a file, also of those inside functions."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names
