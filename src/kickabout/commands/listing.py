"""Commands that list teams, modules, parameters, robots, leagues and fields."""

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import FidelityName, Override, demand_names
from kickabout.commands.output import AsJson, show, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kickabout.framework.graph import Graph
    from kickabout.framework.teams.configuration import Layer
    from kickabout.framework.teams.team import Team
    from kickabout.robots.kind import CameraKind, JointKind, RobotKind

Part = tuple[str, str, str]  # sort, name and details

RobotPackages = Annotated[
    list[str] | None,
    typer.Option("--package", help="Python package with robots of its own; may be repeated."),
]


def teams(as_json: AsJson = False) -> None:
    """List the teams that can play."""
    from kickabout.framework import load_team, team_names

    rows: list[dict[str, object]] = []
    for name in team_names():
        team = load_team(name)
        count = sum(len(plan.module_names) for plan in team.threads)
        rows.append(
            {
                "team": name,
                "robot": team.robot,
                "threads": [plan.name for plan in team.threads],
                "modules": count,
                "description": team.description,
            }
        )
    show(rows, title="Teams", as_json=as_json)


def modules(
    teams: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[team]...",
            help="A team to list the modules of; two or more show how they differ; by default all "
            "modules of the library.",
        ),
    ] = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Print the module graph of a team as text.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the module graph into this file (SVG).")
    ] = None,
    dot: Annotated[
        Path | None, typer.Option(help="Write the module graph to this file for Graphviz (DOT).")
    ] = None,
    fidelity: FidelityName = "percepts",
    as_json: AsJson = False,
) -> None:
    """List the modules of the library or of teams."""
    from kickabout.framework import build_graph
    from kickabout.framework.errors import ConfigurationError
    from kickabout.framework.graph_view import as_dot, as_svg, as_text

    names = teams or []
    demand_names(teams=names, fidelity=fidelity)
    if (graph or svg or dot) and len(names) != 1:
        raise ConfigurationError("a graph needs a team: kickabout modules TEAM --graph")
    graphs = [build_graph(_loaded(name, fidelity)) for name in names]
    if svg:
        write_file(svg, as_svg(graphs[0]))
    if dot:
        write_file(dot, as_dot(graphs[0]))
    if graph:
        typer.echo(as_text(graphs[0]), nl=False)
    elif not names:
        show(_all_modules(), title="Modules", as_json=as_json)
    elif len(names) > 1:
        show(_side_by_side(names, graphs), title="What differs", as_json=as_json)
    elif not (svg or dot):
        title = f"Modules of {names[0]}, in order of execution"
        show(_modules_of(graphs[0]), title=title, as_json=as_json)


def _modules_of(graph: "Graph") -> list[dict[str, object]]:
    return [
        {
            "thread": thread.name,
            "module": node.name,
            "requires": [i.representation.__name__ for i in node.declaration.inputs],
            "provides": [p.__name__ for p in node.provides if p],
        }
        for thread in graph.threads
        for node in thread.nodes
    ]


def _side_by_side(names: list[str], graphs: "list[Graph]") -> list[dict[str, object]]:
    from kickabout.framework.teams.team_differences import team_differences

    rows: list[dict[str, object]] = []
    for row in team_differences(graphs):
        cells: dict[str, object] = {"station": row.station, "provides": list(row.representations)}
        for name, provider in zip(names, row.providers, strict=True):
            cells[name] = [module.__name__ for module in provider]
        rows.append(cells)
    return rows


def _loaded(team: str, fidelity: str = "percepts", layers: "Sequence[Layer]" = ()) -> "Team":
    from kickabout.framework import load_team
    from kickabout.simulation.match.fidelity import with_fidelity

    return with_fidelity(load_team(team, layers), fidelity)


def _all_modules() -> list[dict[str, object]]:
    from kickabout.framework.module import declaration_of
    from kickabout.framework.registry import all_modules

    declared = [declaration_of(module) for module in all_modules()]
    return [
        {
            "module": declaration.name,
            "station": declaration.station,
            "requires": [entry.representation.__name__ for entry in declaration.inputs],
            "provides": [provided.__name__ for provided in declaration.provides],
        }
        for declaration in declared
    ]


def parameters(
    team: Annotated[str, typer.Argument(help="The team (see `kickabout teams`).")],
    module: Annotated[
        str, typer.Argument(help="A module of the team; by default all of them.")
    ] = "",
    override: Override = None,
    as_json: AsJson = False,
) -> None:
    """List the parameters of a team's modules.

    Shows value, unit, bounds, meaning, and the layer that the value comes from.
    """
    from kickabout.framework import build_graph
    from kickabout.framework.errors import ConfigurationError, did_you_mean
    from kickabout.framework.parameter import parameter_infos
    from kickabout.framework.teams.configuration import command_line_layer

    loaded = _loaded(team, layers=[command_line_layer(override)] if override else [])
    used = {node.name: node.module for t in build_graph(loaded).threads for node in t.nodes}
    if module and module not in used:
        raise ConfigurationError(f"{team} runs no module '{module}'.{did_you_mean(module, used)}")
    rows: list[dict[str, object]] = []
    for name in [module] if module else used:
        values = loaded.parameters_of(used[name])
        for info in parameter_infos(type(values)).values():
            rows.append(
                {
                    "parameter": f"{name}.{info.name}",
                    "value": _plain(getattr(values, info.name)),
                    "unit": info.unit,
                    "bounds": _bounds(info.low, info.high),
                    "layer": loaded.origin_of(name, info.name),
                    "meaning": info.doc,
                }
            )
    show(rows, title=f"Parameters of {team}", as_json=as_json)


