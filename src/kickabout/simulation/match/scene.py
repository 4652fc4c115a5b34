"""Scenes: teams, poses, faults, light, network and events of a match."""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.configuration import Layer, load_config
from kickabout.framework.teams.typed_file import read_as
from kickabout.robots.kind import RobotShape
from kickabout.robots.physics_options import OPTIONS
from kickabout.simulation.match.faults import Fault
from kickabout.simulation.match.network import NetworkSettings
from kickabout.soccer.fidelity import Fidelity
from kickabout.soccer.league import League, load_league
from kickabout.soccer.players import DEFAULT_LEAGUE

Point = tuple[float, float]
PoseTuple = tuple[float, float, float]  # m, m, rad in the field frame of the robot's own team

NETWORK = NetworkSettings(size_limit=508, budget=None)  # as in 2019
MAX_DURATION = 86400.0  # s of a half or a pause


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotPlan:
    """One robot of a team."""

    number: int
    pose: PoseTuple | None = None  # default: lined up at the side line of its half
    head: str = ""  # names of head and body, for their layers
    body: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlan:
    """One team of a scene."""

    team: str = ""
    color: str = ""  # of the jerseys; default as in the league
    number: int = 0  # assigned by the league; default 1 and 2
    robots: tuple[RobotPlan, ...] = ()  # default: the number of robots of the match
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def layer(self) -> Layer:
        return Layer(name="scene", data={"parameters": self.parameters})


@dataclass(frozen=True, slots=True, kw_only=True)
class BallPlan:
    position: Point = (0.0, 0.0)  # m, in the world
    velocity: Point = (0.0, 0.0)  # m/s


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereePlan:
    automatic: bool = True
    rules: str = ""  # default as in the league
    kickoff: Literal["home", "away"] = "home"
    half: float | None = None  # s; default as in the rules
    pause: float | None = None  # s between the halves; default as in the rules
    start: Literal["initial", "playing"] = "initial"
    radio: bool | None = None  # robots hear the GameController; default as in the rules


@dataclass(frozen=True, slots=True, kw_only=True)
class LightPlan:
    """Light in the hall; the seed determines the rest of its appearance.

    If a scene changes nothing of it, the light is that of the league.
    """

    intensity: float = 1.0
    temperature: float = 5000.0  # K
    scattered: float = 0.25  # fraction of the light that comes from everywhere above
    appearance_seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneEvent:
    """An event at a given time."""

    at: float  # s
    do: Literal["place_ball", "place_robot", "penalize", "unpenalize", "goal", "whistle", "push"]
    robot: str = ""  # "home 2"
    position: tuple[float, ...] = ()  # ball: x, y in the world; robot: x, y, theta in its field
    impulse: tuple[float, float, float] = (0.0, 0.0, 0.0)  # N·s, in the world
    reason: str = "manual"  # of a penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All settings of a match except the team files."""

    description: str = ""
    league: str = ""  # default: the one that the robots of the home team play in
    # Errors unlike those of the robots' kinds.
    sensors: Mapping[str, float] = field(default_factory=dict)
    field: str = ""  # default as in the league
    location: str = ""  # its parameter values apply to all robots
    fidelity: Fidelity = "percepts"
    home: TeamPlan = TeamPlan(number=1)
    away: TeamPlan = TeamPlan(number=2)
    ball: BallPlan = BallPlan()
    referee: RefereePlan = RefereePlan()
    light: LightPlan = LightPlan()
    network: NetworkSettings = NETWORK
    timestep: float = OPTIONS.timestep  # s, of physics; frames of robots are multiples of it
    faults: tuple[Fault, ...] = ()
    events: tuple[SceneEvent, ...] = ()

    def teams(self) -> dict[str, TeamPlan]:
        return {"home": self.home, "away": self.away}

    def completed(self, *, home: str, away: str, robots: int) -> "Scene":
        """Fill in what the scene leaves to the league or to the caller."""
        league = league_of(self)
        filled, colors = {}, league.teams.colors
        for side, team, color, number in (
            ("home", home, colors[0], 1),
            ("away", away, colors[1], 2),
        ):
            plan = self.teams()[side]
            listed = plan.robots or tuple(RobotPlan(number=n + 1) for n in range(robots))
            filled[side] = replace(
                plan,
                team=plan.team or team,
                color=plan.color or color,
                number=plan.number or number,
                robots=listed,
            )
        rules = self.referee.rules or league.rules
        return replace(
            self,
            home=filled["home"],
            away=filled["away"],
            referee=replace(self.referee, rules=rules),
            light=_league_light(league) if self.light == LightPlan() else self.light,
        )


def load_scene(name: str) -> Scene:
    """Load a scene by the name of its file."""
    return read_as(load_config("scenes", name), Scene)


def league_of(scene: Scene) -> League:
    """Load the league of a scene, on the field of the scene."""
    return load_league(scene.league or DEFAULT_LEAGUE, field=scene.field)


def _league_light(league: League) -> LightPlan:
    light = league.light
    return LightPlan(
        intensity=light.intensity, temperature=light.temperature, scattered=light.scattered
    )


def check_numbers(scene: Scene) -> None:
    """Refuse values that are not numbers, and impossible times."""
    for path, number in _numbers(scene, "scene"):
        if math.isnan(number):
            raise ConfigurationError(f"{path} is {number}; a number is needed")
    steps = OPTIONS.timestep / scene.timestep if scene.timestep > 0.0 else 0.0
    if steps < 1.0 or abs(steps - round(steps)) > 1e-9:
        problem = f"timestep {scene.timestep:g} s; a fraction of {OPTIONS.timestep:g} s is needed"
        raise ConfigurationError(f"{problem}, such as a half or a fourth")
    half, pause = scene.referee.half, scene.referee.pause
    if half is not None and not 0.0 < half < MAX_DURATION:
        raise ConfigurationError(f"a half of {half:g} s; it lasts more than 0 and less than a day")
    if pause is not None and not 0.0 <= pause < MAX_DURATION:
        raise ConfigurationError(f"a pause of {pause:g} s; it lasts 0 s or more, less than a day")


def _numbers(value: object, path: str) -> Iterator[tuple[str, float]]:
    """Yield all numbers in a value with their paths such as `scene.referee.half`."""
    if isinstance(value, float):
        yield path, value
    elif is_dataclass(value):
        for entry in fields(value):
            yield from _numbers(getattr(value, entry.name), f"{path}.{entry.name}")
    elif isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield from _numbers(entry, f"{path}[{number}]")


def check_positions(scene: Scene, positions: Mapping[str, tuple[float, float]]) -> None:
    """Refuse robots that are outside the world; positions are in the world frame."""
    field = league_of(scene).field
    for name, (x, y) in positions.items():
        if abs(x) > field.boundary_x + 2.0 or abs(y) > field.boundary_y + 2.0:
            raise ConfigurationError(f"{name} at ({x:g}, {y:g}) is outside the world")
    for fault in scene.faults:
        if fault.robot not in positions:
            raise ConfigurationError(f"a fault is declared for {fault.robot}, which does not play")


def check_distances(
    positions: Mapping[str, tuple[float, float]], shapes: Mapping[str, RobotShape]
) -> None:
    """Refuse robots that overlap where they stand."""
    extents = {name: max(shape.radius, shape.half_width) for name, shape in shapes.items()}
    for one, two in itertools.combinations(sorted(positions), 2):
        if math.dist(positions[one], positions[two]) < extents[one] + extents[two]:
            raise ConfigurationError(f"{one} and {two} overlap")
