"""The module graph as text, DOT or SVG."""

from collections.abc import Iterator
from html import escape

from kickabout.framework.graph import Graph, ThreadGraph
from kickabout.framework.teams.team import Cadence

BOX_WIDTH, BOX_HEIGHT = 190, 26  # px
COLUMN_GAP, ROW_GAP, MARGIN, HEADER = 70, 12, 20, 34
COLORS = {
    "sensing": "#cde7ff",
    "perception": "#ffe9c7",
    "modeling": "#d9f2d0",
    "behavior": "#f6d5ee",
    "motion": "#ffd6d1",
    "communication": "#e4dcff",
    "simulation": "#e6e6e6",
}
INPUT_COLOR = "#ffffff"

Edge = tuple[str, str, str]  # from node, to node, representation


def as_text(graph: Graph) -> str:
    """Return one paragraph per thread: modules in order of execution, inputs and outputs."""
    return "\n".join(line for thread in graph.threads for line in _text(thread))


def _text(thread: ThreadGraph) -> Iterator[str]:
    plan = thread.plan
    pace = f"after {' and '.join(plan.after)}" if plan.after else f"{plan.rate or 0:.4g} Hz"
    yield f"thread {thread.name} ({pace})"
    if plan.inputs:
        yield f"  body → {', '.join(plan.inputs)}"
    for hand_over in thread.hand_overs:
        name = hand_over.key.representation.__name__
        yield f"  {' or '.join(hand_over.threads)} → {name}"
    for node in thread.nodes:
        taken = [
            f"{'Last ' if i.last else ''}{i.representation.__name__}"
            for i in node.declaration.inputs
        ]
        given = [provided.__name__ for provided in node.provides if provided]
        held = "" if node.cadence == Cadence() else f" ({node.cadence})"
        yield f"  {node.name}{held}: {', '.join(taken) or '—'} → {', '.join(given)}"
    yield ""


def as_dot(graph: Graph) -> str:
    """Return a Graphviz file: a node per module, an edge per dependency, grouped by thread."""
    lines = [
        "digraph modules {",
        "  rankdir=LR;",
        '  node [shape=box, style=filled, fontname="sans"];',
    ]
    for thread in graph.threads:
        lines.append(f'  subgraph "cluster_{thread.name}" {{ label="{thread.name}";')
        for node in thread.nodes:
            color = _color(node.declaration.station)
            lines.append(
                f'    "{thread.name}.{node.name}" [label="{node.name}", fillcolor="{color}"];'
            )
        lines.append("  }")
    lines += [f'  "{a}" -> "{b}" [label="{name}"];' for a, b, name in edges(graph)]
    return "\n".join([*lines, "}"]) + "\n"


def edges(graph: Graph) -> list[Edge]:
    """Return every dependency between modules, within threads and between them."""
    found = []
    for thread in graph.threads:
        sources = {hand_over.key: hand_over.threads for hand_over in thread.hand_overs}
        for node in thread.nodes:
            for key in node.declaration.inputs:
                for name in sources.get(key, (thread.name,)):
                    provider = graph.thread(name).provider_of(key.representation)
                    if provider is not None:
                        start, end = f"{name}.{provider.name}", f"{thread.name}.{node.name}"
                        found.append((start, end, key.representation.__name__))
    return found


def as_svg(graph: Graph) -> str:
    """Return a drawing with a lane per thread and columns by depth; names show on hover."""
    positions: dict[str, tuple[int, int]] = {}
    shapes: list[str] = []
    top, width = MARGIN, 0
    for thread in graph.threads:
        columns = _columns(thread)
        rows = max((len(column) for column in columns), default=1)
        lane_height = HEADER + rows * (BOX_HEIGHT + ROW_GAP) + MARGIN
        lane_width = len(columns) * (BOX_WIDTH + COLUMN_GAP) + MARGIN
        width = max(width, lane_width + 2 * MARGIN)
        shapes.append(_lane(thread.name, top, lane_height))
        for c, column in enumerate(columns):
            for r, (name, color) in enumerate(column):
                x = 2 * MARGIN + c * (BOX_WIDTH + COLUMN_GAP)
                y = top + HEADER + r * (BOX_HEIGHT + ROW_GAP)
                positions[f"{thread.name}.{name}"] = (x, y)
                shapes.append(_box(name, x, y, color))
        top += lane_height + MARGIN
    curves = [_curve(positions[a], positions[b], name) for a, b, name in edges(graph)]
    body = "\n".join([*shapes, *curves])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" '
        f'viewBox="0 0 {width} {top}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _columns(thread: ThreadGraph) -> list[list[tuple[str, str]]]:
    """Return the modules by the length of the longest chain of dependencies before them."""
    depth: dict[str, int] = {}
    for node in thread.nodes:
        before = [thread.provider_of(required) for required in node.declaration.requires]
        depth[node.name] = 1 + max((depth[b.name] for b in before if b is not None), default=-1)
    columns: list[list[tuple[str, str]]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for node in thread.nodes:
        columns[depth[node.name]].append((node.name, _color(node.declaration.station)))
    return columns


def _color(station: str) -> str:
    return COLORS.get(station.split(".")[0], INPUT_COLOR)


def _lane(name: str, top: int, height: int) -> str:
    return (
        f'<rect x="{MARGIN}" y="{top}" width="98%" height="{height}" rx="8" '
        f'fill="#f7f7f7" stroke="#ccc"/>'
        f'<text x="{2 * MARGIN}" y="{top + 22}" font-weight="bold" font-size="14">'
        f"{escape(name)}</text>"
    )


def _box(name: str, x: int, y: int, color: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="4" '
        f'fill="{color}" stroke="#555"/>'
        f'<text x="{x + 8}" y="{y + 17}">{escape(name)}</text>'
    )


def _curve(start: tuple[int, int], end: tuple[int, int], name: str) -> str:
    x1, y1 = start[0] + BOX_WIDTH, start[1] + BOX_HEIGHT // 2
    x2, y2 = end[0], end[1] + BOX_HEIGHT // 2
    bend = max(30, abs(x2 - x1) // 2)
    return (
        f'<path d="M{x1},{y1} C{x1 + bend},{y1} {x2 - bend},{y2} {x2},{y2}" fill="none" '
        f'stroke="#446" stroke-opacity="0.45"><title>{escape(name)}</title></path>'
    )
