"""Does every body keep the contract of the interface?"""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.body.contract import BODIES, BodyUnderTest

from kickabout.body import BodyCommand, ImageSource
from kickabout.body.live_robot import LiveRobot
from kickabout.framework import Agent, Cycle, Team, clock, load_team
from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import (
    CameraImage,
    CameraName,
    CameraSettings,
    JointRequest,
    LedRequest,
    SensorFrame,
    SpeechRequest,
)
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, Joint
from kickabout.robots.nao.postures import STAND

MOST_FRAMES = 500  # until something has to have happened


@pytest.fixture(params=BODIES)
def under_test(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BodyUnderTest]:
    with BODIES[request.param](tmp_path) as given:
        yield given


def received(given: BodyUnderTest) -> SensorFrame:
    frame = given.body.receive()
    assert frame is not None
    return frame


def standing(**head: float) -> BodyCommand:
    angles = STAND.copy()
    for name, angle in head.items():
        angles[Joint[name.upper()]] = angle
    return BodyCommand(joints=JointRequest(angles=angles, stiffness=np.full(JOINT_COUNT, 0.8)))


def obedient(given: BodyUnderTest) -> None:
    if not given.obeys:
        pytest.skip("a recorded body cannot obey")


def eyes_of(given: BodyUnderTest) -> ImageSource:
    if given.eyes is None:
        pytest.skip("its images do not come from the body")
    return given.eyes


def seen(given: BodyUnderTest, camera: CameraName) -> CameraImage:
    for _ in range(MOST_FRAMES):
        received(given)
        image = eyes_of(given).look(camera, CameraSettings())
        if image is not None:
            return image
    pytest.fail(f"no image of the {camera.value} camera")


def test_the_first_frame_is_complete(under_test: BodyUnderTest) -> None:
    frame = received(under_test)
    assert frame.connected
    joints = (
        frame.joint_angles,
        frame.joint_currents,
        frame.joint_temperatures,
        frame.joint_stiffness,
    )
    for values in joints:
        assert values.shape == (JOINT_COUNT,)
    assert frame.foot_forces.shape == (2, 4)
    arrays = (*joints, frame.foot_forces, frame.gyro, frame.accelerometer, frame.board_angles)
    for array in arrays:
        assert np.isfinite(array).all()
        assert not array.flags.writeable
    assert 0.0 <= frame.battery_charge <= 1.0


def test_joints_go_where_they_are_told(under_test: BodyUnderTest) -> None:
    obedient(under_test)
    command = standing(head_yaw=0.5, head_pitch=-0.2)
    for _ in range(MOST_FRAMES):
        frame = received(under_test)
        under_test.body.send(command)
        if np.abs(frame.joint_angles[HEAD] - [0.5, -0.2]).max() < 0.03:
            break
    assert frame.joint_angles[HEAD] == pytest.approx([0.5, -0.2], abs=0.03)
    assert frame.joint_stiffness[HEAD] == pytest.approx(0.8, abs=0.01)


def test_joints_without_stiffness_do_not_obey(under_test: BodyUnderTest) -> None:
    obedient(under_test)
    before = received(under_test).joint_angles[Joint.HEAD_YAW]
    target = np.full(JOINT_COUNT, 1.0)
    for _ in range(10):
        under_test.body.send(BodyCommand(joints=JointRequest(angles=target)))
        frame = received(under_test)
    assert frame.joint_angles[Joint.HEAD_YAW] == pytest.approx(before, abs=0.05)
    assert frame.joint_stiffness == pytest.approx(0.0)


def test_lights_and_speech_are_taken(under_test: BodyUnderTest) -> None:
    leds = LedRequest(left_eye=(1.0, 0.5, 0.0), left_ear=(1.0,) * 10, head=(0.5,) * 12)
    for number in range(5):
        received(under_test)
        speech = SpeechRequest(text="hello", number=number)
        under_test.body.send(BodyCommand(leds=leds, speech=speech))
    assert received(under_test).connected


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            BodyCommand(joints=JointRequest(angles=np.full(JOINT_COUNT, np.nan))),
            "not finite",
        ),
        (
            BodyCommand(joints=JointRequest(stiffness=np.full(JOINT_COUNT, 1.5))),
            "stiffness outside 0 … 1",
        ),
        (BodyCommand(leds=LedRequest(chest=(0.0, 0.0, 2.0))), "chest: a brightness outside"),
        (BodyCommand(leds=LedRequest(chest=(0.0, 0.0, np.nan))), "chest: a brightness outside"),
        (BodyCommand(joints=JointRequest(angles=np.zeros(3))), "3"),
    ],
)
def test_a_command_that_does_not_fit_is_refused(
    under_test: BodyUnderTest, command: BodyCommand, sentence: str
) -> None:
    received(under_test)
    with pytest.raises(ValueError, match=sentence):
        under_test.body.send(command)
    under_test.body.send(BodyCommand())
    assert received(under_test).connected


