"""Do proposals of roles and places to search reach the teammates, and do others go without?"""

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


def test_who_proposes_nothing_sends_not_a_byte_more() -> None:
    without, with_roles = encode_standard(proposing(())), encode_standard(proposing(PROPOSAL))
    assert decoded(without).content.proposed_roles == ()
    assert len(with_roles) == len(without) + 2 + len(PROPOSAL)


def test_roles_of_a_newer_program_are_no_proposal() -> None:
    packet = bytearray(encode_standard(proposing(PROPOSAL)))
    place = bytes(packet).rindex(bytes((5, len(PROPOSAL)))) + 2
    packet[place] = 200
    assert decoded(bytes(packet)).content.proposed_roles == ()


def test_places_to_search_arrive_within_half_a_decimeter() -> None:
    places = (None, Vector2[Field](-3.21, 2.48), Vector2[Field](4.4, -3.0))
    message = proposing(PROPOSAL)
    told = replace(message.content, search_positions=places, map_age=321.4, head_yaw=-1.13)
    for encode in (encode_standard, encode_compact):
        content = decoded(encode(replace(message, content=told))).content
        assert content.map_age == 321.0
        assert content.head_yaw == pytest.approx(-1.13, abs=0.011)
        assert content.search_positions[0] is None
        for sent, arrived in zip(places[1:], content.search_positions[1:], strict=True):
            assert sent is not None
            assert arrived is not None
            assert sent.distance_to(arrived) < 0.075


def test_a_broken_search_section_says_nothing() -> None:
    assert decode_search(b"\x01\x00\x05\x07") == Search()
    assert decode_search(b"") == Search()
