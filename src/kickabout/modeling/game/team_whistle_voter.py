"""Whistle vote: from the whistles that players heard to the team's decision."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.modeling.game.whistle_vote import WhistleVote, voted_confidence
from kickabout.representations import PlayerInfo, TeamData, TeamWhistle, WhistlePercept


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWhistleVoterParameters:
    window: float = param(
        1.5, unit="s", low=0.0, doc="maximum time between detections of one whistle"
    )
    threshold: float = param(0.4, low=0.0, high=1.0, doc="minimum mean confidence of a whistle")
    teammate_age: float = param(
        15.0, unit="s", low=0.0, doc="time without messages after which a teammate has no vote"
    )
    pause: float = param(3.0, unit="s", low=0.0, doc="minimum time between two whistles")


class TeamWhistleVoter(Module[TeamWhistleVoterParameters]):
    """Weights each player's confidence by the number of its working microphones.

    A player with microphones that heard nothing votes against. After B-Human 2019, 5.5.2.
    """

    def __init__(self, parameters: TeamWhistleVoterParameters) -> None:
        super().__init__(parameters)
        self.whistled_at = TeamWhistle().whistled_at
        self.own_heard_at = WhistlePercept().last_detected_at
        self.own_confidence = 0.0

    def update(
        self, frame: FrameInfo, player: PlayerInfo, percept: WhistlePercept, team: TeamData
    ) -> TeamWhistle:
        p = self.parameters
        votes = [self._own_vote(player, percept), *self._votes(frame, player, team)]
        confidence, heard = voted_confidence(votes, now=frame.time, window=p.window)
        is_new = frame.time - self.whistled_at > p.pause
        if heard and confidence >= p.threshold and is_new:
            self.whistled_at = min(vote.heard_at for vote in heard)
        return TeamWhistle(
            whistled_at=self.whistled_at,
            confidence=confidence,
            voters=tuple(vote.number for vote in heard),
        )

    def _own_vote(self, player: PlayerInfo, percept: WhistlePercept) -> WhistleVote:
        """Return the best confidence of the current whistle, as single blocks of sound vary."""
        if percept.detected:
            is_same = percept.last_detected_at - self.own_heard_at <= self.parameters.window
            best = self.own_confidence if is_same else 0.0
            self.own_confidence = max(best, percept.confidence)
        self.own_heard_at = percept.last_detected_at
        return WhistleVote(
            number=player.number,
            heard_at=percept.last_detected_at,
            confidence=self.own_confidence,
            microphones=percept.channels_used,
        )

    def _votes(self, frame: FrameInfo, player: PlayerInfo, team: TeamData) -> list[WhistleVote]:
        return [
            WhistleVote(
                number=teammate.number,
                heard_at=teammate.whistle_heard_at,
                confidence=teammate.whistle_confidence,
                microphones=teammate.microphones,
            )
            for teammate in team.teammates
            if frame.time - teammate.sent_at <= self.parameters.teammate_age
            and teammate.number != player.number
            and not teammate.penalized
        ]
