"""The library of special actions: from key-frame files and `.mof` files to one net."""

from kickabout.framework.errors import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.keyframes.keyframe_file import SORT, load_motion, motion_names
from kickabout.motion.keyframes.keyframe_motion import EXTERN, KeyframeMotion
from kickabout.motion.keyframes.mof_reader import check_net, read_mof

RESERVED = ("fall_", "get_up_")  # motions of other engines


def load_actions(robot: RobotConfiguration) -> dict[str, KeyframeMotion]:
    """Load all special actions by name; a user's files take precedence over the package's."""
    names = [name for name in motion_names(robot) if not name.startswith(RESERVED)]
    actions = {name: load_motion(name, robot) for name in names}
    net: dict[str, KeyframeMotion] = {}
    for folder in robot.folders(SORT):
        for path in sorted(folder.glob("*.mof")):
            action = read_mof(path)
            if action.name != path.stem:
                message = f"motion_id is '{action.name}', expected the file name '{path.stem}'"
                raise ConfigurationError(message, file=path)
            net.setdefault(action.name, action)
    twice = sorted(set(net) & set(actions))
    if twice:
        raise ConfigurationError(f"special action '{twice[0]}' exists both as .toml and as .mof")
    if EXTERN in net:
        check_net(net)
    return actions | net
