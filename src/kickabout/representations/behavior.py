"""Decisions of the behavior, to be displayed, recorded and sent."""

import enum
from collections.abc import Mapping
from dataclasses import field

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vector2


@frozen
class ActiveOption:
    """One line of the activation graph."""

    depth: int
    option: str
    state: str
    option_since: float  # s
    state_since: float  # s
    arguments: tuple[str, ...] = ()


@representation
class ActivationGraph:
    """All options, skills and cards that were active in this cycle, in order of their calls."""

    options: tuple[ActiveOption, ...] = ()


class BehaviorLayer(enum.Enum):
    """Layers of a layered behavior, from the whole game to basic abilities."""

    NONE = "none"
    ROLE = "role"
    GAME_STATE = "game state"
    OPTION = "option"
    SUB_OPTION = "sub-option"
    SKILL = "skill"


@representation
class BehaviorRequest:
    """A state that a person forces on a layer; execution starts from it. NONE: nothing is forced.

    No module provides it: it is overridden from outside, to test a behavior.
    """

    layer: BehaviorLayer = BehaviorLayer.NONE
    state: str = ""  # its name
    arguments: Mapping[str, float] = field(default_factory=dict)  # of a skill; others: its defaults


class Role(enum.Enum):
    """Role of a player in its team."""

    NONE = "none"
    KEEPER = "keeper"
    STRIKER = "striker"
    DEFENDER = "defender"
    SUPPORTER = "supporter"
    SEARCHER = "searcher"
    REPLACEMENT_KEEPER = "replacement keeper"
    BISHOP = "bishop"
    LOSER = "loser"


@representation
class RoleState:
    """Roles of the whole team, as assigned by this robot."""

    role: Role = Role.NONE
    roles: tuple[Role, ...] = ()  # roles[0] is player 1's
    striker: int = 0  # player number; 0 if none
    captain: int = 0
    time_to_reach_ball: float = 1e9  # s, of this robot


@representation
class TacticalState:
    """Intentions to be sent to the teammates."""

    walking_to: Pose2[Robot, Field] = Pose2()
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0  # player number
    says: str = ""
    search_positions: tuple[Vector2[Field] | None, ...] = ()  # per player; () if none searches
    map_age: float = 0.0  # s for which this robot's search map was updated without interruption
    head_yaw: float = 0.0  # rad, of a robot that searches for the ball; 0 if none searches
