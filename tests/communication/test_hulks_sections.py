"""Sections of team messages with proposed roles and search positions."""

from dataclasses import replace

import numpy as np
import pytest
from tests.communication.team_message_samples import random_message

from kickabout.communication.game_controller_data import DecodeError
from kickabout.communication.team_message import TeamMessage
from kickabout.communication.team_message_codec import (
    COMPACT_SIZE,
    decode_team_message,
    encode_compact,
    encode_standard,
)
from kickabout.communication.team_message_search import Search, decode_search
from kickabout.geometry import Field, Vector2
from kickabout.representations import Role

PROPOSAL = (Role.KEEPER, Role.DEFENDER, Role.BISHOP, Role.STRIKER, Role.REPLACEMENT_KEEPER)


def proposing(roles: tuple[Role, ...]) -> TeamMessage:
    message = random_message(np.random.default_rng(1))
    return replace(message, content=replace(message.content, proposed_roles=roles))


def decoded(packet: bytes) -> TeamMessage:
    message = decode_team_message(packet)
    assert not isinstance(message, DecodeError)
    return message


@pytest.mark.parametrize("standard", [True, False])
def test_a_proposal_arrives_as_it_was_sent(standard: bool) -> None:
    packet = (encode_standard if standard else encode_compact)(proposing(PROPOSAL))
    assert decoded(packet).content.proposed_roles == PROPOSAL
    assert standard or len(packet) <= COMPACT_SIZE


def test_a_message_without_a_proposal_has_no_section_for_it() -> None:
    without, with_roles = encode_standard(proposing(())), encode_standard(proposing(PROPOSAL))
    assert decoded(without).content.proposed_roles == ()
    assert len(with_roles) == len(without) + 2 + len(PROPOSAL)


def test_roles_of_a_newer_program_are_no_proposal() -> None:
    packet = bytearray(encode_standard(proposing(PROPOSAL)))
    position = bytes(packet).rindex(bytes((5, len(PROPOSAL)))) + 2
    packet[position] = 200
    assert decoded(bytes(packet)).content.proposed_roles == ()


def test_search_positions_arrive_within_half_a_decimeter() -> None:
    positions = (None, Vector2[Field](-3.21, 2.48), Vector2[Field](4.4, -3.0))
    message = proposing(PROPOSAL)
    content = replace(message.content, search_positions=positions, map_age=321.4, head_yaw=-1.13)
    for encode in (encode_standard, encode_compact):
        received = decoded(encode(replace(message, content=content))).content
        assert received.map_age == 321.0
        assert received.head_yaw == pytest.approx(-1.13, abs=0.011)
        assert received.search_positions[0] is None
        for sent, arrived in zip(positions[1:], received.search_positions[1:], strict=True):
            assert sent is not None
            assert arrived is not None
            assert sent.distance_to(arrived) < 0.075


def test_a_malformed_search_section_is_ignored() -> None:
    assert decode_search(b"\x01\x00\x05\x07") == Search()
    assert decode_search(b"") == Search()
