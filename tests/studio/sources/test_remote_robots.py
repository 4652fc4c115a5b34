"""A robot on another machine is watched like one of a match, and is not disturbed."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from kickabout.framework import Agent, LiveRunner, clock, load_team
from kickabout.representations import PlayerInfo, load_field
from kickabout.simulation.match.inspection import Question
from kickabout.studio.console import Console
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.remote_robots import RemoteRobots
from kickabout.studio.sources.running_robot import Changed, RunningRobot
from kickabout.studio.sources.source import Moment, StudioError
from kickabout.studio.studio_controller import StudioController

NEVER = threading.Event()
FIELD, PLAYER = load_field("spl2019"), PlayerInfo(team=5, number=3, team_name="dummies")


def _watched(agent: Agent, on_change: Changed | None = None) -> RunningRobot:
    return RunningRobot(agent, field=FIELD, player=PLAYER, on_change=on_change)


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    made = Agent(load_team("dummies"), name="dummies 3", constants=(FIELD, PLAYER))
    runner = LiveRunner(made)
    runner.start()
    yield made
    runner.stop()


@pytest.fixture
def changes() -> list[tuple[str, object]]:
    return []


@pytest.fixture
def server(agent: Agent, changes: list[tuple[str, object]]) -> Iterator[StudioServer]:
    source = _watched(agent, lambda what, arguments: changes.append((what, tuple(arguments))))
    with StudioServer(StudioController(source), port=0, max_pages=2, max_fraction=0.5) as made:
        yield made


@pytest.fixture
def remote(server: StudioServer) -> Iterator[RemoteRobots]:
    made = RemoteRobots([f"ws://127.0.0.1:{server.port}"])
    yield made
    made.close()


def _waited(holds: object, seconds: float = 10.0) -> bool:
    end = clock.monotonic() + seconds
    while clock.monotonic() < end:
        if callable(holds) and holds():
            return True
        clock.wait(0.02, NEVER)
    return False


def test_a_remote_robot_is_shown(remote: RemoteRobots) -> None:
    assert remote.robots == ["home 3"]
    assert remote.stage()["fidelity"] == "robot"
    assert _waited(lambda: remote.moment().time > 0.0)
    assert _waited(lambda: remote.status().running)
    assert remote.status().mode == "robot"
    before = remote.moment().time
    assert _waited(lambda: remote.moment().time > before)


def test_representations_are_read_and_parameters_changed_and_saved(
    remote: RemoteRobots, agent: Agent, changes: list[tuple[str, object]], tmp_path: Path
) -> None:
    console = Console(StudioController(remote, layers=tmp_path))
    assert "stiffness" in console.run("get JointRequest")
    console.run("set StandEngine.stiffness 0.33")
    assert _waited(lambda: agent.parameters("StandEngine").stiffness == 0.33)
    assert "0.33" in console.run("get StandEngine.stiffness")
    assert ("change_parameters", ("StandEngine", {"stiffness": 0.33})) in changes
    console.run("save mine")
    assert "stiffness = 0.33" in (tmp_path / "mine.toml").read_text()


def test_requests_that_a_robot_cannot_fulfill_are_refused(remote: RemoteRobots) -> None:
    console = Console(StudioController(remote))
    with pytest.raises(StudioError, match="stiffness"):
        console.run("set StandEngine.stiffness much")
    with pytest.raises(StudioError, match="cannot be stopped"):
        console.run("pause")
    with pytest.raises(StudioError, match="cannot control the referee"):
        console.run("goal home")
    with pytest.raises(StudioError, match="moved by hand"):
        console.run("ball 1 1")
    with pytest.raises(StudioError, match="needs a running match"):
        console.run("run 1")


def test_a_read_only_robot_changes_nothing(agent: Agent) -> None:
    source = _watched(agent)
    with StudioServer(StudioController(source, read_only=True), port=0) as server:
        remote = RemoteRobots([f"ws://127.0.0.1:{server.port}"])
        with pytest.raises(StudioError, match="read-only"):
            remote.change("home 3", "change_parameters", "StandEngine", {"stiffness": 0.1})
        assert _waited(lambda: remote.status().read_only)
        remote.close()


def test_a_lost_robot_is_reported(agent: Agent) -> None:
    source = _watched(agent)
    with StudioServer(StudioController(source), port=0) as server:
        remote = RemoteRobots([f"ws://127.0.0.1:{server.port}"])
        assert _waited(lambda: remote.moment().time > 0.0)
    assert _waited(lambda: bool(remote.status().failure))
    with pytest.raises(StudioError, match=r"connection|broke"):
        remote.inspect("home 3", Question())
    remote.close()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("ws://127.0.0.1:9", "no robot answers at ws://127.0.0.1:9"),
        ("ws://127.0.0.1", "expected ws://HOST:PORT"),
        ("http://127.0.0.1:8420", "expected ws://HOST:PORT"),
        ("ws://[::1:7", "expected ws://HOST:PORT"),
    ],
)
def test_invalid_addresses_are_reported(address: str, sentence: str) -> None:
    with pytest.raises(StudioError, match=sentence.replace("[", r"\[")):
        RemoteRobots([address])


def test_the_token_is_required(agent: Agent) -> None:
    source = _watched(agent)
    with StudioServer(StudioController(source), port=0, token="a-long-secret-token") as server:
        with pytest.raises(StudioError, match="token is missing"):
            RemoteRobots([f"ws://127.0.0.1:{server.port}"])
        RemoteRobots([f"ws://127.0.0.1:{server.port}/?token=a-long-secret-token"]).close()


def test_two_robots_of_one_number_are_refused(server: StudioServer) -> None:
    address = f"ws://127.0.0.1:{server.port}"
    with pytest.raises(StudioError, match="are both 'home 3'"):
        RemoteRobots([address, address])


def _listened(page: ClientConnection) -> None:
    while True:
        page.recv(timeout=20)


def _page(server: StudioServer) -> ClientConnection:
    own = Origin(f"http://127.0.0.1:{server.port}")
    return connect(f"ws://127.0.0.1:{server.port}/feed", origin=own)


@pytest.mark.parametrize(
    "request_data",
    [
        {"do": "change", "id": 1, "robot": "home 3", "what": "close"},
        {"do": "change", "id": 1, "robot": "home 3", "what": "override"},
        {"do": "change", "id": 1, "robot": "home 3", "what": "override", "path": "Nothing.x"},
        {"do": "change", "id": 1, "robot": "home 3", "what": "switch", "path": "x", "more": [1, 2]},
        {"do": "change", "id": 1, "robot": "home 3", "what": "change_parameters", "path": "X"},
        {"do": "change", "id": 1, "robot": "x", "what": "freeze", "path": "JointRequest"},
        {"do": "show motion", "id": 1, "name": "kneel", "text": ""},
    ],
)
def test_malicious_requests_are_refused_and_the_robot_continues(
    server: StudioServer, agent: Agent, request_data: dict[str, object]
) -> None:
    with _page(server) as page:
        page.send(json.dumps(request_data))
        while True:
            data = page.recv(timeout=20)
            if isinstance(data, str) and (reply := json.loads(data))["kind"] in (
                "reply",
                "failure",
            ):
                break
    assert reply["text"]
    assert not reply.get("ok")
    before = agent.threads["motion"].frame.cycle
    assert _waited(lambda: agent.threads["motion"].frame.cycle > before)


def test_a_flood_is_slowed_and_too_large_messages_end_the_page(
    server: StudioServer, agent: Agent
) -> None:
    with _page(server) as page:
        for number in range(200):
            page.send(json.dumps({"do": "ask", "id": number, "robot": "home 3", "look": {}}))
        before = agent.threads["motion"].frame.cycle
        assert _waited(lambda: agent.threads["motion"].frame.cycle > before + 10)
        page.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            _listened(page)


def test_the_number_of_pages_is_limited(server: StudioServer) -> None:
    with _page(server), _page(server), pytest.raises(InvalidStatus), _page(server):
        pass


def test_moments_survive_packing() -> None:
    moment = Moment(
        time=2.5,
        ball=np.arange(7.0),
        torsos=np.ones((2, 7)),
        joints=np.full((2, 25), 0.5),
        estimates=np.zeros((2, 5)),
    )
    again = Moment.unpacked(moment.packed())
    assert again.packed() == moment.packed()
    assert msgspec.to_builtins(again.time) == 2.5


@pytest.mark.parametrize("data", [b"", b"abc", bytes(36), bytes(4000), b"\xff" * 400])
def test_invalid_moments_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="a moment cannot have"):
        Moment.unpacked(data)
