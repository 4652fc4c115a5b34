"""Heads with three axes, mouth, tail and ears are moved by requests for their joint groups."""

from dataclasses import replace

import numpy as np
import pytest
from tests.boxes.test_boxes import BOX

from kickabout.body.joint_groups import JointGroupMover, head_target
from kickabout.representations import GroupTarget, HeadRequest, JointRequest
from kickabout.representations.requests import HeadMode
from kickabout.robots.kind import JointKind, RobotKind
from kickabout.robots.nao.kind import KIND as NAO

NAMES = ("neck_tilt", "head_pan", "head_tilt", "mouth", "left_ear", "right_ear", "tail", "leg")


def puppy(**head_axes: str) -> RobotKind:
    """Return a kind with the joints of a head, a mouth, ears and a tail."""
    return replace(
        BOX,
        name="puppy",
        joints=tuple(JointKind(name=name, min_angle=-1.0, max_angle=1.0) for name in NAMES),
        joint_groups={
            "head": NAMES[:3],
            "mouth": ("mouth",),
            "ears": ("left_ear", "right_ear"),
            "tail": ("tail",),
        },
        head_axes=head_axes,
    )


PUPPY = puppy(neck_tilt="neck_tilt", pan="head_pan", tilt="head_tilt")
STANDING = JointRequest(angles=np.full(8, 0.5), stiffness=np.full(8, 0.25))


def test_a_group_reaches_its_target_at_its_speed_and_others_are_left_alone() -> None:
    mover = JointGroupMover(PUPPY)
    wag = {"tail": GroupTarget(angles=(-0.5,), speed=5.0, stiffness=0.75)}
    first = mover.moved(STANDING, wag)
    assert first.angles[6] == pytest.approx(0.5 - 5.0 * PUPPY.frame_time)
    for _ in range(30):
        moved = mover.moved(STANDING, wag)
    assert moved.angles.tolist() == [0.5] * 6 + [-0.5, 0.5]
    assert moved.stiffness.tolist() == [0.25] * 6 + [0.75, 0.25]


def test_several_groups_move_at_once_within_the_ranges_of_their_joints() -> None:
    mover = JointGroupMover(PUPPY)
    targets = {
        "mouth": GroupTarget(angles=(-2.0,), speed=1e3),
        "ears": GroupTarget(angles=(0.25, 2.0), speed=1e3),
    }
    assert mover.moved(STANDING, targets).angles[3:6].tolist() == [-1.0, 0.25, 1.0]


def test_a_group_moves_while_all_other_joints_are_limp() -> None:
    moved = JointGroupMover(PUPPY).moved(JointRequest(), {"mouth": GroupTarget(angles=(0.01,))})
    assert np.flatnonzero(moved.stiffness).tolist() == [3]


def test_without_targets_a_request_stays_the_same_object() -> None:
    assert JointGroupMover(PUPPY).moved(STANDING, {}) is STANDING


@pytest.mark.parametrize(
    ("targets", "sentence"),
    [
        ({"tial": GroupTarget(angles=(0.0,))}, "no joint group 'tial'. Did you mean 'tail'"),
        ({"ears": GroupTarget(angles=(0.0,))}, "1 angles for 'ears'; 2 are needed"),
    ],
)
def test_a_target_that_does_not_fit_the_kind_is_refused(
    targets: dict[str, GroupTarget], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        JointGroupMover(PUPPY).moved(STANDING, targets)


REQUEST = HeadRequest(pan=0.1, tilt=0.2, roll=0.3, neck_tilt=0.4, speed=2.0)


@pytest.mark.parametrize(
    ("kind", "angles"),
    [
        (PUPPY, (0.4, 0.1, 0.2)),  # as an ERS-7
        (puppy(tilt="neck_tilt", pan="head_pan", roll="head_tilt"), (0.2, 0.1, 0.3)),  # an ERS-210
        (NAO, (0.1, 0.2)),
        (BOX, ()),
    ],
)
def test_each_kind_of_head_takes_the_angles_of_its_axes(
    kind: RobotKind, angles: tuple[float, ...]
) -> None:
    target = head_target(kind, REQUEST)
    assert target.angles == angles
    assert target.speed == 2.0


def test_a_limp_head_has_no_stiffness() -> None:
    assert head_target(PUPPY, HeadRequest(mode=HeadMode.LIMP)).stiffness == 0.0


def test_a_target_in_space_needs_an_engine() -> None:
    with pytest.raises(ValueError, match="angles, not to a target"):
        head_target(PUPPY, HeadRequest(mode=HeadMode.TARGET_IN_ROBOT))
