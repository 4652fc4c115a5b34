"""Pushed arms are detected with direction and duration; swinging arms are not."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from tests.sensing.body import CHAIN_2019, CHAIN_2021, SimulatedBody
from tests.sensing.toy_walk import ToyWalk

from kickabout.framework import FrameInfo, NoParameters
from kickabout.geometry import Vec
from kickabout.representations import (
    ArmContactState,
    FallPhase,
    FallState,
    JointRequest,
    JointState,
    MotionSelection,
    MotionState,
    PushDirection,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.contact.arm_contact import ArmContactInputs, push_direction
from kickabout.sensing.contact.arm_contact_detector import (
    ArmContactDetector,
    ArmContactDetectorParameters,
)
from kickabout.sensing.contact.hand_contact_detector import (
    HandContactDetector,
    HandContactDetectorParameters,
)
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator

DT = 0.012
DELAY = ArmContactDetectorParameters().delay


class Arms:
    """A robot whose joints follow their commands after a delay, plus an error."""

    def __init__(self) -> None:
        self.detector = ArmContactDetector(ArmContactDetectorParameters())
        self.modeler = BodyModelCalculator(NoParameters())
        self.commands = [STAND] * (DELAY + 1)
        self.cycle = 0
        self.fall = FallState()
        self.selection = MotionSelection()

    def frame(self, error: dict[Joint, float], command: Vec = STAND) -> ArmContactState:
        angles = self.commands[-DELAY].copy()
        for joint, value in error.items():
            angles[joint] += value
        joints = JointState(angles=angles)
        request = JointRequest(angles=self.commands[-1], stiffness=np.full(25, 0.5))
        state = self.detected(joints, request)
        self.cycle += 1
        self.commands.append(command)
        return state

    def detected(self, joints: JointState, request: JointRequest) -> ArmContactState:
        return self.detector.update(self.given(joints, request), joints)

    def given(self, joints: JointState, request: JointRequest) -> ArmContactInputs:
        return ArmContactInputs(
            frame=self.now,
            body=self.modeler.update(joints),
            fall=self.fall,
            request=request,
            selection=self.selection,
        )

    @property
    def now(self) -> FrameInfo:
        return FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle)

    def hold(self, seconds: float, error: dict[Joint, float]) -> ArmContactState:
        for _ in range(round(seconds / DT)):
            state = self.frame(error)
        return state


class Hands(Arms):
    """The same robot with a detector for hands instead of shoulders."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_detector = HandContactDetector(HandContactDetectorParameters())

    def detected(self, joints: JointState, request: JointRequest) -> ArmContactState:
        return self.hand_detector.update(self.given(joints, request), MotionState())


def swung(cycle: int) -> Vec:
    command = STAND.copy()
    command[Joint.LEFT_SHOULDER_PITCH] += 0.4 * math.sin(2.0 * math.pi * 2.0 * cycle * DT)
    return command


def test_an_arm_that_follows_with_the_usual_delay_has_no_error() -> None:
    arms = Arms()
    for cycle in range(200):
        arms.frame({}, swung(cycle))
        assert np.abs(arms.detector.errors.rows).max() < 1e-9


@pytest.mark.parametrize(
    ("joint", "error", "direction"),
    [
        (Joint.LEFT_SHOULDER_PITCH, 0.2, PushDirection.BACKWARD),
        (Joint.LEFT_SHOULDER_PITCH, -0.2, PushDirection.FORWARD),
        (Joint.LEFT_SHOULDER_ROLL, 0.2, PushDirection.OUTWARD),
        (Joint.LEFT_SHOULDER_ROLL, -0.2, PushDirection.INWARD),
        (Joint.RIGHT_SHOULDER_PITCH, 0.2, PushDirection.BACKWARD),
        (Joint.RIGHT_SHOULDER_PITCH, -0.2, PushDirection.FORWARD),
        (Joint.RIGHT_SHOULDER_ROLL, 0.2, PushDirection.INWARD),
        (Joint.RIGHT_SHOULDER_ROLL, -0.2, PushDirection.OUTWARD),
    ],
)
def test_a_pushed_shoulder_is_a_contact(
    joint: Joint, error: float, direction: PushDirection
) -> None:
    arms = Arms()
    assert arms.hold(0.5, {}).contact == (False, False)
    state = arms.hold(0.3, {joint: error})
    side = 0 if joint.name.startswith("LEFT") else 1
    assert state.contact[side]
    assert not state.contact[1 - side]
    assert state.direction[side] is direction
    assert 0.0 < state.for_seconds[side] < 0.3


