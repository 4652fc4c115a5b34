"""The team's vote on a whistle: from each player's vote to one confidence."""

from kickabout.framework import frozen


@frozen
class WhistleVote:
    """The last whistle that one player heard."""

    number: int
    heard_at: float  # s
    confidence: float  # 0 … 1, of what it heard
    microphones: int  # number that work


def voted_confidence(
    votes: list[WhistleVote], *, now: float, window: float
) -> tuple[float, tuple[WhistleVote, ...]]:
    """Return the mean confidence weighted by working microphones, and the votes in the window.

    A player with microphones that heard nothing votes with 0; one without does not vote.
    """
    listening = [vote for vote in votes if vote.microphones > 0]
    heard = [vote for vote in listening if now - window <= vote.heard_at <= now + window]
    if not heard:
        return 0.0, ()
    microphones = sum([vote.microphones for vote in listening])
    total = sum([vote.microphones * vote.confidence for vote in heard])
    return total / microphones, tuple(heard)
