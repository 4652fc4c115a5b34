"""The GermanTeam's motion net: head, requests, falls, upload, and all pairs of its motions."""

import numpy as np
import pytest
from tests.motion.motion_net.nets import FRAME

from kickabout.framework import FrameInfo
from kickabout.framework.errors import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2
from kickabout.motion.motion_net.german_team_motion_net import (
    GermanTeamMotionNet,
    GermanTeamMotionNetParameters,
    NetInputs,
)
from kickabout.motion.motion_net.net_library import load_net
from kickabout.representations import (
    FallDirection,
    FallPhase,
    FallState,
    JointRequest,
    JointState,
    KickRequest,
    Motion,
    MotionNetState,
    MotionRequest,
    MotionState,
    NeckOutput,
    SensorFrame,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.kind import robot_kind

KIND = robot_kind("ers210")
NOD = "motion nod\n~ 500 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ 1 20"
KNOWN = [  # motions that the report names
    "stand",
    "walk",
    "walk_slowly",
    "walk_backward",
    "walk_left",
    "walk_right",
    "turn_left",
    "turn_right",
    "get_up_front",
    "get_up_back",
    "get_up_left",
    "get_up_right",
    "head_kick",
    "grab",
    "grab_kick_left",
    "grab_kick_right",
    "grab_kick_forward",
    "bicycle_kick",
    "carry",
    "goalie_stance",
    "goalie_wide_stance",
    "goalie_fall_left",
    "goalie_fall_right",
    "nod",
]


class Robot:
    """The module with a body that carries out all commands at once."""

    def __init__(self) -> None:
        self.net = GermanTeamMotionNet(GermanTeamMotionNetParameters())
        self.angles = KIND.stand
        self.fall, self.neck = FallState(), NeckOutput()
        self.largest_step = 0.0  # rad, of all joints

    def run(
        self, request: MotionRequest, frames: int
    ) -> tuple[JointRequest, MotionState, MotionNetState]:
        for _ in range(frames):
            given = NetInputs(
                sensors=SensorFrame(connected=True, joint_angles=self.angles),
                joints=JointState(angles=self.angles),
                request=request,
                fall=self.fall,
                neck=self.neck,
            )
            found = self.net.update(FrameInfo(dt=FRAME), given)
            step = float(np.abs(found[0].angles - self.angles).max())
            self.largest_step = max(self.largest_step, step)
            self.angles = found[0].angles
        return found


def named(name: str) -> MotionRequest:
    return MotionRequest(motion=Motion.SPECIAL, special=name)


def standing() -> Robot:
    robot = Robot()
    robot.run(MotionRequest(motion=Motion.STAND), 60)
    return robot


def test_all_motions_that_the_report_names_exist() -> None:
    assert set(KNOWN) <= set(load_net("germanteam2001", RobotConfiguration("ers210")).motions)


@pytest.mark.parametrize("current", KNOWN)
def test_every_motion_leads_to_every_other_one_without_jumps(current: str) -> None:
    robot = standing()
    limit = FRAME * 14.0  # rad; twice what a leg of the trot moves in a frame is a jump
    for requested in robot.net.player.tables.names:
        robot.run(named(current), 40)
        for _ in range(60):
            state = robot.run(named(requested), 50)[2]
            if state.motion == requested:
                break
        assert state.motion == requested
        assert robot.largest_step < limit, f"{current} → {requested}"


def test_the_head_follows_the_neck_unless_the_motion_moves_it() -> None:
    robot = standing()
    robot.neck = NeckOutput(angles=np.array((-0.3, 0.4, 0.0)))
    robot.run(MotionRequest(motion=Motion.STAND), 60)
    assert robot.angles[KIND.joints_of("head")] == pytest.approx([-0.3, 0.4, 0.0])
    robot.run(named("nod"), 75)
    assert robot.angles[KIND.joints_of("head")] == pytest.approx([-0.7, 0.0, 0.0], abs=1e-6)
    robot.run(MotionRequest(motion=Motion.STAND), 300)
    assert robot.angles[KIND.joints_of("head")] == pytest.approx([-0.3, 0.4, 0.0])


def test_walks_obey_requests_and_report_their_parameters() -> None:
    robot = standing()
    walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(0.5, 0.0, -0.25))
    _, state, net = robot.run(MotionRequest(motion=Motion.WALK, walk=walk), 150)
    assert state.motion is Motion.WALK
    assert state.walking_at.x > 0.1
    assert net.parameters == pytest.approx([0.5, 0.0, -0.25])
    _, state, net = robot.run(MotionRequest(motion=Motion.STAND), 200)
    assert (state.motion, net.motion) == (Motion.STAND, "stand")


def test_a_left_kick_is_the_motion_of_that_name() -> None:
    robot = standing()
    kick = KickRequest(name="grab_kick", left=True)
    request = MotionRequest(motion=Motion.KICK, kick=kick)
    state = robot.run(request, 1)[2]
    assert (state.motion, state.requested) == ("grab", "grab_kick_left")


def test_an_unknown_motion_is_an_error_with_a_hint() -> None:
    with pytest.raises(ConfigurationError, match=r"'head_kik'\. Did you mean 'head_kick'"):
        standing().run(named("head_kik"), 1)


@pytest.mark.parametrize("side", ["front", "back", "left", "right"])
def test_a_fall_interrupts_the_motion_and_the_robot_gets_up(side: str) -> None:
    robot = standing()
    robot.run(named("walk_forward"), 100)
    direction = FallDirection(side)
    robot.fall = FallState(phase=FallPhase.FALLEN, direction=direction)
    joints, state, net = robot.run(named("walk_forward"), 1)
    assert net.motion == f"get_up_{side}"
    assert not joints.stiffness.any()
    assert state.motion is Motion.GET_UP
    robot.run(named("walk_forward"), 500)  # it fails, and tries again from the side it lies on
    robot.fall = FallState()
    assert robot.run(named("walk_forward"), 500)[2].motion == "walk_forward"


def test_an_uploaded_text_changes_the_motion_in_the_same_session() -> None:
    robot = standing()
    robot.net.parameters = GermanTeamMotionNetParameters(upload=NOD)
    robot.net.parameters_changed()
    state = robot.run(named("nod"), 25)[2]
    assert state.report == "uploaded nod"
    assert robot.angles[KIND.joint("neck_pan")] == pytest.approx(0.5)


def test_a_wrong_text_is_reported_and_leaves_the_motion_unaffected() -> None:
    with pytest.raises(ConfigurationError, match=r"upload:2: motion 'nod': 19 columns"):
        # The console makes such a module before it changes the running one.
        GermanTeamMotionNet(GermanTeamMotionNetParameters(upload=NOD[:-3]))
    robot, other = standing(), standing()
    robot.net.parameters = GermanTeamMotionNetParameters(upload=NOD + "\njump nowhere")
    for each in (robot, other):
        each.run(named("nod"), 10)
    robot.net.parameters_changed()
    found = [each.run(named("nod"), 30) for each in (robot, other)]
    assert "upload:3: motion 'nod': unknown label 'nowhere'" in found[0][2].report
    assert np.array_equal(found[0][0].angles, found[1][0].angles)


def test_a_limp_robot_has_no_stiffness_and_rises_from_where_its_joints_are() -> None:
    robot = standing()
    joints, _, _ = robot.run(MotionRequest(motion=Motion.PLAY_DEAD), 5)
    assert not joints.stiffness.any()
    robot.angles = robot.angles + 0.1
    robot.largest_step = 0.0
    robot.run(MotionRequest(motion=Motion.STAND), 60)
    assert robot.largest_step < 0.05
