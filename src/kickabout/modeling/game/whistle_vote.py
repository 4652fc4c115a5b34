"""The team's vote on a whistle: from what each player heard to one confidence."""

from kickabout.framework import frozen


@frozen
class WhistleVote:
    """What one player says about the last moments."""

    number: int
    heard_at: float  # s
    confidence: float  # 0 … 1, of what it heard
    microphones: int  # that worked


def voted_confidence(
    votes: list[WhistleVote], *, now: float, window: float
) -> tuple[float, tuple[WhistleVote, ...]]:
    """Mean confidence weighted by working microphones, and who heard something in the window.

    Players that listen but heard nothing count with nothing; deaf ones do not count at all.
    """
    listening = [vote for vote in votes if vote.microphones > 0]
    heard = tuple(vote for vote in listening if now - window <= vote.heard_at <= now + window)
    microphones = sum(vote.microphones for vote in listening)
    if microphones == 0:
        return 0.0, heard
    total = sum(vote.microphones * vote.confidence for vote in heard)
    return total / microphones, heard
