"""The studio watches a robot of `kickabout run --serve`, and opens its recording."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.body.lola_server import LolaServer

from kickabout.framework import clock
from kickabout.studio.console import Console
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.remote_robots import RemoteRobots
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.slow
NEVER = threading.Event()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LolaServer]:
    with LolaServer(tmp_path / "lola") as server:
        yield server


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


def _attached(address: str) -> RemoteRobots:
    for _ in range(600):
        try:
            return RemoteRobots([address])
        except StudioError:
            clock.wait(0.1, NEVER)
    raise AssertionError(f"no robot is served at {address}")


def test_a_robot_is_watched_and_tuned_and_its_recording_opens(
    server: LolaServer, tmp_path: Path
) -> None:
    port, file = _free_port(), tmp_path / "robot.mcap"
    words = ["--no-supervise", "--player", "3", "--editable", "--serve", str(port)]
    command = [sys.executable, "-m", "kickabout", "run", "dummies", "--socket", str(server.path)]
    robot = subprocess.Popen([*command, *words, "--record", str(file)])
    try:
        remote = _attached(f"ws://127.0.0.1:{port}")
        console = Console(StudioController(remote))
        console.run("set StandEngine.stiffness 0.3")
        for _ in range(100):
            if any(sent["Stiffness"] == pytest.approx([0.3] * 25) for sent in server.received[-5:]):
                break
            clock.wait(0.1, NEVER)
        else:
            raise AssertionError("the robot did not receive it")
        remote.close()
    finally:
        robot.terminate()
        assert robot.wait(30) == 0
    recorded = RecordedMatch(file)
    assert recorded.robots == ["home 3"]
    recorded.transport.go_to(recorded.recording.end)
    assert recorded.moment().torsos[0, 2] > 0.2
    assert recorded.value("home 3", "JointRequest.stiffness[0]") == pytest.approx(0.3)
    recorded.close()
