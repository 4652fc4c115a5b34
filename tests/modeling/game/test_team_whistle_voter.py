"""The team's decision about a whistle."""

import numpy as np
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.modeling.game.team_whistle_voter import TeamWhistleVoter
from kickabout.representations import (
    GroundTruth,
    PlayerInfo,
    TeamData,
    Teammate,
    TeamWhistle,
    WhistlePercept,
)
from kickabout.simulation.oracles.whistle_oracle import WhistleOracle

NOW = 30.0
SILENT = WhistlePercept(channels_used=2)


def heard(confidence: float, channels: int = 2) -> WhistlePercept:
    return WhistlePercept(
        detected=True, confidence=confidence, last_detected_at=NOW, channels_used=channels
    )


def teammate(
    number: int, confidence: float = 0.0, *, heard_at: float = NOW, microphones: int = 2
) -> Teammate:
    return Teammate(
        number=number,
        whistle_heard_at=heard_at if confidence > 0.0 else -1e9,
        whistle_confidence=confidence,
        microphones=microphones,
        sent_at=NOW,
    )


def voted(percept: WhistlePercept, *teammates: Teammate) -> TeamWhistle:
    voter = made(TeamWhistleVoter)
    result: TeamWhistle = voter.update(
        FrameInfo(time=NOW), PlayerInfo(number=1), percept, TeamData(teammates=teammates)
    )
    return result


def test_one_confident_player_is_outvoted() -> None:
    vote = voted(heard(1.0), teammate(2), teammate(3), teammate(4), teammate(5))
    assert vote.whistled_at < 0.0
    assert vote.voters == (1,)


def test_four_less_confident_players_are_enough() -> None:
    vote = voted(SILENT, teammate(2, 0.55), teammate(3, 0.55), teammate(4, 0.55), teammate(5, 0.55))
    assert vote.whistled_at == NOW


def test_a_player_without_microphones_has_no_vote() -> None:
    deaf = [teammate(number, microphones=0) for number in (2, 3, 4, 5)]
    assert voted(heard(0.8), *deaf).whistled_at == NOW
    assert voted(WhistlePercept(), *deaf).confidence == 0.0


def test_a_player_with_a_broken_microphone_has_less_weight() -> None:
    both = voted(heard(0.9), teammate(2)).confidence
    broken = voted(heard(0.9, channels=1), teammate(2)).confidence
    assert broken < both


def test_old_detections_are_ignored() -> None:
    old = [teammate(number, 1.0, heard_at=NOW - 4.0) for number in (2, 3, 4, 5)]
    assert voted(SILENT, *old).whistled_at < 0.0


def test_a_single_player_decides_alone() -> None:
    assert voted(heard(0.8)).whistled_at == NOW


def test_the_team_detects_the_oracles_whistles_and_no_others() -> None:
    oracles = [made(WhistleOracle, false_rate=60.0) for _ in range(5)]
    for i, oracle in enumerate(oracles):
        oracle.random = np.random.default_rng(i)
    voter, dt, decisions = made(TeamWhistleVoter), 0.1, []
    whistles = [60.0, 150.0]
    for cycle in range(2000):
        time = cycle * dt
        frame = FrameInfo(time=time, dt=dt, cycle=cycle)
        last = max([w for w in whistles if w <= time], default=-1e9)
        truth = GroundTruth(whistle_at=last)
        percepts = [oracle.update(frame, truth) for oracle in oracles]
        teammates = tuple(
            Teammate(
                number=i + 2,
                whistle_heard_at=percept.last_detected_at,
                whistle_confidence=0.85,
                microphones=percept.channels_used,
                sent_at=time,
            )
            for i, percept in enumerate(percepts[1:])
        )
        result = voter.update(
            frame, PlayerInfo(number=1), percepts[0], TeamData(teammates=teammates)
        )
        if result.whistled_at > 0.0 and result.whistled_at not in decisions:
            decisions.append(result.whistled_at)
    assert len(decisions) == 2
    assert all(0.0 <= d - w < 1.0 for d, w in zip(decisions, whistles, strict=True))
