"""Checks that the programs of a match fit the robots, before any process is started."""

from collections.abc import Iterable

from kickabout.body.thread_camera import camera_of
from kickabout.framework import Team
from kickabout.robots.kind import RobotKind
from kickabout.robots.program_check import check_program
from kickabout.simulation.camera.vision import check_pixel_format


def check_programs(programs: Iterable[tuple[Team, RobotKind]]) -> None:
    """Find errors in the teams' programs; each team is checked once."""
    checked: list[Team] = []
    for team, kind in programs:
        if team not in checked:
            check_program(team, kind)
            for plan in team.threads:
                if "CameraImage" in plan.inputs:
                    check_pixel_format(kind, camera_of(plan))
            checked.append(team)
