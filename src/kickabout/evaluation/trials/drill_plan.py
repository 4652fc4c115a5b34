"""Where motions of a robot are tried: a file in the folder of its kind."""

from dataclasses import replace

from kickabout.framework import frozen
from kickabout.framework.teams.robot_configuration import DRILLS, RobotConfiguration
from kickabout.framework.teams.typed_file import read_as


@frozen
class DrillPlan:
    """Where the motions of a robot are tried: its file `drills/motions.toml`."""

    team: str  # that carries out motion requests; a path is relative to the file
    league: str
    ball_league: str = ""  # for motions with the ball; by default the same league

    @classmethod
    def of(cls, robot: str) -> "DrillPlan":
        file = RobotConfiguration(robot).load(DRILLS, "motions")
        plan = read_as(file, cls)
        is_path = plan.team.endswith(".toml")
        return replace(plan, team=str(file.path.parent / plan.team)) if is_path else plan
