"""A page's websocket: moments come, wishes are granted, nonsense is told."""

import asyncio
import json
import socket
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from kickabout.framework import clock
from kickabout.studio.feed import Page
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


@pytest.fixture
def server(desk: StudioController) -> Iterator[StudioServer]:
    with StudioServer(desk, port=0) as made:
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


def _said(page: ClientConnection, line: str) -> dict[str, Any]:
    page.send(json.dumps({"do": "say", "id": 5, "line": line}))
    return _next(page, "reply")


def test_a_new_page_gets_moment_and_status(page: ClientConnection) -> None:
    kinds: set[str] = set()
    while kinds != {"moment", "status", "events"}:
        data = page.recv(timeout=20)
        kinds.add("moment" if isinstance(data, bytes) else json.loads(data)["kind"])


def test_lines_are_answered(page: ClientConnection) -> None:
    assert _said(page, "echo hello")["text"] == "hello"
    refused = _said(page, "ecko hello")
    assert not refused["ok"]
    assert "Did you mean 'echo'" in refused["text"]


def test_a_watched_robot_tells_its_thoughts(page: ClientConnection) -> None:
    page.send(json.dumps({"do": "watch", "robots": {"home 1": {"values": ["BallModel"]}}}))
    assert "known" in _next(page, "thoughts")["of"]["values"]["BallModel"]


def test_curves_of_a_recording_come_from_its_file(page: ClientConnection) -> None:
    wish = {"do": "series", "id": 6, "robot": "home 1", "start": 0.2, "duration": 0.5}
    paths = ["SensorFrame.gyro[0]", "SensorFrame.giro[0]"]
    page.send(json.dumps({**wish, "paths": paths}))
    live = _next(page, "reply")["series"]
    assert "look back first" in live[paths[0]]["problem"]
    assert _said(page, "goto 1.0")["ok"]
    page.send(json.dumps({**wish, "paths": paths}))
    found = _next(page, "reply")["series"]
    assert len(found[paths[0]]["times"]) == len(found[paths[0]]["values"]) > 30
    assert "Did you mean 'gyro'" in found[paths[1]]["problem"]
    page.send(json.dumps({**wish, "paths": paths, "duration": 1e6}))
    assert "cannot be used" in _next(page, "failure")["text"]


def test_nonsense_is_told_and_the_page_stays(page: ClientConnection) -> None:
    page.send("nonsense")
    assert "cannot be used" in _next(page, "failure")["text"]
    page.send(json.dumps({"do": "ask", "id": 9, "robot": "home 7", "look": {}}))
    assert "unknown robot 'home 7'" in _next(page, "reply")["text"]
    assert _said(page, "echo still here")["ok"]


def test_bytes_are_refused_and_the_page_stays(page: ClientConnection) -> None:
    page.send(b"\xff\xfe")
    assert "wishes are text" in _next(page, "failure")["text"]
    assert _said(page, "echo still here")["ok"]


def _deep_change(depth: int) -> str:
    deep = "[" * depth + "]" * depth
    return (
        '{"do": "change", "id": 5, "robot": "home 1", "what": "override", '
        f'"path": "BallModel.known", "more": [{deep}]}}'
    )


def test_what_is_nested_too_deeply_is_refused_and_the_page_stays(page: ClientConnection) -> None:
    page.send(_deep_change(20_000))
    assert "nested too deeply" in _next(page, "failure")["text"]
    for depth in (100, 300):  # some can be read, but not used
        page.send(_deep_change(depth))
        assert not _next(page, "reply")["ok"]
    assert _said(page, "echo still here")["ok"]


def test_a_condition_of_many_brackets_is_refused_and_the_page_stays(page: ClientConnection) -> None:
    refused = _said(page, "until " + "(" * 600 + "BallPercept.seen" + ")" * 600)
    assert "more than 30 brackets" in refused["text"]
    assert _said(page, "echo still here")["ok"]


def test_pages_of_other_servers_are_refused(server: StudioServer) -> None:
    place = f"ws://127.0.0.1:{server.port}/feed"
    with pytest.raises(InvalidStatus), connect(place, origin=Origin("http://evil.example")):
        pass


