"""Joint health: from commands, angles and temperatures to hot, stuck and broken joints."""

import math

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, IndexArray, Vec
from kickabout.representations.sensing import JointCondition
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, LEFT_LEG, RIGHT_LEG, Joint

HOT, STUCK, BROKEN = 1, 2, 4
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
    limits: tuple[float, float, float],
) -> None:
    """Update how long each joint has been stiff but at rest away from its command.

    `limits`: minimum error, maximum speed and minimum stiffness of a stuck joint.
    """
    error, slow, stiff = limits
    for i in range(stuck_for.size):
        away = abs(commanded[i] - angles[i]) > error
        if away and abs(velocities[i]) < slow and stiffness[i] > stiff:
            stuck_for[i] += dt
        elif not away and stiffness[i] > stiff:
            stuck_for[i] = 0.0


@kernel
def update_codes(
    codes: IndexArray,
    temperatures: Vec,
    angles: Vec,
    ranges: FloatArray,
    damaged: BoolArray,
    stuck_for: Vec,
    limits: tuple[float, float, float, float],
) -> tuple[bool, float]:
    """Update the codes of all joints; return whether any changed, and the maximum temperature.

    Joints become hot above one limit and stay so until they are below the other one. Angles out
    of range, or that are not numbers, come from broken sensors. `codes` are sums of HOT, STUCK and
    BROKEN. `ranges` has two rows, minimum and maximum angles. `limits`: hot above, cool below,
    stuck after, tolerance of the range.
    """
    hot_above, cool_below, stuck_after, tolerance = limits
    changed = False
    hottest = -math.inf
    for i in range(codes.size):
        temperature = temperatures[i]
        hottest = max(hottest, temperature)
        code = HOT if temperature > (cool_below if codes[i] & HOT else hot_above) else 0
        if stuck_for[i] > stuck_after:
            code += STUCK
        plausible = ranges[0, i] - tolerance < angles[i] < ranges[1, i] + tolerance
        if damaged[i] or not plausible:
            code += BROKEN
        changed = changed or code != codes[i]
        codes[i] = code
    return changed, hottest


def leg_works(conditions: tuple[JointCondition, ...], joints: range | tuple[int, ...]) -> bool:
    return all(conditions[joint] not in BLOCKED for joint in joints)


def legs_work(conditions: tuple[JointCondition, ...]) -> bool:
    """Return whether both legs work, as a kick needs."""
    return leg_works(conditions, LEFT_LEG_JOINTS) and leg_works(conditions, RIGHT_LEG_JOINTS)


def can_get_up(conditions: tuple[JointCondition, ...]) -> bool:
    """Return whether all joints of arms and legs work, except for the hands."""
    blocked = {i for i, condition in enumerate(conditions) if condition in BLOCKED}
    return blocked <= NOT_FOR_GETTING_UP


def condition_of(code: int) -> JointCondition:
    """Return the worst condition in a code of `update_codes`."""
    if code & BROKEN:
        return JointCondition.BROKEN
    if code & STUCK:
        return JointCondition.STUCK
    return JointCondition.HOT if code & HOT else JointCondition.GOOD
