"""Byte offsets in MessagePack, compared with a complete parser."""

import contextlib
import math

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.body.lola_server import default_sensors, sensor_packet

from kickabout.body.message_layout import (
    IncompletePacket,
    MalformedPacket,
    PacketLayout,
    layout_of,
)

PACKET = sensor_packet(default_sensors())
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=300)
    | st.binary(max_size=300),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=40), values), st.binary(max_size=20))
@settings(max_examples=60, deadline=None)
def test_the_size_of_any_map_is_found(content: dict[str, object], rest: bytes) -> None:
    packet = msgspec.msgpack.encode(content)
    assert layout_of(packet + rest).size == len(packet)


@given(st.integers(0, 0xFF), st.integers(0, 2000))
@settings(max_examples=60, deadline=None)
def test_extensions_are_skipped(code: int, length: int) -> None:
    extension = msgspec.msgpack.Ext(code - 128, bytes(length))
    packet = msgspec.msgpack.encode({"strange": [1.0, extension], "more": extension})
    assert layout_of(packet).size == len(packet)


def test_every_incomplete_packet_is_detected() -> None:
    for length in range(len(PACKET)):
        with pytest.raises(IncompletePacket):
            layout_of(PACKET[:length])
    assert layout_of(PACKET).size == len(PACKET)


def test_the_offsets_lead_to_the_numbers() -> None:
    layout = layout_of(PACKET)
    offsets = layout.offsets["Accelerometer"]
    numbers = [np.frombuffer(PACKET, ">f4", 1, offset)[0] for offset in offsets]
    assert numbers == pytest.approx([0.0, 0.0, -9.81])
    assert "RobotConfig" not in layout.offsets
    assert "Status" not in layout.offsets


def _fits(layout: PacketLayout, packet: bytes) -> bool:
    return layout.fits(np.frombuffer(packet, np.uint8))


def test_values_may_differ_but_neither_names_nor_types() -> None:
    layout = layout_of(PACKET)
    other = {**default_sensors(), "Touch": [1.0] * 14, "Sonar": [math.pi, 0.3]}
    assert _fits(layout, sensor_packet(other, status=(3,) * 25))
    assert not _fits(layout, PACKET.replace(b"Sonar", b"Radar"))
    assert not _fits(layout, PACKET.replace(b"P0000074", b"P0000075"))
    integer = PACKET[: layout.offsets["Sonar"][0] - 1] + b"\xce"
    assert not _fits(layout, integer + PACKET[len(integer) :])
    assert not _fits(layout, PACKET[:-1] + b"\xff")


@pytest.mark.parametrize(
    ("garbage", "sentence"),
    [
        (b"\x91\x01", "starts with a map"),
        (b"\xc1", "starts no object"),
        (b"\x81\x01\x01", "should start the name"),
        (b"\x81\xdb\xff\xff\xff\xff", "announces 4294967295 bytes"),
        (b"\xdf\xff\xff\xff\xff", "announces 8589934590 bytes"),
    ],
)
def test_the_defect_of_a_packet_is_named(garbage: bytes, sentence: str) -> None:
    with pytest.raises(MalformedPacket, match=sentence):
        layout_of(garbage)


@given(st.binary(max_size=2000))
@settings(max_examples=300, deadline=None)
def test_random_bytes_are_malformed_or_incomplete(content: bytes) -> None:
    with contextlib.suppress(MalformedPacket, IncompletePacket):
        assert layout_of(content).size <= len(content)
