"""Two pages of the site, made from the teams and the source: modules and representations."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from kickabout.framework import build_graph, load_team
from kickabout.framework.graph import Graph, Node
from kickabout.framework.module import declaration_of
from kickabout.framework.registry import all_modules

TEAMS = ("bhuman2019", "bhuman2021", "hulks2021")
REPRESENTATIONS = Path(__file__).parents[1] / "src" / "kickabout" / "representations"
MODULES = """\
# Modules of each team

The modules of each team by thread, in the order of execution. `kickabout modules TEAM` prints the
same, and [teams](../teams.md) shows where teams differ.
"""
ALL = """\
# Representations

The data that modules exchange. Each is a frozen value whose defaults mean "nothing known"; units
and frames are explained [here](../frames_and_units.md).
"""


def modules_page() -> str:
    """Return the page of all teams' modules."""
    return "\n".join([MODULES, *(_team_section(build_graph(load_team(team))) for team in TEAMS)])


def _team_section(graph: Graph) -> str:
    lines = [f"## {graph.team.name}", "", graph.team.description, ""]
    for thread in graph.threads:
        lines += [f"### {graph.team.name}: {thread.name}", ""]
        lines += ["| module | requires | provides | what it is |", "|---|---|---|---|"]
        lines += [_row(node) for node in thread.nodes] + [""]
    return "\n".join(lines)


def _row(node: Node) -> str:
    required = dict.fromkeys(entry.representation.__name__ for entry in node.declaration.inputs)
    provided = [kind.__name__ for kind in node.provides if kind]
    cells = (_class_link(node.module), _links(required), _links(provided), _sentence(node.module))
    return f"| {' | '.join(cells)} |"


def _links(names: "list[str] | dict[str, None]") -> str:
    known = set(_representation_names())
    return ", ".join(
        f"[{name}](representations.md#{name.lower()})" if name in known else name for name in names
    )


def _class_link(module: type) -> str:
    return f"[{module.__name__}][{module.__module__}.{module.__name__}]"


def _sentence(module: type) -> str:
    """Return the first paragraph of a docstring as a cell of a table."""
    text = (inspect.getdoc(module) or "").split("\n\n")[0]
    return text.replace("\n", " ").replace("|", "\\|")


def representations_page() -> str:
    """Return the page of all representations and the values in them."""
    lines = [ALL]
    for path in sorted(REPRESENTATIONS.glob("[a-z]*.py")):
        source = path.read_text(encoding="utf-8")
        classes = list(_classes(ast.parse(source)))
        if classes:
            lines += [f"## {path.stem}", "", _text(ast.parse(source)), ""]
            lines += [_class_section(found, source.splitlines()) for found in classes]
    return "\n".join(lines)


def _representation_names() -> Iterator[str]:
    for path in REPRESENTATIONS.glob("[a-z]*.py"):
        for found in _classes(ast.parse(path.read_text(encoding="utf-8"))):
            yield found.name


def _classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
            yield statement


def _class_section(found: ast.ClassDef, source: list[str]) -> str:
    fields = [one for one in found.body if isinstance(one, ast.AnnAssign | ast.Assign)]
    lines = [f"### {found.name}", "", _text(found), ""]
    if fields:
        lines += ["| field | type | default | meaning |", "|---|---|---|---|"]
        lines += [_field_row(one, source) for one in fields]
    providers = [module for module in all_modules() if found.name in _provided(module)]
    if providers:
        lines += ["", f"Provided by {', '.join(map(_class_link, providers))}."]
    return "\n".join([*lines, ""])


def _provided(module: type) -> list[str]:
    # Types: every module is declared; the base class has no declaration of its own.
    return [kind.__name__ for kind in declaration_of(module).provides]


def _field_row(field: ast.AnnAssign | ast.Assign, source: list[str]) -> str:
    target = field.target if isinstance(field, ast.AnnAssign) else field.targets[0]
    kind = ast.unparse(field.annotation) if isinstance(field, ast.AnnAssign) else ""
    value = ast.unparse(field.value) if field.value else ""
    comment = _comment(source, field)
    cells = (_code(ast.unparse(target)), _code(kind), _code(value), comment.replace("|", "\\|"))
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    escaped = text.replace("|", "\\|")
    return f"`{escaped}`" if text else ""


def _comment(source: list[str], field: ast.stmt) -> str:
    """Return the comment behind a field."""
    found = re.search(r"#\s+(?!type:|noqa)(.*)$", source[(field.end_lineno or field.lineno) - 1])
    return found[1] if found else ""


def _text(node: "ast.Module | ast.ClassDef") -> str:
    return ast.get_docstring(node) or ""
