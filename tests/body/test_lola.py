"""The body over LoLA: packets, disturbed connections, identity."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.body.lola_server import IDENTITY, LolaServer, default_sensors, sensor_packet

from kickabout.body import BodyCommand, BodyError
from kickabout.body.lola import LolaBody, read_identity
from kickabout.framework import clock
from kickabout.representations import JointRequest, LedRequest, SensorFrame, SpeechRequest

TIMEOUT = 0.5  # s; a busy machine may delay the server more than a robot does
GOOD = sensor_packet(default_sensors())
COMMAND = BodyCommand(leds=LedRequest(colors={"chest": ((1.0, 0.0, 0.0),)}))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LolaServer]:
    with LolaServer(tmp_path / "lola") as server:
        yield server


@pytest.fixture
def body(server: LolaServer) -> Iterator[LolaBody]:
    body = LolaBody(server.path, silent_after=TIMEOUT)
    yield body
    body.close()


def frame_of(body: LolaBody) -> SensorFrame:
    frame = body.receive()
    assert frame is not None
    return frame


def frames_until_connected(body: LolaBody, connected: bool) -> int:
    for number in range(2000):
        if frame_of(body).connected is connected:
            return number
        body.send(COMMAND)
    raise AssertionError("the connection does not change")


def test_each_packet_is_one_frame_and_each_command_one_answer(
    server: LolaServer, body: LolaBody
) -> None:
    for number in range(100):
        server.sensors["Gyroscope"] = [float(number), 0.0, 0.0]
        frame = frame_of(body)
        assert frame.connected
        assert frame.gyro[0] <= number
        body.send(COMMAND)
    assert server.wait_until(lambda: len(server.received) == 100)
    assert body.statistics.packets == 100
    assert body.statistics.skipped == 0
    assert body.parsed_packets == 1


def test_frames_come_at_the_rate_of_the_robot(tmp_path: Path) -> None:
    with LolaServer(tmp_path / "lola", rate=83.333) as server:
        body = LolaBody(server.path, silent_after=TIMEOUT)
        begin = clock.monotonic()
        for _ in range(40):
            assert frame_of(body).connected
            body.send(COMMAND)
        elapsed = clock.monotonic() - begin
        body.close()
    assert body.statistics.packets <= server.sent
    assert elapsed >= 38 / 83.333


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xc1" * 50,
        GOOD[:-1] + b"\xc1",
        b"\x80",
        np.random.default_rng(5).bytes(896),
        GOOD[450:] + GOOD[:450],
    ],
)
def test_garbage_is_counted_and_answered_with_the_last_command(
    server: LolaServer, body: LolaBody, garbage: bytes
) -> None:
    for _ in range(3):
        frame_of(body)
        body.send(COMMAND)
    server.instead = [garbage]
    for _ in range(5):
        assert frame_of(body).connected
        body.send(COMMAND)
    assert body.statistics.rejected == 1
    assert body.statistics.connections == 1
    assert server.received[-1]["Chest"] == [1.0, 0.0, 0.0]


def test_only_garbage_counts_as_a_lost_connection(server: LolaServer, body: LolaBody) -> None:
    frame_of(body)
    server.instead = [b"\xc1" * 896] * 100_000
    body.send(COMMAND)
    assert frames_until_connected(body, False) <= 1
    server.instead = []
    assert frames_until_connected(body, True) < 1000


def test_a_packet_that_is_cut_off_is_rejected(server: LolaServer, body: LolaBody) -> None:
    frame_of(body)
    server.instead = [GOOD[:400]]
    body.send(COMMAND)
    assert not frame_of(body).connected
    assert "cut off after 400 bytes" in body.problem
    assert frames_until_connected(body, True) < 10
    assert body.statistics.rejected == 1


def test_packets_in_pieces_are_assembled(tmp_path: Path) -> None:
    with LolaServer(tmp_path / "lola", rate=1000.0) as server:
        server.instead = [GOOD[begin : begin + 100] for begin in range(0, len(GOOD), 100)]
        body = LolaBody(server.path, silent_after=TIMEOUT)
        assert frame_of(body).connected
        assert body.statistics.rejected == 0
        body.close()


def test_of_several_waiting_packets_the_newest_is_used(server: LolaServer, body: LolaBody) -> None:
    newest = sensor_packet({**default_sensors(), "Angles": [0.25, 0.5]})
    server.instead = [GOOD + GOOD + newest]
    assert frame_of(body).board_angles.tolist() == [0.25, 0.5]
    assert body.statistics.skipped == 2


def test_a_broken_connection_is_made_again(server: LolaServer, body: LolaBody) -> None:
    frame_of(body)
    server.hang_up()
    for _ in range(2000):
        body.send(COMMAND)
        frame_of(body)
        if body.statistics.connections == 2:
            break
    assert frames_until_connected(body, True) < 1000
    assert body.statistics.connections == server.clients == 2


def test_a_silent_robot_is_connected_again(server: LolaServer, body: LolaBody) -> None:
    frame_of(body)
    server.fall_silent()
    while body.statistics.connections < 2:
        body.send(COMMAND)
        frame_of(body)
    server.speak_again()
    assert frames_until_connected(body, True) < 1000


def test_a_robot_may_be_switched_on_later_and_off_permanently(tmp_path: Path) -> None:
    body = LolaBody(tmp_path / "lola", silent_after=0.1, gone_after=2.0)
    assert not frame_of(body).connected
    body.send(COMMAND)
    assert body.statistics.not_sent == 1
    assert "No such file" in body.problem
    with LolaServer(tmp_path / "lola"):
        assert frames_until_connected(body, True) < 1000
    for _ in range(2000):
        if body.receive() is None:
            break
    assert body.receive() is None
    assert "No such file" in body.problem
    body.close()


def test_a_sentence_is_said_once(server: LolaServer) -> None:
    said: list[str] = []
    body = LolaBody(server.path, say=said.append)
    for number, text in ((0, "never"), (1, "ball"), (1, "ball"), (3, "goal"), (2, "late")):
        frame_of(body)
        body.send(BodyCommand(speech=SpeechRequest(text=text, number=number)))
    body.close()
    assert said == ["ball", "goal"]


def test_a_refused_command_is_not_sent(server: LolaServer, body: LolaBody) -> None:
    frame_of(body)
    with pytest.raises(ValueError, match="not finite"):
        body.send(BodyCommand(joints=JointRequest.limp(np.full(25, np.inf))))
    body.send(COMMAND)
    assert server.wait_until(lambda: len(server.received) == 1)


def test_reading_the_identity_sends_no_command(server: LolaServer) -> None:
    identity = read_identity(server.path)
    assert (identity.body_id, identity.head_id) == (IDENTITY[0], IDENTITY[2])
    assert not server.received


def test_a_missing_or_silent_robot_gives_a_clear_sentence(
    server: LolaServer, tmp_path: Path
) -> None:
    with pytest.raises(BodyError, match="there is no LoLA socket at"):
        read_identity(tmp_path / "elsewhere")
    server.fall_silent()
    with pytest.raises(BodyError, match="no robot answers at"):
        read_identity(server.path, within=0.3)
    (tmp_path / "file").touch()
    with pytest.raises(BodyError, match=r"no robot answers at .* Connection refused"):
        read_identity(tmp_path / "file", within=0.1)
