"""The contract of the body interface, for every implementation."""

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
    CameraSettings,
    JointRequest,
    LedRequest,
    SensorFrame,
    SpeechRequest,
)
from kickabout.representations.body import Rgb
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, Joint
from kickabout.robots.nao.postures import STAND

MAX_FRAMES = 500  # within which an expected change has to happen


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


def require_motion(given: BodyUnderTest) -> None:
    if not given.moves:
        pytest.skip("a replayed body does not move")


def cameras_of(given: BodyUnderTest) -> ImageSource:
    if given.cameras is None:
        pytest.skip("images do not come from this body")
    return given.cameras


def first_image(given: BodyUnderTest, camera: str) -> CameraImage:
    for _ in range(MAX_FRAMES):
        received(given)
        image = cameras_of(given).look(camera, CameraSettings())
        if image is not None:
            return image
    pytest.fail(f"no image of the {camera} camera")


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


def chest(*colors: Rgb) -> BodyCommand:
    return BodyCommand(leds=LedRequest(colors={"chest": colors}))


def test_joints_move_to_their_targets(under_test: BodyUnderTest) -> None:
    require_motion(under_test)
    command = standing(head_yaw=0.5, head_pitch=-0.2)
    for _ in range(MAX_FRAMES):
        frame = received(under_test)
        under_test.body.send(command)
        if np.abs(frame.joint_angles[HEAD] - [0.5, -0.2]).max() < 0.03:
            break
    assert frame.joint_angles[HEAD] == pytest.approx([0.5, -0.2], abs=0.03)
    assert frame.joint_stiffness[HEAD] == pytest.approx(0.8, abs=0.01)


def test_joints_without_stiffness_do_not_move(under_test: BodyUnderTest) -> None:
    require_motion(under_test)
    before = received(under_test).joint_angles[Joint.HEAD_YAW]
    target = np.full(JOINT_COUNT, 1.0)
    for _ in range(10):
        under_test.body.send(BodyCommand(joints=JointRequest.limp(target)))
        frame = received(under_test)
    assert frame.joint_angles[Joint.HEAD_YAW] == pytest.approx(before, abs=0.05)
    assert frame.joint_stiffness == pytest.approx(0.0)


def test_lights_and_speech_are_accepted(under_test: BodyUnderTest) -> None:
    leds = LedRequest(
        colors={"left_eye": ((1.0, 0.5, 0.0),)},
        brightness={"left_ear": (1.0,) * 10, "head": (0.5,)},
    )
    for number in range(5):
        received(under_test)
        speech = SpeechRequest(text="hello", number=number)
        under_test.body.send(BodyCommand(leds=leds, speech=speech))
    assert received(under_test).connected


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            BodyCommand(joints=JointRequest.limp(np.full(JOINT_COUNT, np.nan))),
            "not finite",
        ),
        (
            BodyCommand(
                joints=JointRequest(
                    angles=np.zeros(JOINT_COUNT), stiffness=np.full(JOINT_COUNT, 1.5)
                )
            ),
            "stiffness outside 0 … 1",
        ),
        (chest((0.0, 0.0, 2.0)), "chest: a brightness outside"),
        (chest((0.0, 0.0, np.nan)), "chest: a brightness outside"),
        (chest((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), "2 values for chest, which has 1 lights"),
        (BodyCommand(leds=LedRequest(brightness={"chest": (1.0,)})), "chest: colors are needed"),
        (
            BodyCommand(leds=LedRequest(brightness={"left_ears": (1.0,)})),
            "no lights 'left_ears'. Did you mean 'left_ear'",
        ),
        (BodyCommand(joints=JointRequest.limp(np.zeros(3))), "3"),
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


def test_a_lost_body_delivers_stale_frames_until_it_answers(
    under_test: BodyUnderTest,
) -> None:
    if under_test.lose is None or under_test.find is None:
        pytest.skip("this body cannot be lost")
    frame = received(under_test)
    under_test.lose()
    for _ in range(MAX_FRAMES):
        under_test.body.send(standing())
        last, frame = frame, received(under_test)
        if not frame.connected:
            break
    assert not frame.connected
    assert frame.joint_angles.tolist() == last.joint_angles.tolist()
    under_test.find()
    for _ in range(MAX_FRAMES):
        under_test.body.send(standing())
        frame = received(under_test)
        if frame.connected:
            break
    assert frame.connected


def test_a_closed_body_delivers_no_more_frames(under_test: BodyUnderTest) -> None:
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


def team_with_cameras() -> Team:
    """Return the dummies with a thread per camera."""
    team = load_team("dummies")
    camera_threads = [
        ThreadPlan(
            name=camera,
            rate=30.0,
            inputs=("CameraImage", "CameraInfo"),
            modules=("CameraHealthMonitor",),
        )
        for camera in CAMERA_NAMES
    ]
    return replace(team, threads=(*team.threads, *camera_threads))


def test_the_same_team_runs_on_every_body(under_test: BodyUnderTest) -> None:
    counts: Counter[str] = Counter()

    def count(cycle: Cycle) -> None:
        has_image = CameraImage in cycle.values and cycle.values[CameraImage].width > 0
        counts[f"image of {cycle.thread}" if has_image else cycle.thread] += 1

    agent = Agent(team_with_cameras())
    robot = LiveRobot(agent, under_test.body, cameras=under_test.cameras)
    agent.watch(count)
    wanted = ["motion"]
    if under_test.cameras is not None and under_test.moves:  # the recording is replayed too quickly
        wanted += ["image of upper", "image of lower"]
    robot.start()
    begin = clock.monotonic()
    while robot.running and min(counts[name] for name in wanted) < 5:
        assert clock.monotonic() - begin < 20.0
        clock.wait(0.01, threading.Event())
    robot.stop()
    assert min(counts[name] for name in wanted) >= 5


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_images_have_the_announced_size_and_format(under_test: BodyUnderTest, camera: str) -> None:
    image, info = first_image(under_test, camera), cameras_of(under_test).info(camera)
    assert image.camera == info.camera == camera
    assert image.yuyv.shape == (info.height, info.width, 2)
    assert image.yuyv.dtype == np.uint8
    assert image.yuyv[..., 0].std() > 2.0  # not a uniform image
    assert 0.0 < info.center[0] < info.width
    assert 0.0 < info.center[1] < info.height
    assert 0.01 < info.row_time * info.height < 0.05


@pytest.mark.parametrize("camera", CAMERA_NAMES)
def test_images_arrive_in_the_order_of_time(under_test: BodyUnderTest, camera: str) -> None:
    first, times = first_image(under_test, camera), []
    for _ in range(9):
        received(under_test)
        image = cameras_of(under_test).look(camera, CameraSettings())
        assert image is not None
        times.append(image.taken_at)
    assert times == sorted(times)
    assert 0.03 < times[-1] - first.taken_at < 9.5 * 0.012


def test_the_two_cameras_deliver_different_images(under_test: BodyUnderTest) -> None:
    upper, lower = (first_image(under_test, camera) for camera in CAMERA_NAMES)
    assert upper.camera != lower.camera
    assert abs(upper.taken_at - lower.taken_at) < 0.05
    assert upper.yuyv.tobytes() != lower.yuyv.tobytes()


def test_a_closed_body_delivers_no_images(under_test: BodyUnderTest) -> None:
    first_image(under_test, "upper")
    under_test.body.close()
    assert cameras_of(under_test).look("upper", CameraSettings()) is None
