"""The automatic referee: from views of the field to calls, whistles and placements."""

from kickabout.simulation.referee.console_words import say_game_word, say_penalty_word
from kickabout.simulation.referee.decisions import (
    Announcement,
    BallPlacement,
    ButtonPress,
    Decision,
    GoalScored,
    PenaltyEnded,
    PenaltyGiven,
    RefereeOutput,
    RobotPlacement,
    StateChange,
    Whistle,
    WhistleReason,
)
from kickabout.simulation.referee.game import TeamIdentity
from kickabout.simulation.referee.referee import Referee
from kickabout.simulation.referee.rules import Rules, load_rules
from kickabout.simulation.referee.view import RefereeView, RobotId, RobotView, TeamSide

__all__ = [
    "Announcement",
    "BallPlacement",
    "ButtonPress",
    "Decision",
    "GoalScored",
    "PenaltyEnded",
    "PenaltyGiven",
    "Referee",
    "RefereeOutput",
    "RefereeView",
    "RobotId",
    "RobotPlacement",
    "RobotView",
    "Rules",
    "StateChange",
    "TeamIdentity",
    "TeamSide",
    "Whistle",
    "WhistleReason",
    "load_rules",
    "say_game_word",
    "say_penalty_word",
]
