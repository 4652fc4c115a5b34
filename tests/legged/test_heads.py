"""All axes of a head, a mouth, a tail and ears reach what is requested, in simulation."""

import pytest

from kickabout.geometry import Vec
from kickabout.representations import GroupTarget, HeadRequest, JointGroupRequest
from kickabout.representations.requests import HeadMode
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.pools.pool import LocalPool

TEAMS = {"ers7": "aibo_walkers", "ers210": "aibo_walkers_210"}
# pan, tilt, roll and neck tilt → angles of the three joints of the head, in their order
REQUEST = HeadRequest(pan=0.4, tilt=0.2, roll=0.3, neck_tilt=0.25, speed=4.0)
HEADS = {"ers7": (-0.25, 0.4, -0.2), "ers210": (-0.2, 0.4, 0.3)}
REACHED = 0.06  # rad
GROUPS = {"mouth": (-0.3,), "tail": (0.3, 0.2), "ears": (0.5, 0.3)}


def angles_of(drill: Drill, group: str) -> Vec:
    snapshot = drill.match.snapshot
    angles: Vec = snapshot.angles_of(0)[snapshot.kinds[0].joints_of(group)]
    return angles


def commanded(drill: Drill, group: str) -> Vec:
    """Return what the servos got last; ears have servos, but no link in physics."""
    pool = drill.match.pool
    assert isinstance(pool, LocalPool)
    body = pool.players[0].body
    angles: Vec = body.actuators.angles[body.kind.joints_of(group)]
    return angles


@pytest.mark.parametrize("robot", TEAMS)
def test_a_head_of_three_axes_turns_all_of_them_as_requested(robot: str) -> None:
    with Drill(TEAMS[robot], league="open") as drill:
        drill.request(REQUEST)
        drill.run(2.0)
        assert angles_of(drill, "head") == pytest.approx(HEADS[robot], abs=REACHED)
        state = drill.robot["HeadState"]
        assert state.reached
        assert state.pan == pytest.approx(REQUEST.pan, abs=REACHED)
        drill.request(HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(0.6, 0.6, 0.0)))
        drill.run(1.2)
        assert angles_of(drill, "head")[1] > 0.5


@pytest.mark.parametrize("robot", TEAMS)
def test_mouth_tail_and_ears_follow_requests_for_their_groups(robot: str) -> None:
    with Drill(TEAMS[robot], league="open") as drill:
        groups = drill.match.snapshot.kinds[0].joint_groups
        wanted = {name: angles for name, angles in GROUPS.items() if name in groups}
        targets = {name: GroupTarget(angles=angles) for name, angles in wanted.items()}
        drill.robot.ask("override", "JointGroupRequest", JointGroupRequest(targets=targets))
        drill.run(1.2)
        for name, angles in wanted.items():
            assert commanded(drill, name) == pytest.approx(angles), name
        for name in ("mouth", "tail"):
            assert angles_of(drill, name) == pytest.approx(wanted[name], abs=REACHED), name