def _plain(value: object) -> object:
    import msgspec

    return json.loads(msgspec.json.encode(value))


def _bounds(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'' if low is None else f'{low:g}'} … {'' if high is None else f'{high:g}'}".strip()


def robots(
    robot: Annotated[
        str, typer.Argument(help="A kind of robot to show in detail; by default all are listed.")
    ] = "",
    package: RobotPackages = None,
    as_json: AsJson = False,
) -> None:
    """List the kinds of robots, or describe one kind."""
    from kickabout.robots.kind import robot_kind, robot_names

    packages = package or []
    if robot:
        kind = robot_kind(robot, packages)
        rows = [
            {"part": part, "name": name, "details": details} for part, name, details in _parts(kind)
        ]
        show(rows, title=kind.description or kind.name, as_json=as_json)
        return
    kinds = [robot_kind(name, packages) for name in robot_names(packages)]
    show([_summary(kind) for kind in kinds], title="Robots", as_json=as_json)


def _summary(kind: "RobotKind") -> dict[str, object]:
    return {
        "robot": kind.name,
        "joints": len(kind.joints),
        "cameras": [camera.name for camera in kind.cameras],
        "frame": f"{1000 * kind.frame_time:g} ms",
        "height": f"{100 * kind.shape.height:g} cm",
        "description": kind.description,
    }


def _parts(kind: "RobotKind") -> "Iterator[Part]":
    delay = f"{1000 * kind.command_delay:g} ms"
    yield "timing", "frame", f"{1000 * kind.frame_time:g} ms; commands act after {delay}"
    shape = kind.shape
    size = f"{100 * shape.height:g} cm high, {200 * shape.half_width:g} cm wide"
    yield "body", kind.link_names[0], f"{size}, {kind.mass:.2f} kg, {len(kind.links)} links"
    for joint in kind.joints:
        yield "joint", joint.name, _range(joint, _groups(kind, joint.name))
    for camera in kind.cameras:
        yield "camera", camera.name, _camera(camera)
    for light in kind.lights:
        yield "lights", light.name, f"{light.count}{', colored' if light.colored else ''}"
    yield from _senses(kind)
    if kind.loudspeaker:
        yield "sound", "loudspeaker", ""


def _groups(kind: "RobotKind", joint: str) -> str:
    return ", ".join(name for name, joints in kind.joint_groups.items() if joint in joints)


def _range(joint: "JointKind", groups: str) -> str:
    low, high = math.degrees(joint.min_angle), math.degrees(joint.max_angle)
    parts = [f"{low:.1f}° … {high:.1f}°" if high - low < 1e4 else "turns without end"]
    parts += [f"in {groups}"] if groups else []
    parts += [] if joint.moves_link else ["moves no link"]
    return "; ".join(parts)


def _camera(camera: "CameraKind") -> str:
    width, height = camera.size
    across, along = (math.degrees(angle) for angle in camera.opening_angles)
    image = f"{width} × {height} px, {camera.pixel_format}, {camera.rate:g} Hz"
    return f"{image}, {across:.1f}° × {along:.1f}°, on {camera.link}"


def _senses(kind: "RobotKind") -> "Iterator[Part]":
    sensors = kind.sensors
    inertial = {"gyroscope": sensors.gyroscope, "accelerometer": sensors.accelerometer}
    yield from (("sensor", name, "") for name, is_there in inertial.items() if is_there)
    if sensors.foot_count:
        yield "sensor", "foot forces", f"{sensors.foot_count} feet, 4 in each"
    switches = {
        switch.button: f"pressed by contacts, on {switch.link}" for switch in sensors.switches
    }
    yield from (("button", name, switches.get(name, "")) for name in sensors.buttons)
    for distance in sensors.distances:
        near, far = distance.range
        yield "distance", distance.name, f"{near:g} … {far:g} m, {type(distance).__name__.lower()}"
    if sensors.battery:
        yield "sensor", "battery", ""
    microphones = kind.microphones
    if microphones.positions:
        yield "sound", "microphones", f"{len(microphones.positions)} on {microphones.link}"


def leagues(as_json: AsJson = False) -> None:
    """List the leagues that can be played in."""
    from kickabout.framework.teams.configuration import config_names
    from kickabout.simulation.referee.rules import rules_in
    from kickabout.soccer.league import load_league

    rows: list[dict[str, object]] = []
    for name in config_names("leagues"):
        league = load_league(name)
        rules = rules_in(league)
        rows.append(
            {
                "league": name,
                "robots": list(league.robots) or "all",
                "field": league.field.name,
                "players": league.teams.players,
                "rules": rules.name,
                "protocol": rules.protocol_version,
                "description": league.description,
            }
        )
    show(rows, title="Leagues", as_json=as_json)


def fields(as_json: AsJson = False) -> None:
    """List the playing fields."""
    from kickabout.framework.teams.configuration import config_names
    from kickabout.representations import load_field

    rows: list[dict[str, object]] = []
    for name in config_names("fields"):
        field = load_field(name)
        rows.append(
            {
                "field": name,
                "length": f"{2 * field.goal_line_x:g} m",
                "width": f"{2 * field.side_line_y:g} m",
                "ball": f"{200 * field.ball.radius:g} cm",
            }
        )
    show(rows, title="Fields", as_json=as_json)
