"""Foxglove gets the messages of a match over a WebSocket while it is played."""

import json
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kickabout.framework.errors import KickaboutError
from kickabout.geometry.arrays import readonly
from kickabout.recording import Recorder
from kickabout.representations import TrueWorld

pytest.importorskip("foxglove", reason="viewers need the extra 'viz'")

from kickabout.recording.viewers.foxglove_live import FoxgloveLive

MESSAGE = struct.Struct("<BIQ")  # opcode, subscription, log time in ns
SUBSCRIPTION = 7


@pytest.fixture
def live() -> Iterator[FoxgloveLive]:
    server = FoxgloveLive(port=0)
    yield server
    server.close()


def record(recorder: Recorder, time: float) -> None:
    world = TrueWorld(
        ball_position=readonly((time, 0.0, 0.05)), ball_quaternion=readonly((1, 0, 0, 0))
    )
    recorder.record("truth/TrueWorld", time, world)
    recorder.advance(time + 1.0)
    recorder.collect(0, ())


def advertised(client: ClientConnection) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    while "foxglove/truth/transforms" not in found:
        message = client.recv(timeout=10.0)
        if isinstance(message, str) and json.loads(message)["op"] == "advertise":
            found |= {each["topic"]: each for each in json.loads(message)["channels"]}
    return found


def test_a_viewer_gets_our_topics_and_the_standard_ones(live: FoxgloveLive, tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "match.mcap")
    live.attach(recorder)
    record(recorder, 0.1)
    with connect(live.address, subprotocols=[Subprotocol("foxglove.sdk.v1")]) as client:
        channels = advertised(client)
        assert channels["truth/TrueWorld"]["encoding"] == "json"
        assert channels["foxglove/truth/transforms"]["schemaName"] == "foxglove.FrameTransforms"
        chosen = [{"id": SUBSCRIPTION, "channelId": channels["truth/TrueWorld"]["id"]}]
        client.send(json.dumps({"op": "subscribe", "subscriptions": chosen}))
        for number in range(1, 50):  # until the subscription is known
            record(recorder, number + 0.25)
            try:
                message = client.recv(timeout=0.2)
                break
            except TimeoutError:
                continue
    assert isinstance(message, bytes)
    opcode, subscription, time = MESSAGE.unpack_from(message)
    assert (opcode, subscription) == (1, SUBSCRIPTION)
    assert json.loads(message[MESSAGE.size :])["ball_position"][0] == time / 1e9
    recorder.close()


def test_a_port_in_use_is_an_error_of_one_sentence(live: FoxgloveLive) -> None:
    port = int(live.address.rpartition(":")[2])
    with pytest.raises(KickaboutError, match=f"cannot be served at port {port}"):
        FoxgloveLive(port=port)
