"""Joint health: from commands, angles and temperatures to joints that cannot be trusted."""

from kickabout.geometry import BoolArray, Vec
from kickabout.geometry.kernels import kernel
from kickabout.representations.sensing import JointCondition
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, LEFT_LEG, RIGHT_LEG, Joint

BLOCKED = frozenset({JointCondition.STUCK, JointCondition.BROKEN})
LEFT_LEG_JOINTS = range(*LEFT_LEG.indices(JOINT_COUNT))
RIGHT_LEG_JOINTS = (Joint.HIP_YAW_PITCH, *range(*RIGHT_LEG.indices(JOINT_COUNT)))
NOT_FOR_GETTING_UP = frozenset(
    (*range(*HEAD.indices(JOINT_COUNT)), Joint.LEFT_HAND, Joint.RIGHT_HAND)
)


@kernel
def update_stuck_times(
    stuck_for: Vec,
    commanded: Vec,
    angles: Vec,
    velocities: Vec,
    stiffness: Vec,
    dt: float,
    error: float,
    slow: float,
    stiff: float,
) -> None:
    """How long each joint has been stiff and yet has rested away from where it should be."""
    for i in range(stuck_for.size):
        away = abs(commanded[i] - angles[i]) > error
        if away and abs(velocities[i]) < slow and stiffness[i] > stiff:
            stuck_for[i] += dt
        elif not away and stiffness[i] > stiff:
            stuck_for[i] = 0.0


@kernel
def update_heat(hot: BoolArray, temperatures: Vec, above: float, below: float) -> None:
    """Joints become hot above one limit, and stay so until they are below the other one."""
    for i in range(hot.size):
        hot[i] = temperatures[i] > (below if hot[i] else above)


def leg_works(conditions: tuple[JointCondition, ...], joints: range | tuple[int, ...]) -> bool:
    return all(conditions[joint] not in BLOCKED for joint in joints)


def legs_work(conditions: tuple[JointCondition, ...]) -> bool:
    """A kick needs one leg to swing and the other one to stand on."""
    return leg_works(conditions, LEFT_LEG_JOINTS) and leg_works(conditions, RIGHT_LEG_JOINTS)


def can_get_up(conditions: tuple[JointCondition, ...]) -> bool:
    """Arms and legs are needed."""
    blocked = {i for i, condition in enumerate(conditions) if condition in BLOCKED}
    return blocked <= NOT_FOR_GETTING_UP


def condition_of(*, broken: bool, stuck: bool, hot: bool) -> JointCondition:
    """The worst that is true."""
    if broken:
        return JointCondition.BROKEN
    if stuck:
        return JointCondition.STUCK
    return JointCondition.HOT if hot else JointCondition.GOOD


def implausible(angles: Vec, low: Vec, high: Vec, tolerance: float) -> BoolArray:
    """Angles that no joint can have, or that are no numbers: those compare with nothing."""
    return ~((angles > low - tolerance) & (angles < high + tolerance))
