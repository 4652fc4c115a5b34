"""Joints that no engine moves: from requests for head, mouth, tail or ears to a joint request."""

from collections.abc import Mapping

import numpy as np

from kickabout.framework.errors import did_you_mean
from kickabout.geometry import IndexArray, Vec
from kickabout.representations import GroupTarget, HeadRequest, JointRequest
from kickabout.representations.requests import HeadMode
from kickabout.robots.kind import RobotKind

HEAD = "head"  # joint group


class JointGroupMover:
    """Moves groups of joints to their targets; all other joints keep their request."""

    def __init__(self, kind: RobotKind) -> None:
        self.kind = kind
        self._angles: dict[str, Vec] = {}  # requested last, by group
        ranges = np.array([(joint.min_angle, joint.max_angle) for joint in kind.joints])
        self._joints = {group: kind.joints_of(group) for group in kind.joint_groups}
        self._ranges = {group: ranges[indices].T for group, indices in self._joints.items()}

    def moved(self, joints: JointRequest, targets: Mapping[str, GroupTarget]) -> JointRequest:
        """Return the request with the next angles of all groups that have a target."""
        if not targets:
            return joints
        base = self.kind.defaults(JointRequest) if joints.is_empty else joints
        angles, stiffness = base.angles.copy(), base.stiffness.copy()
        for group, target in targets.items():
            indices = self._joints_of(group, target)
            low, high = self._ranges[group]
            last = self._angles.get(group, angles[indices])
            most = target.speed * self.kind.frame_time
            desired = np.minimum(np.maximum(target.angles, low), high)
            step = np.minimum(np.maximum(desired - last, -most), most)
            angles[indices] = self._angles[group] = last + step
            stiffness[indices] = target.stiffness
        return JointRequest(angles=angles, stiffness=stiffness)

    def _joints_of(self, group: str, target: GroupTarget) -> IndexArray:
        known = self._joints
        if group not in known:
            hint = did_you_mean(group, known)
            raise ValueError(f"{self.kind.name} has no joint group '{group}'.{hint}")
        count, needed = len(target.angles), len(known[group])
        if count != needed:
            raise ValueError(f"{count} angles for '{group}'; {needed} are needed")
        return known[group]


def head_target(kind: RobotKind, request: HeadRequest) -> GroupTarget:
    """Return the angles of all axes of a head in the order of its joints."""
    if request.mode is HeadMode.TARGET_IN_ROBOT:
        raise ValueError("without an engine a head is moved by angles, not to a target")
    angle_of = {}
    for axis, joint in kind.head_axes.items():
        angle = float(getattr(request, axis))
        angle_of[joint.removeprefix("-")] = -angle if joint.startswith("-") else angle
    angles = [angle_of.get(joint, 0.0) for joint in kind.joint_groups.get(HEAD, ())]
    stiffness = 0.0 if request.mode is HeadMode.LIMP else 1.0
    return GroupTarget(angles=tuple(angles), speed=request.speed, stiffness=stiffness)
