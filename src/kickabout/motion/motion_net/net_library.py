"""The library of motion nets: from the folders of a robot to tables, and changes by a text."""

from pathlib import Path

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.motion_net.motion_parser import parse_motions, read_motions
from kickabout.motion.motion_net.motion_text import MotionSet, joined

SORT = "motion_net"  # folder of the robot's configuration, with a folder for each net
ENDING = ".motions"
UPLOAD = Path("upload")  # instead of a file, in messages


def net_names(robot: RobotConfiguration) -> list[str]:
    """Return the names of all nets of a robot."""
    folders = [path for folder in robot.folders(SORT) for path in folder.glob("*/")]
    return sorted({path.name for path in folders if any(path.glob(f"*{ENDING}"))})


def motion_files(name: str, robot: RobotConfiguration) -> list[Path]:
    """Return the files of a net; a user's file takes precedence over the package's of its name.

    A net is named by the name of its folder, or by a path.
    """
    folders = [Path(name)] if "/" in name else [f / name for f in robot.folders(SORT)]
    files: dict[str, Path] = {}
    for folder in folders:
        for path in folder.glob(f"*{ENDING}"):
            files.setdefault(path.name, path)
    if not files:
        hint = did_you_mean(name, net_names(robot))
        raise ConfigurationError(f"robot '{robot.robot}' has no motion net '{name}'.{hint}")
    return [files[file] for file in sorted(files)]


def load_net(name: str, robot: RobotConfiguration) -> MotionSet:
    """Return all motions of a net."""
    return joined(read_motions(path) for path in motion_files(name, robot))


def changed_net(motions: MotionSet, text: str) -> MotionSet:
    """Return a net with the motions, groups and transitions of a text, which take precedence."""
    return motions.replaced_by(parse_motions(text, UPLOAD))
