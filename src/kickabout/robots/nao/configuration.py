"""The configuration of the NAO, where no team's is at hand: in trials, tools and behaviors."""

from kickabout.framework.teams.robot_configuration import RobotConfiguration

NAO = RobotConfiguration("nao")
