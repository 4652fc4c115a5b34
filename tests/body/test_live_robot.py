"""An agent on a live body."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.body.lola_server import LolaServer

from kickabout.body.live_robot import LiveRobot
from kickabout.body.lola import LolaBody
from kickabout.body.robot_network import RobotNetwork
from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.team_socket import TeamDatagram
from kickabout.framework import Agent, Cycle, KickaboutError, OnFailure, Team, load_team
from kickabout.framework.teams.configuration import Layer
from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import CameraImage, CameraInfo, CameraSettings
from kickabout.robots.nao.joints import LEGS
from kickabout.robots.nao.postures import SIT, STAND

RED_CHEST = [1.0, 0.0, 0.0]


class QueuedTeamNetwork:
    """A team network in memory."""

    def __init__(self) -> None:
        self.incoming: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def send(self, payload: bytes, *, now: float) -> None:
        self.outgoing.put(payload)

    def receive(self, *, now: float) -> list[TeamDatagram]:
        arrived = []
        while not self.incoming.empty():
            arrived.append(TeamDatagram(payload=self.incoming.get(), received_at=now))
        return arrived


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LolaServer]:
    with LolaServer(tmp_path / "lola") as server:
        yield server


def body_of(server: LolaServer, say: Callable[[str], None] | None = None) -> LolaBody:
    """Return a body with a longer timeout than usual, as the machine may be busy."""
    return LolaBody(server.path, silent_after=0.5, say=say)


def team(*modules: str, **parameters: int) -> Team:
    motion = ThreadPlan(name="motion", rate=83.3, inputs=("SensorFrame",), modules=modules)
    layer = Layer(name="team toys", data={"parameters": {"Wobbler": parameters}})
    packages = ("tests.body.toys",)
    return Team(name="toys", robot="nao", packages=packages, threads=(motion,), layers=(layer,))


def wobbling(server: LolaServer, on_failure: OnFailure, **parameters: int) -> LiveRobot:
    agent = Agent(team("Wobbler", **parameters), on_failure=on_failure)
    return LiveRobot(agent, body_of(server))


def test_the_dummies_stand_on_a_lola_body(server: LolaServer) -> None:
    server.sensors["Position"] = SIT.tolist()
    quick = Layer(name="test", data={"parameters": {"StandEngine": {"duration": 0.1}}})
    robot = LiveRobot(Agent(load_team("dummies", [quick])), body_of(server))
    robot.start()

    def stands() -> bool:
        return bool(np.abs(np.array(server.sensors["Position"]) - STAND)[LEGS].max() < 1e-3)

    assert server.wait_until(stands)
    robot.stop()
    assert server.received[-1]["Stiffness"] == pytest.approx([0.8] * 25)


def test_there_is_one_cycle_and_one_command_for_each_packet(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.STOP)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 100)
    robot.stop()
    cycles = robot.agent.threads["motion"].frame.cycle + 1
    assert abs(cycles - len(server.received)) <= 1
    assert abs(server.sent - cycles) <= 1


def test_lights_and_speech_may_come_from_another_thread(server: LolaServer) -> None:
    behavior = ThreadPlan(name="behavior", rate=200.0, modules=("Shiner",))
    both = team("Wobbler").threads[0]
    motion = ThreadPlan(
        name="motion",
        rate=both.rate,
        inputs=both.inputs,
        modules=("Wobbler",),
        providers={"JointRequest": "Wobbler", "LedRequest": ""},
        defaults=("LedRequest",),
    )
    said: list[str] = []
    agent = Agent(
        Team(name="toys", robot="nao", packages=("tests.body.toys",), threads=(motion, behavior))
    )
    robot = LiveRobot(agent, body_of(server, said.append))
    robot.start()
    green = [0.0, 1.0, 0.0]
    assert server.wait_until(
        lambda: bool(server.received) and server.received[-1]["LFoot"] == green
    )
    robot.stop()
    assert said == ["hello"]


class FailingCameras:
    """Cameras that deliver only one image."""

    def __init__(self) -> None:
        self.images = [CameraImage(yuyv=np.zeros((4, 4, 2), np.uint8))]

    def info(self, camera: str) -> CameraInfo:
        return CameraInfo(camera=camera)

    def look(self, camera: str, settings: CameraSettings) -> CameraImage | None:
        return self.images.pop() if self.images else None


def test_a_missing_image_is_empty_and_does_not_repeat_the_last_one(server: LolaServer) -> None:
    upper = ThreadPlan(
        name="upper",
        rate=200.0,
        inputs=("CameraImage", "CameraInfo"),
        modules=("CameraHealthMonitor",),
    )
    agent = Agent(
        Team(
            name="toys",
            robot="nao",
            packages=("tests.body.toys",),
            threads=(*team("Wobbler").threads, upper),
        )
    )
    robot = LiveRobot(agent, body_of(server), cameras=FailingCameras())
    widths: list[int] = []

    def note_width(cycle: Cycle) -> None:
        if cycle.thread == "upper":
            widths.append(cycle.values[CameraImage].width)

    agent.watch(note_width)
    robot.start()
    assert server.wait_until(lambda: len(widths) >= 4)
    robot.stop()
    assert widths[0] == 4
    assert set(widths[1:]) == {0}


def test_threads_receive_and_send_packets_and_other_inputs_are_missing(server: LolaServer) -> None:
    gate = ThreadPlan(
        name="gate",
        rate=200.0,
        inputs=("ReceivedPackets", "CameraImage"),
        modules=("Echoer",),
    )
    follower = ThreadPlan(name="follower", after=("gate",), modules=("Shiner",))
    motion = team("StandEngine").threads[0]
    threads = (motion, gate, follower)
    agent = Agent(Team(name="toys", robot="nao", packages=("tests.body.toys",), threads=threads))
    teammates = QueuedTeamNetwork()
    with GameControllerSocket(1, port=0) as controller:
        network = RobotNetwork(controller, teammates)
        robot = LiveRobot(agent, body_of(server), network=network)
        robot.start()
        teammates.incoming.put(b"my ball")
        assert teammates.outgoing.get(timeout=20.0) == b"my ball"
        robot.stop()
    assert teammates.outgoing.empty()
    assert robot.missing == {"gate": ("CameraImage",)}


def test_modules_notice_a_lost_and_a_restored_connection(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.STOP)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 10)
    server.fall_silent()
    while robot.agent["SensorFrame"].connected:
        assert not robot.wait(0.01)
    server.speak_again()
    before = len(server.received)
    assert server.wait_until(lambda: len(server.received) > before + 10)
    assert robot.agent["SensorFrame"].connected
    robot.stop()


def test_a_body_that_is_gone_ends_the_robot(tmp_path: Path) -> None:
    body = LolaBody(tmp_path / "nothing", gone_after=0.2)
    robot = LiveRobot(Agent(team("Wobbler")), body)
    robot.start()
    assert robot.wait(10.0)
    assert not robot.running
    robot.stop()


def test_a_failing_module_makes_the_robot_limp_for_a_frame(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.FALL_BACK, raises_in=5)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 20)
    robot.stop()
    limp = [not any(command["Stiffness"]) for command in server.received]
    assert [number for number, is_limp in enumerate(limp) if is_limp] == [5]
    assert [failure.reason for failure in robot.agent.failures()] == ["RuntimeError: stumbled"]


def test_an_impossible_joint_request_makes_the_robot_limp_for_a_frame(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.FALL_BACK, not_finite_in=5)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 20)
    robot.stop()
    assert server.received[5]["Stiffness"] == [0.0] * 25
    assert server.received[6]["Stiffness"] == [0.5] * 25
    assert robot.adapter.refused == 1
    assert "not finite" in robot.adapter.refusals[0]


def test_an_impossible_light_does_not_make_the_robot_limp(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.FALL_BACK, too_bright_in=5)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 20)
    robot.stop()
    assert all(command["Stiffness"] == [0.5] * 25 for command in server.received)
    chests = [command["Chest"] for command in server.received]
    assert chests[4:7] == [RED_CHEST, [0.0] * 3, RED_CHEST]
    assert robot.adapter.refused == 1


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"raises_in": 3}, "Wobbler failed"),
        ({"not_finite_in": 3}, "not finite"),
        ({"too_bright_in": 3}, "the body of robot refuses: chest: a brightness"),
    ],
)
def test_without_fallback_every_failure_ends_the_run(
    server: LolaServer, parameters: dict[str, int], sentence: str
) -> None:
    robot = wobbling(server, OnFailure.STOP, **parameters)
    robot.start()
    assert robot.wait(10.0)
    with pytest.raises(KickaboutError, match=sentence):
        robot.stop()


def test_stopping_releases_the_body_with_its_last_command(server: LolaServer) -> None:
    robot = wobbling(server, OnFailure.STOP)
    robot.start()
    assert server.wait_until(lambda: len(server.received) >= 5)
    robot.stop()
    assert server.received[-1]["Stiffness"] == [0.5] * 25
    body = body_of(server)
    frame = body.receive()
    assert frame is not None
    assert frame.connected
    body.close()


def test_a_team_without_joint_requests_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KickaboutError, match="one thread with JointRequest, but no thread has it"):
        LiveRobot(Agent(team("Shiner")), LolaBody(tmp_path / "nothing"))
