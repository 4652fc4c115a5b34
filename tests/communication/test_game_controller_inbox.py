"""Accepted control data: those of the game's teams, of one controller, in order."""

import pytest

from kickabout.communication.game_controller_control import encode_control_data
from kickabout.communication.game_controller_data import DecodeError, Rejection
from kickabout.communication.game_controller_socket import GameControllerInbox
from kickabout.communication.udp_socket import Endpoint
from kickabout.representations.game import GameControllerData, GameTeam

CONTROLLER = Endpoint("10.0.0.1", 3838)
OTHERS = (Endpoint("10.0.0.2", 3838), Endpoint("10.0.0.1", 4000))  # another host, another program


def packet(number: int, *teams: int) -> bytes:
    one, two = teams or (5, 12)
    data = GameControllerData(
        packet_number=number, teams=(GameTeam(number=one), GameTeam(number=two))
    )
    return encode_control_data(data, 18)


def numbered(inbox: GameControllerInbox) -> int:
    assert inbox.latest is not None
    return inbox.latest.packet_number


@pytest.mark.parametrize("order", [(5, 12), (12, 5)])
def test_a_game_of_both_teams_is_accepted_in_either_order(order: tuple[int, int]) -> None:
    inbox = GameControllerInbox(5, 12)
    inbox.accept(packet(1, *order), 0.0, CONTROLLER)
    assert inbox.accepted == 1
    assert inbox.controller == CONTROLLER


@pytest.mark.parametrize("teams", [(7, 8), (5, 8), (8, 12), (5, 5), (12, 12), (0, 0)])
def test_a_match_ignores_games_without_both_its_teams(teams: tuple[int, int]) -> None:
    inbox = GameControllerInbox(5, 12)
    error = inbox.accept(packet(1, *teams), 0.0, CONTROLLER)
    assert isinstance(error, DecodeError)
    assert error.reason is Rejection.FOREIGN_TEAM
    assert error.detail == f"teams {teams[0]} and {teams[1]}, expected 5 and 12"
    assert inbox.latest is None
    assert inbox.controller is None


@pytest.mark.parametrize("other", OTHERS)
def test_a_second_controller_of_the_same_teams_has_to_wait_until_the_first_is_lost(
    other: Endpoint,
) -> None:
    inbox = GameControllerInbox(5)
    inbox.accept(packet(1), 0.0, CONTROLLER)
    for time in (0.1, 2.0, 4.0):
        error = inbox.accept(packet(int(100 + time)), time, other)
        assert isinstance(error, DecodeError)
        assert error.reason is Rejection.OTHER_CONTROLLER
        assert inbox.controller == CONTROLLER
        assert numbered(inbox) == 1
    inbox.accept(packet(50), 4.1, other)
    assert inbox.controller == other
    assert numbered(inbox) == 50


def test_packets_that_were_sent_before_the_latest_one_are_dropped() -> None:
    inbox = GameControllerInbox(5)
    for number in (7, 8, 7, 8, 6, 9, 240):
        inbox.accept(packet(number), 0.0, CONTROLLER)
    assert numbered(inbox) == 9
    assert inbox.rejected == {Rejection.OLD_PACKET: 4}


def test_packets_are_accepted_after_number_255_and_after_lost_packets() -> None:
    inbox = GameControllerInbox(5)
    for number in (180, 250, 255, 0, 1, 90):
        inbox.accept(packet(number), 0.0, CONTROLLER)
        assert numbered(inbox) == number
    assert not inbox.rejected


def test_a_restarted_controller_is_followed_after_a_silence() -> None:
    inbox = GameControllerInbox(5)
    inbox.accept(packet(100), 0.0, CONTROLLER)
    inbox.accept(packet(0), 3.9, CONTROLLER)
    assert numbered(inbox) == 100
    inbox.accept(packet(1), 4.4, CONTROLLER)
    inbox.accept(packet(2), 4.9, CONTROLLER)
    assert numbered(inbox) == 2
