"""Joint health: from commands, angles and temperatures to joints that cannot be trusted."""

import math

from kickabout.geometry import BoolArray, FloatArray, IndexArray, Vec
from kickabout.geometry.kernels import kernel
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
    """How long each joint has been stiff and yet has rested away from where it should be.

    `limits`: the error that counts as away, the speed that counts as rest, the least stiffness.
    """
    error, slow, stiff = limits
    for i in range(stuck_for.size):
        away = abs(commanded[i] - angles[i]) > error
        if away and abs(velocities[i]) < slow and stiffness[i] > stiff:
            stuck_for[i] += dt
        elif not away and stiffness[i] > stiff:
            stuck_for[i] = 0.0


@kernel
def judge(
    codes: IndexArray,
    temperatures: Vec,
    angles: Vec,
    ranges: FloatArray,
    damaged: BoolArray,
    stuck_for: Vec,
    limits: tuple[float, float, float, float],
) -> tuple[bool, float]:
    """Write the worst that is true of each joint; whether any of it changed, and the hottest.

    Joints become hot above one limit, and stay so until they are below the other one. Angles that
    no joint can have, or that are no numbers, come from broken sensors. `codes` add up HOT, STUCK
    and BROKEN. `ranges` has two rows, lowest and highest angles. `limits`: hot above, cool below,
    stuck after, beyond the range by.
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
    """A kick needs one leg to swing and the other one to stand on."""
    return leg_works(conditions, LEFT_LEG_JOINTS) and leg_works(conditions, RIGHT_LEG_JOINTS)


def can_get_up(conditions: tuple[JointCondition, ...]) -> bool:
    """Arms and legs are needed."""
    blocked = {i for i, condition in enumerate(conditions) if condition in BLOCKED}
    return blocked <= NOT_FOR_GETTING_UP


def condition_of(code: int) -> JointCondition:
    """The worst of what `judge` found."""
    if code & BROKEN:
        return JointCondition.BROKEN
    if code & STUCK:
        return JointCondition.STUCK
    return JointCondition.HOT if code & HOT else JointCondition.GOOD