@pytest.mark.parametrize(("forward", "outward"), list(itertools.product((-1, 0, 1), repeat=2)))
def test_two_components_give_a_diagonal_direction(forward: int, outward: int) -> None:
    direction = push_direction(
        forward=0.2 * forward, outward=0.3 * outward, forward_limit=0.1, outward_limit=0.25
    )
    words = []
    words += ["forward"] * (forward > 0) + ["backward"] * (forward < 0)
    words += ["outward"] * (outward > 0) + ["inward"] * (outward < 0)
    assert direction.value == (" ".join(words) or "none")


def test_errors_of_fast_arms_are_ignored() -> None:
    arms, limp = Arms(), {Joint.LEFT_SHOULDER_PITCH: 0.0}
    for cycle in range(300):
        fast = 3.0 * (1.0 if cycle % 2 else -1.0)
        limp[Joint.LEFT_SHOULDER_PITCH] = 0.1 + 0.01 * fast
        assert not arms.frame(limp).contact[0]


def test_a_contact_that_never_ends_is_a_worn_joint() -> None:
    arms = Arms()
    arms.hold(0.5, {})
    reported = sum(arms.frame({Joint.LEFT_SHOULDER_PITCH: 0.2}).contact[0] for _ in range(800))
    assert reported * DT == pytest.approx(2.0, abs=0.05)
    arms.hold(0.5, {})
    assert arms.hold(0.3, {Joint.LEFT_SHOULDER_PITCH: 0.2}).contact[0]


def test_arms_in_key_frames_and_falling_robots_have_no_contact() -> None:
    pushed = {Joint.LEFT_SHOULDER_PITCH: 0.2, Joint.RIGHT_SHOULDER_PITCH: 0.2}
    arms = Arms()
    arms.selection = replace(arms.selection, arms_by_keyframe=(1.0, 0.0))
    assert arms.hold(1.0, pushed).contact == (False, True)
    arms.fall = FallState(phase=FallPhase.FALLING)
    assert arms.hold(1.0, pushed).contact == (False, False)


@pytest.mark.parametrize("robot", [Arms, Hands])
@pytest.mark.parametrize(
    ("selection", "fall"),
    [
        (MotionSelection(arms_by_keyframe=(1.0, 0.0)), FallState()),
        (MotionSelection(), FallState(phase=FallPhase.FALLING)),
    ],
    ids=["key frames", "fall"],
)
def test_errors_of_key_frames_and_falls_are_no_contacts_afterwards(
    robot: type[Arms], selection: MotionSelection, fall: FallState
) -> None:
    arms, pressed = robot(), {Joint.LEFT_SHOULDER_PITCH: 0.3}
    arms.hold(0.5, {})
    arms.selection, arms.fall = selection, fall
    arms.hold(0.5, pressed)
    arms.selection, arms.fall = MotionSelection(), FallState()
    assert not any(arms.frame({}).contact[0] for _ in range(30))
    assert arms.hold(0.3, pressed).contact == (True, False)


@pytest.mark.parametrize("chain", [CHAIN_2019, CHAIN_2021], ids=["2019", "2021"])
@pytest.mark.parametrize(
    ("force", "direction"),
    [
        ((-4.0, 0.0), PushDirection.BACKWARD),
        ((4.0, 0.0), PushDirection.FORWARD),
        ((0.0, 4.0), PushDirection.OUTWARD),
    ],
)
def test_a_force_on_the_hand_is_detected_within_half_a_second(
    chain: tuple[str, ...], force: tuple[float, float], direction: PushDirection
) -> None:
    body = SimulatedBody(chain, seed=1)
    stiffness = np.ones(25)
    stiffness[[2, 3, 4, 5, 18, 19, 20, 21]] = 0.15
    wrist = body.world.model.body("robot0_left_wrist").id
    contacts = []
    for cycle in range(140):
        if cycle == 100:
            body.world.data.xfrc_applied[wrist, :2] = force
        body.measure()
        body.move(stiffness=stiffness)
        contacts.append(body[ArmContactState].contact[0])
    assert not any(contacts[:100])
    assert contacts[-1]
    assert body[ArmContactState].direction[0] is direction
    assert not body[ArmContactState].contact[1]


@pytest.mark.parametrize("chain", [CHAIN_2019, CHAIN_2021], ids=["2019", "2021"])
def test_swinging_arms_of_a_walking_robot_are_no_contacts(chain: tuple[str, ...]) -> None:
    body, walk = SimulatedBody(chain, seed=2), ToyWalk((0.25, 0.0, 0.0))
    for _ in range(1000):
        sensors = body.measure()
        body.move(walk.update(sensors, DT), stiffness=0.8)
        assert body[ArmContactState].contact == (False, False)
    assert body.torso_height > 0.2
