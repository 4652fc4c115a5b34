"""The line-up: from a scene to players with their programs, poses and colors."""

from collections.abc import Sequence
from dataclasses import replace

from kickabout.body.identity import named_layers
from kickabout.framework import ConfigurationError, load_team
from kickabout.framework import Team as TeamFile
from kickabout.framework.teams.configuration import Layer, location_layer
from kickabout.geometry import Field, Pose2, Robot
from kickabout.geometry import World as WorldFrame
from kickabout.representations import FieldDimensions, PlayerInfo
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.simulation.camera.vision import VisionSettings, hall_light
from kickabout.simulation.match.fidelity import with_fidelity
from kickabout.simulation.match.player import PlayerPlan
from kickabout.simulation.match.scene import (
    Scene,
    TeamPlan,
    check_distances,
    check_positions,
    load_scene,
)
from kickabout.simulation.match.truth import turned_back
from kickabout.simulation.referee.placement import lined_up
from kickabout.simulation.referee.rules import load_rules
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.fidelity import Fidelity
from kickabout.soccer.league import League, usual_league
from kickabout.soccer.players import wrong_number

DIRECTION = {TeamSide.HOME: 1.0, TeamSide.AWAY: -1.0}  # of attack at the start


def robot_ids(scene: Scene) -> tuple[RobotId, ...]:
    """Return all robots, home team first, in the order of the snapshots."""
    return tuple(
        RobotId(team, robot.number)
        for team, plan in ((TeamSide.HOME, scene.home), (TeamSide.AWAY, scene.away))
        for robot in plan.robots
    )


def start_pose(scene: Scene, field: FieldDimensions, robot: RobotId) -> Pose2[Robot, WorldFrame]:
    """Return the pose of a robot at the start of the match."""
    plan = next(r for r in _plan(scene, robot.team).robots if r.number == robot.number)
    rules = load_rules(scene.referee.rules)
    pose: Pose2[Robot, Field] = (
        Pose2(*plan.pose) if plan.pose else lined_up(field, rules, robot.number)
    )
    return turned_back(pose, DIRECTION[robot.team])


def player_plans(
    scene: Scene,
    league: League,
    *,
    seed: int,
    layers: Sequence[Layer] = (),
) -> list[PlayerPlan]:
    """Return the plans of all players; check their team files and positions in the world."""
    ids = robot_ids(scene)
    vision = VisionSettings(
        appearance_seed=scene.light.appearance_seed,
        light=hall_light(
            scene.light.intensity, scene.light.temperature, scattered=scene.light.scattered
        ),
        jerseys=(scene.home.color, scene.away.color),
        carpet=league.carpet,
    )
    plans = []
    for index, robot in enumerate(ids):
        team = _program(scene, robot, layers)
        kind = _kind(team)
        league.demand_robot(team.robot, team.name)
        faults = tuple(fault for fault in scene.faults if fault.robot == str(robot))
        for fault in faults:
            fault.check(kind)
        plan = PlayerPlan(
            index=index,
            ids=ids,
            team=team,
            kind=kind,
            info=_info(scene, robot),
            field=league.field,
            seed=seed,
            sensors=kind.sensor_errors.with_changes(scene.sensors),
            vision=vision,
            faults=faults,
        )
        plans.append(plan)
    return plans


def start_poses(
    scene: Scene, field: FieldDimensions, plans: Sequence[PlayerPlan]
) -> dict[RobotId, Pose2[Robot, WorldFrame]]:
    """Return the poses of all players at the start; refuse those where robots cannot stand."""
    players = {plan.ids[plan.index]: plan for plan in plans}
    poses = {robot: start_pose(scene, field, robot) for robot in players}
    positions = {str(robot): (pose.x, pose.y) for robot, pose in poses.items()}
    check_positions(scene, positions)
    check_distances(positions, {str(r): plan.kind.shape for r, plan in players.items()})
    return poses


def _kind(team: TeamFile) -> RobotKind:
    try:
        return robot_kind(team.robot, team.packages)
    except ConfigurationError as error:
        raise ConfigurationError(f"team {team.name}: {error}") from None


def _program(scene: Scene, robot: RobotId, layers: Sequence[Layer]) -> TeamFile:
    """Load a team with its layers: location, scene, head, body, command line."""
    plan = _plan(scene, robot.team)
    own = next(r for r in plan.robots if r.number == robot.number)
    location = [location_layer(scene.location)] if scene.location else []
    all_layers = [*location, plan.layer, *named_layers(own.head, own.body), *layers]
    return with_fidelity(load_team(plan.team, all_layers), scene.fidelity)


def _info(scene: Scene, robot: RobotId) -> PlayerInfo:
    own, other = _plan(scene, robot.team), _plan(scene, robot.team.other)
    return PlayerInfo(
        team=own.number,
        number=robot.number,
        team_name=own.team,
        opponent=other.number,
        color=own.color,
    )


def _plan(scene: Scene, team: TeamSide) -> TeamPlan:
    return scene.home if team is TeamSide.HOME else scene.away


def scene_of(
    scene: Scene | str, home: str, *, league: str, field: str, fidelity: Fidelity | None
) -> Scene:
    """Return a scene, by name or as it is, with what the caller chooses instead.

    Without a choice, the league is the first one in which the home team's robot may play.
    """
    loaded = load_scene(scene) if isinstance(scene, str) and scene else scene or Scene()
    assert isinstance(loaded, Scene)
    chosen = league or loaded.league
    return replace(
        loaded,
        league=chosen or usual_league(load_team(loaded.home.team or home).robot),
        field=field or loaded.field,
        fidelity=fidelity or loaded.fidelity,
    )


def completed_scene(
    scene: Scene, league: League, home: str, away: str, *, robots: int | None
) -> Scene:
    """Return a scene with teams and players; raise an error if the league allows fewer."""
    players = league.teams.players if robots is None else robots
    filled = scene.completed(home=home, away=away, robots=players)
    if players < 0 or not (filled.home.robots or filled.away.robots):
        raise wrong_number(players, league.teams.max_players)
    for plan in (filled.home, filled.away):
        league.demand_players(len(plan.robots), plan.team)
    return filled
