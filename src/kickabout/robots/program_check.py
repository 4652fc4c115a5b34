"""Checks that the program of a team fits its robot, before the program is started."""

import warnings
from collections.abc import Iterable

from kickabout.framework import ConfigurationError, Team, build_graph
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.registry import ModuleClass
from kickabout.framework.teams.team import ThreadPlan
from kickabout.robots.kind import RobotKind

OF_CAMERA = {"CameraImage", "CameraInfo"}  # inputs of threads with a camera


def check_program(team: Team, kind: RobotKind) -> None:
    """Find errors in a team's program: modules, files, cameras and microphones, and its graph."""
    _check(team, kind)
    team.robot_configuration.check_motions()
    build_graph(team)


def _check(team: Team, kind: RobotKind) -> None:
    for plan in team.threads:
        for module in team.modules_of(plan):
            if module.robot_kinds and kind.name not in module.robot_kinds:
                raise ConfigurationError(
                    f"team {team.name} plays with robot '{kind.name}', but its module "
                    f"{module.__name__} is made for {_listed(module.robot_kinds)}"
                )
            _check_files(team, module)
        if OF_CAMERA.intersection(plan.inputs):
            _check_camera(team, plan, kind)
        if "AudioFrame" in plan.inputs and not kind.microphones.positions:
            raise ConfigurationError(
                f"team {team.name}: thread '{plan.name}' takes sound, but robot '{kind.name}' has "
                "no microphone"
            )


def _check_files(team: Team, module: ModuleClass) -> None:
    """Check that the robot has the networks and the motions of a module."""
    robot, parameters = team.robot_configuration, team.parameters_of(module)
    try:
        for name in module.networks:
            robot.network_file(name)
        for info in parameter_infos(declaration_of(module).parameters).values():
            if info.names:
                robot.load(info.names, getattr(parameters, info.name))
    except ConfigurationError as error:
        raise ConfigurationError(f"team {team.name}, {module.__name__}: {error}") from None


def _check_camera(team: Team, plan: ThreadPlan, kind: RobotKind) -> None:
    known = [camera.name for camera in kind.cameras]
    if not plan.camera and plan.name in known:
        warnings.warn(
            f"team {team.name}: thread '{plan.name}' must name its camera from the next edition "
            f'on: camera = "{plan.name}"',
            FutureWarning,
            stacklevel=2,
        )
    wanted = plan.camera or plan.name
    if wanted not in known:
        raise ConfigurationError(
            f"team {team.name}: thread '{plan.name}' takes images of the camera '{wanted}', but "
            f"robot '{kind.name}' has {_listed(known) if known else 'no camera'}"
        )


def _listed(names: Iterable[str]) -> str:
    return " and ".join(f"'{name}'" for name in names)
