"""A page's websocket: moments are sent, requests answered, invalid messages refused."""

import asyncio
import json
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from kickabout.framework import clock
from kickabout.studio.feed import Page
from kickabout.studio.pages.page_answers import PageAnswers
from kickabout.studio.pages.requests import AskBehavior
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


@pytest.fixture
def server(controller: StudioController) -> Iterator[StudioServer]:
    with StudioServer(controller, port=0) as made:
        yield made


@pytest.fixture
def page(server: StudioServer) -> Iterator[ClientConnection]:
    own = Origin(f"http://127.0.0.1:{server.port}")
    with connect(f"ws://127.0.0.1:{server.port}/feed", origin=own) as made:
        yield made


def _next(page: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        data = page.recv(timeout=20)
        if isinstance(data, str) and (found := json.loads(data))["kind"] == kind:
            return dict(found)


def _reply_to(page: ClientConnection, line: str) -> dict[str, Any]:
    page.send(json.dumps({"do": "say", "id": 5, "line": line}))
    return _next(page, "reply")


def test_a_new_page_gets_moment_and_status(page: ClientConnection) -> None:
    kinds: set[str] = set()
    while kinds != {"moment", "status", "events"}:
        data = page.recv(timeout=20)
        kinds.add("moment" if isinstance(data, bytes) else json.loads(data)["kind"])


def test_lines_are_answered(page: ClientConnection) -> None:
    assert _reply_to(page, "echo hello")["text"] == "hello"
    refused = _reply_to(page, "ecko hello")
    assert not refused["ok"]
    assert "Did you mean 'echo'" in refused["text"]


def test_a_page_gets_the_data_of_a_watched_robot(page: ClientConnection) -> None:
    page.send(json.dumps({"do": "watch", "robots": {"home 1": {"values": ["BallModel"]}}}))
    assert "known" in _next(page, "thoughts")["of"]["values"]["BallModel"]


def test_invalid_messages_are_reported_and_the_page_stays_open(page: ClientConnection) -> None:
    page.send("nonsense")
    assert "cannot be used" in _next(page, "failure")["text"]
    page.send(json.dumps({"do": "ask", "id": 9, "robot": "home 7", "look": {}}))
    assert "unknown robot 'home 7'" in _next(page, "reply")["text"]
    assert _reply_to(page, "echo still here")["ok"]


def test_bytes_are_refused_and_the_page_stays_open(page: ClientConnection) -> None:
    page.send(b"\xff\xfe")
    assert "messages are text" in _next(page, "failure")["text"]
    assert _reply_to(page, "echo still here")["ok"]


def _deep_change(depth: int) -> str:
    deep = "[" * depth + "]" * depth
    return (
        '{"do": "change", "id": 5, "robot": "home 1", "what": "override", '
        f'"path": "BallModel.known", "more": [{deep}]}}'
    )


def test_a_deeply_nested_message_is_refused_and_the_page_stays_open(
    page: ClientConnection,
) -> None:
    page.send(_deep_change(20_000))
    assert "nested too deeply" in _next(page, "failure")["text"]
    for depth in (100, 300):  # these are decoded, but the value is refused
        page.send(_deep_change(depth))
        assert not _next(page, "reply")["ok"]
    assert _reply_to(page, "echo still here")["ok"]


def test_a_condition_of_many_brackets_is_refused(
    page: ClientConnection,
) -> None:
    refused = _reply_to(page, "until " + "(" * 600 + "BallPercept.seen" + ")" * 600)
    assert "more than 30 brackets" in refused["text"]
    assert _reply_to(page, "echo still here")["ok"]


def test_pages_of_other_servers_are_refused(server: StudioServer) -> None:
    address = f"ws://127.0.0.1:{server.port}/feed"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("http://evil.example")):
        pass


def test_the_printed_address_opens_with_any_token(controller: StudioController) -> None:
    with (
        StudioServer(controller, port=0, token="a+b&c#d=e f%41g") as server,
        urllib.request.urlopen(server.address, timeout=20) as answer,
    ):
        assert answer.status == 200


def test_a_taken_port_is_reported(server: StudioServer, controller: StudioController) -> None:
    with pytest.raises(StudioError, match=f"cannot open 127.0.0.1:{server.port}"):
        StudioServer(controller, port=server.port)


def test_files_outside_the_pages_are_not_served(server: StudioServer) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd", "/x"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status in (404, 405), path
    connection.close()


class FloodingPage:
    """A page that sends requests without end, and counts how many were received."""

    def __init__(self) -> None:
        self.received = 0

    async def receive(self) -> dict[str, str]:
        self.received += 1
        request = {"do": "say", "id": self.received, "line": f"echo {self.received}"}
        return {"type": "websocket.receive", "text": json.dumps(request)}