def test_the_printed_address_lets_in_whatever_the_token_is(desk: StudioController) -> None:
    with (
        StudioServer(desk, port=0, token="a+b&c#d=e f%41g") as server,
        urllib.request.urlopen(server.address, timeout=20) as answer,
    ):
        assert answer.status == 200


def test_a_taken_port_is_told(server: StudioServer, desk: StudioController) -> None:
    with pytest.raises(StudioError, match=f"cannot open 127.0.0.1:{server.port}"):
        StudioServer(desk, port=server.port)


def test_files_outside_the_pages_are_not_served(server: StudioServer) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd", "/x"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status in (404, 405), path
    connection.close()


class Chatterbox:
    """A page that wishes something again and again, and counts how often it was heard."""

    def __init__(self) -> None:
        self.heard = 0

    async def receive(self) -> dict[str, str]:
        self.heard += 1
        wish = {"do": "say", "id": self.heard, "line": f"echo {self.heard}"}
        return {"type": "websocket.receive", "text": json.dumps(wish)}


def test_a_page_that_does_not_read_is_not_listened_to(server: StudioServer) -> None:
    async def talk() -> None:
        chatterbox, page, sent = Chatterbox(), Page(lambda: None), asyncio.Event()
        # Types: a page without a socket.
        listening = asyncio.create_task(server._listen(chatterbox, page, sent))  # type: ignore[arg-type]
        for count in (1, 2, 3):
            while not page.has_waiting("reply"):
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.02)  # in which it could hear more
            assert chatterbox.heard == count
            assert [json.loads(reply)["text"] for reply in page.taken()] == [str(count)]
            sent.set()
        listening.cancel()

    asyncio.run(talk())


def test_a_page_that_goes_without_a_word_is_forgotten(
    server: StudioServer, page: ClientConnection
) -> None:
    assert _said(page, "echo hello")["ok"]
    assert server._pages == 1
    page.socket.shutdown(socket.SHUT_RDWR)
    for _ in range(200):
        if server._pages == 0:
            return
        clock.wait(0.05, threading.Event())
    pytest.fail("the page is still there")


def _asked(page: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    page.send(json.dumps({"id": 7, **request}))
    return _next(page, "reply")


def test_a_whole_recording_is_read_for_pages(page: ClientConnection) -> None:
    paths = ["RobotPose.robot_to_field", "SensorFrame.gyro[0]"]
    overview = {"do": "overview", "robot": "home 1", "start": 0.0, "end": 3.0, "points": 300}
    behavior = {"do": "behavior", "robot": "home 1"}
    for request in ({**overview, "paths": paths}, behavior):
        assert "look back first" in _asked(page, request)["text"]
    assert _said(page, "goto 1.0")["ok"]
    curves = _asked(page, {**overview, "paths": paths})["curves"]
    assert "is no number" in curves[paths[0]]["problem"]
    assert len(curves[paths[1]]["times"]) == len(curves[paths[1]]["values"]) > 30
    assert _asked(page, behavior)["spans"]
    backwards = {**overview, "paths": paths, "start": 3.0, "end": 1.0}
    assert "nothing lies between" in _asked(page, backwards)["text"]
    page.send(json.dumps({"id": 7, **overview, "paths": paths, "points": 1_000_000}))
    assert "cannot be used" in _next(page, "failure")["text"]


def test_layouts_are_kept_unless_pages_may_only_look(
    desk: StudioController, page: ClientConnection
) -> None:
    keep = {"do": "keep layout", "name": "mine", "layout": {"panels": {}}}
    assert _asked(page, keep)["ok"]
    assert _asked(page, {"do": "layouts"})["layouts"] == {"mine": {"panels": {}}}
    assert "cannot name a layout" in _asked(page, {**keep, "name": "../mine"})["text"]
    desk.read_only = True
    assert "looking only" in _asked(page, {**keep, "layout": None})["text"]
    desk.read_only = False
    assert _asked(page, {**keep, "layout": None})["ok"]
    assert _asked(page, {"do": "layouts"})["layouts"] == {}


def test_what_fields_mean_is_served(server: StudioServer) -> None:
    with urllib.request.urlopen(f"{server.address}representations.json") as reply:
        assert "BallModel" in json.load(reply)
