"""A team in a noisy hall: it detects whistles with a broken microphone, and none in noise."""

from dataclasses import replace

import pytest
from tests.modules import made

from kickabout.evaluation.trials.whistle_trials import BLOCK_TIME, NAO_MICROPHONES, NOISY, Listener
from kickabout.framework import FrameInfo
from kickabout.modeling.game.team_whistle_voter import TeamWhistleVoter
from kickabout.representations import (
    GameState,
    GameStateModel,
    PlayerInfo,
    TeamData,
    Teammate,
    WhistlePercept,
)
from kickabout.simulation.ears import Soundscape, SoundSettings

SET = GameStateModel(state=GameState.SET)
PLACES = ((-4.0, 0.0), (-2.6, 1.1), (-1.2, -1.6), (-1.2, 1.6), (-0.9, 0.0))
WHISTLED_AT = 1.5  # s


def message_of(number: int, percept: WhistlePercept, confidence: float, now: float) -> Teammate:
    return Teammate(
        number=number,
        whistle_heard_at=percept.last_detected_at,
        whistle_confidence=confidence,
        microphones=percept.channels_used,
        sent_at=now,
    )


def whistles_of_team(soundscape: Soundscape, seconds: float) -> list[float]:
    """Return the times of whistles for the first robot; the last one has two dead microphones."""
    listeners = [
        Listener(
            soundscape,
            place=place,
            robot=index,
            microphones=replace(NAO_MICROPHONES, dead=(0, 2)) if index == len(PLACES) - 1 else None,
        )
        for index, place in enumerate(PLACES)
    ]
    voter, decided = made(TeamWhistleVoter), set[float]()
    best = [0.0] * len(listeners)  # what each of them sends in team messages
    streams = [listener.blocks(seconds, 0.2) for listener in listeners]
    for blocks in zip(*streams, strict=True):
        frame = FrameInfo(time=blocks[0][0], dt=BLOCK_TIME)
        percepts = [
            listener.recognizer.update(frame, block, SET)
            for listener, (_, block) in zip(listeners, blocks, strict=True)
        ]
        for index, percept in enumerate(percepts):
            best[index] = max(best[index], percept.confidence if percept.detected else 0.0)
        teammates = tuple(
            message_of(index + 1, percepts[index], best[index], frame.time)
            for index in range(1, len(percepts))
        )
        vote = voter.update(frame, PlayerInfo(number=1), percepts[0], TeamData(teammates=teammates))
        if vote.whistled_at > 0.0:
            decided.add(vote.whistled_at)
    return sorted(decided)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_team_detects_the_whistle_in_a_noisy_hall(seed: int) -> None:
    soundscape = Soundscape(SoundSettings(crowd=NOISY), seed)
    soundscape.whistle(WHISTLED_AT, position_in_field=(0.0, 3.6, 1.6))
    times = whistles_of_team(soundscape, 4.0)
    assert times
    assert 0.0 <= times[0] - WHISTLED_AT < 0.8


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_the_team_detects_no_whistle_in_noise(seed: int) -> None:
    assert whistles_of_team(Soundscape(SoundSettings(crowd=NOISY), seed), 10.0) == []