def test_a_lost_body_gives_stale_frames_until_it_is_found(under_test: BodyUnderTest) -> None:
    if under_test.lose is None or under_test.find is None:
        pytest.skip("it cannot get lost")
    frame = received(under_test)
    under_test.lose()
    for _ in range(MOST_FRAMES):
        under_test.body.send(standing())
        last, frame = frame, received(under_test)
        if not frame.connected:
            break
    assert not frame.connected
    assert frame.joint_angles.tolist() == last.joint_angles.tolist()
    under_test.find()
    for _ in range(MOST_FRAMES):
        under_test.body.send(standing())
        frame = received(under_test)
        if frame.connected:
            break
    assert frame.connected


def test_a_closed_body_is_gone_for_good(under_test: BodyUnderTest) -> None:
    received(under_test)
    under_test.body.close()
    under_test.body.close()
    assert under_test.body.receive() is None
    under_test.body.send(BodyCommand())
    assert under_test.body.receive() is None


def test_closing_ends_a_wait_for_frames(under_test: BodyUnderTest) -> None:
    frames: list[SensorFrame | None] = []

    def take() -> None:
        while not frames or frames[-1] is not None:
            frames.append(under_test.body.receive())

    received(under_test)
    taker = threading.Thread(target=take)
    taker.start()
    under_test.body.close()
    taker.join(10.0)
    assert not taker.is_alive()
    assert frames[-1] is None


def seeing_team() -> Team:
    """The dummies, with somebody who looks at the images."""
    team = load_team("dummies")
    eyes = [
        ThreadPlan(
            name=camera.value,
            rate=30.0,
            inputs=("CameraImage", "CameraInfo"),
            modules=("CameraHealthMonitor",),
        )
        for camera in CameraName
    ]
    return replace(team, threads=(*team.threads, *eyes))


def test_the_same_team_lives_on_every_body(under_test: BodyUnderTest) -> None:
    counts: Counter[str] = Counter()

    def count(cycle: Cycle) -> None:
        seen = CameraImage in cycle.values and cycle.values[CameraImage].width > 0
        counts[f"image of {cycle.thread}" if seen else cycle.thread] += 1

    agent = Agent(seeing_team())
    robot = LiveRobot(agent, under_test.body, eyes=under_test.eyes)
    agent.watch(count)
    wanted = ["motion"]
    if under_test.eyes is not None and under_test.obeys:  # a replayed second passes too quickly
        wanted += ["image of upper", "image of lower"]
    robot.start()
    begin = clock.monotonic()
    while robot.running and min(counts[name] for name in wanted) < 5:
        assert clock.monotonic() - begin < 20.0
        clock.wait(0.01, threading.Event())
    robot.stop()
    assert min(counts[name] for name in wanted) >= 5


@pytest.mark.parametrize("camera", CameraName)
def test_images_have_the_size_and_format_that_is_said(
    under_test: BodyUnderTest, camera: CameraName
) -> None:
    image, info = seen(under_test, camera), eyes_of(under_test).info(camera)
    assert image.camera is info.camera is camera
    assert image.yuyv.shape == (info.height, info.width, 2)
    assert image.yuyv.dtype == np.uint8
    assert image.yuyv[..., 0].std() > 2.0  # it shows something
    assert 0.0 < info.center[0] < info.width
    assert 0.0 < info.center[1] < info.height
    assert 0.01 < info.row_time * info.height < 0.05


@pytest.mark.parametrize("camera", CameraName)
def test_images_come_one_after_the_other(under_test: BodyUnderTest, camera: CameraName) -> None:
    first, times = seen(under_test, camera), []
    for _ in range(9):
        received(under_test)
        image = eyes_of(under_test).look(camera, CameraSettings())
        assert image is not None
        times.append(image.taken_at)
    assert times == sorted(times)
    assert 0.03 < times[-1] - first.taken_at < 9.5 * 0.012


def test_both_cameras_look_in_their_own_direction(under_test: BodyUnderTest) -> None:
    upper, lower = (seen(under_test, camera) for camera in CameraName)
    assert upper.camera is not lower.camera
    assert abs(upper.taken_at - lower.taken_at) < 0.05
    assert upper.yuyv.tobytes() != lower.yuyv.tobytes()


def test_a_closed_body_sees_nothing(under_test: BodyUnderTest) -> None:
    seen(under_test, CameraName.UPPER)
    under_test.body.close()
    assert eyes_of(under_test).look(CameraName.UPPER, CameraSettings()) is None