def test_requests_of_a_page_that_does_not_read_are_not_received(server: StudioServer) -> None:
    async def talk() -> None:
        flooding, page, sent = FloodingPage(), Page(lambda: None), asyncio.Event()
        # Types: a page without a socket.
        listening = asyncio.create_task(server._shown._listen(flooding, page, sent))  # type: ignore[arg-type]
        for count in (1, 2, 3):
            while not page.has_waiting("reply"):
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.02)  # in which more could be received
            assert flooding.received == count
            assert [json.loads(reply)["text"] for reply in page.taken()] == [str(count)]
            sent.set()
        listening.cancel()

    asyncio.run(talk())


def test_a_page_whose_connection_breaks_is_closed(
    server: StudioServer, page: ClientConnection
) -> None:
    assert _reply_to(page, "echo hello")["ok"]
    assert server._shown._pages == 1
    page.socket.shutdown(socket.SHUT_RDWR)
    for _ in range(200):
        if server._shown._pages == 0:
            return
        clock.wait(0.05, threading.Event())
    pytest.fail("the page is still there")


def _asked(page: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    page.send(json.dumps({"id": 7, **request}))
    return _next(page, "reply")


def test_a_whole_recording_is_read_for_pages(page: ClientConnection) -> None:
    paths = ["RobotPose.robot_to_field", "SensorFrame.gyro[0]", "lower/BallPercept.radius_px"]
    overview = {"do": "overview", "robot": "home 1", "start": 0.0, "end": 3.0, "points": 300}
    behavior = {"do": "behavior", "robot": "home 1"}
    assert _reply_to(page, "goto 1.0")["ok"]
    curves = _asked(page, {**overview, "paths": [*paths, "SensorFrame.giro[0]"]})["curves"]
    assert "Did you mean 'gyro'" in curves["SensorFrame.giro[0]"]["problem"]
    assert "is not a number" in curves[paths[0]]["problem"]
    assert len(curves[paths[1]]["times"]) == len(curves[paths[1]]["values"]) > 30
    assert "problem" not in curves[paths[2]]
    assert _asked(page, behavior)["spans"]
    positions = _asked(page, {"do": "positions", "time": 0.5})
    assert set(positions["robots"]) == {"home 1", "away 1"}
    assert len(positions["ball"]) == 2
    backwards = {**overview, "paths": paths, "start": 3.0, "end": 1.0}
    assert "nothing lies between" in _asked(page, backwards)["text"]
    page.send(json.dumps({"id": 7, **overview, "paths": paths, "points": 1_000_000}))
    assert "cannot be used" in _next(page, "failure")["text"]


def test_the_past_of_a_running_match_is_read_for_pages(
    controller: StudioController, page: ClientConnection
) -> None:
    path = "SensorFrame.gyro[0]"
    overview = {"do": "overview", "robot": "home 1", "paths": [path], "points": 300}
    behavior = {"do": "behavior", "robot": "home 1", "end": 0.5}
    reply = _asked(page, {**overview, "start": 0.0, "end": 1.0})
    times = reply["curves"][path]["times"]
    assert times[0] < 0.1
    assert times[-1] > 0.9
    assert not reply["grows"]
    assert _asked(page, {**overview, "start": 0.0, "end": 99.0})["grows"]
    assert _asked(page, behavior)["spans"]
    assert controller.source is controller.live  # and the match is still shown


def test_a_match_that_is_not_recorded_has_no_past(live: LiveMatch, tmp_path: Path) -> None:
    answers = PageAnswers(StudioController(live, layers=tmp_path / "layers"))
    with pytest.raises(StudioError, match="is not recorded"):
        answers.answer(AskBehavior(id=1, robot="home 1", end=1.0))


def test_layouts_are_kept_unless_pages_may_only_look(
    controller: StudioController, page: ClientConnection
) -> None:
    keep = {"do": "keep layout", "name": "mine", "layout": {"panels": {}}}
    assert _asked(page, keep)["ok"]
    assert _asked(page, {"do": "layouts"})["layouts"] == {"mine": {"panels": {}}}
    assert "cannot name a layout" in _asked(page, {**keep, "name": "../mine"})["text"]
    controller.read_only = True
    assert "read-only" in _asked(page, {**keep, "layout": None})["text"]
    controller.read_only = False
    assert _asked(page, {**keep, "layout": None})["ok"]
    assert _asked(page, {"do": "layouts"})["layouts"] == {}


def test_what_fields_mean_is_served(server: StudioServer) -> None:
    with urllib.request.urlopen(f"{server.address}representations.json") as reply:
        assert "BallModel" in json.load(reply)
