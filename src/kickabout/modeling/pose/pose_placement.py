"""Placement of robots by people: from game states and body to when and where a robot was put."""

import enum
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from kickabout.framework import frozen
from kickabout.geometry import Mat, Vec3
from kickabout.representations import (
    FallPhase,
    FieldDimensions,
    GameInfo,
    GamePhase,
    GameState,
    Penalty,
    PlayerInfo,
    SetPlay,
)

QUARTER_TURN = 0.5 * math.pi
IN_PLACE = (Penalty.MOTION_IN_SET, Penalty.MOTION_IN_STANDBY)  # the robot stays where it is
DOWN = (FallPhase.FALLING, FallPhase.FALLEN)

Position = tuple[float, float]


class Placement(enum.Enum):
    """The event that changed the robot's pose without odometry."""

    NONE = "none"
    AT_START = "at start"  # lined up at a side line of its own half
    AFTER_PENALTY = "after penalty"  # at a side line beside its own penalty mark
    FOR_KICK_OFF = "for kick-off"  # put by hand into a legal position in set
    AS_STRIKER = "as striker"  # in a penalty shoot-out
    AS_KEEPER = "as keeper"
    SOMEWHERE = "somewhere"  # lifted and put down again
    FELL = "fell"


@frozen
class Situation:
    """The part of the game state that restricts where this robot can be."""

    state: GameState
    phase: GamePhase
    set_play: SetPlay
    penalty: Penalty
    kicks: bool  # our team has the kick

    @property
    def in_shootout(self) -> bool:
        return self.phase is GamePhase.PENALTY_SHOOTOUT

    @property
    def waits_in_own_half(self) -> bool:
        """Whether the rules keep the robot in its own half.

        SET is left out, because a robot may hear the kick-off whistle before that state ends.
        """
        return self.state in (GameState.INITIAL, GameState.STANDBY) and not self.in_shootout

    def begins_in_own_half(self, before: "Situation | None") -> bool:
        """Return whether the robot has just walked to its kick-off position."""
        walked = before is not None and before.state is GameState.READY
        kick_off = not self.in_shootout and self.set_play is not SetPlay.PENALTY_KICK
        return walked and kick_off and self.state is GameState.SET


@lru_cache(maxsize=32)  # one per robot in a process, as packets are rare
def situation_of(game: GameInfo, player: PlayerInfo) -> Situation:
    """Return the situation of a player; assume PLAYING until a GameController packet arrives."""
    data = game.data
    own = data.team(player.team)
    return Situation(
        state=data.state if game.received else GameState.PLAYING,
        phase=data.game_phase,
        set_play=data.set_play,
        penalty=own.player(player.number).penalty if own is not None else Penalty.NONE,
        kicks=data.kicking_team == player.team,
    )


class PlacementDetector:
    """Detects from game states, contact and falls that the robot was put somewhere."""

    def __init__(self) -> None:
        self.before: Situation | None = None
        self.removed = False  # by a penalty during which the robot is taken from the field
        self.lifted_since: float | None = None
        self.fallen = False

    def update(
        self, situation: Situation, *, phase: FallPhase, contact: bool, now: float, min_lift: float
    ) -> Placement:
        """Return the event of this cycle; lifts shorter than `min_lift` seconds are ignored."""
        before, self.before = self.before, situation
        body = self._by_body(phase, contact, now, min_lift)
        if before is None:
            return Placement.AT_START
        game = self._by_game(before, situation)
        if game is not Placement.NONE:
            return game
        if body is Placement.SOMEWHERE and not situation.in_shootout:
            if situation.state in (GameState.INITIAL, GameState.STANDBY):
                return Placement.AT_START
            if situation.state is GameState.SET:
                return Placement.FOR_KICK_OFF
        return body

    def _by_game(self, before: Situation, now: Situation) -> Placement:
        if now.penalty is not Penalty.NONE:
            self.removed |= now.penalty not in IN_PLACE
            return Placement.NONE
        removed, self.removed = self.removed, False
        if now.in_shootout:
            starts = now.state is GameState.SET and before.state is not GameState.SET
            if starts or removed:
                return Placement.AS_STRIKER if now.kicks else Placement.AS_KEEPER
            return Placement.NONE
        if now.state is GameState.INITIAL and before.state is not GameState.INITIAL:
            return Placement.AT_START
        if removed:
            waits = now.state in (GameState.INITIAL, GameState.STANDBY)
            return Placement.AT_START if waits else Placement.AFTER_PENALTY
        return Placement.NONE

    def _by_body(self, phase: FallPhase, contact: bool, now: float, min_lift: float) -> Placement:
        if phase in DOWN:
            self.fallen, self.lifted_since = True, None
            return Placement.NONE
        if self.fallen:
            if phase.on_feet and contact:
                self.fallen = False
                return Placement.FELL
            return Placement.NONE
        if not contact or phase is FallPhase.PICKED_UP:
            self.lifted_since = now if self.lifted_since is None else self.lifted_since
            return Placement.NONE
        lifted_since, self.lifted_since = self.lifted_since, None
        was_lifted = lifted_since is not None and now - lifted_since >= min_lift
        return Placement.SOMEWHERE if was_lifted else Placement.NONE


def side_line_pose(field: FieldDimensions, x: float, side: float) -> tuple[float, float, float]:
    """Return a pose on a side line (1 left, -1 right), facing the field."""
    return (x, side * field.side_line_y, -side * QUARTER_TURN)


def start_poses(
    field: FieldDimensions, count: int, *, number: int, positions: Sequence[Position]
) -> Mat:
    """Return poses, half where this player lines up, the others along both side lines."""
    x, side = positions[(number - 1) % len(positions)]
    own = [side_line_pose(field, x * field.length_ratio, side)] * (count // 2)
    columns = math.ceil((count - len(own)) / 2)
    others = [
        side_line_pose(field, -field.goal_line_x * (column + 0.5) / columns, line)
        for column in range(columns)
        for line in (1.0, -1.0)
    ]
    return np.array((own + others)[:count])


def return_poses(field: FieldDimensions, count: int) -> Mat:
    """Return poses beside our penalty mark, half of them at each side line."""
    x = -field.penalty_mark_x
    return np.array([side_line_pose(field, x, 1.0 - 2.0 * (i % 2)) for i in range(count)])


def kick_off_poses(field: FieldDimensions, count: int, positions: Sequence[Position]) -> Mat:
    """Return poses at the positions in turn, facing the opponents' goal."""
    scaled = [field.scaled(position) for position in positions]
    return np.array([(*scaled[i % len(scaled)], 0.0) for i in range(count)])


def shootout_pose(field: FieldDimensions, *, striker: bool, behind: float) -> Vec3:
    if striker:
        return np.array((field.penalty_mark_x - behind, 0.0, 0.0))
    return np.array((-field.goal_line_x, 0.0, 0.0))


def own_half_poses(field: FieldDimensions, count: int, generator: np.random.Generator) -> Mat:
    """Return random poses in our half."""
    low = (-field.goal_line_x, -field.side_line_y, -math.pi)
    return generator.uniform(low, (0.0, field.side_line_y, math.pi), (count, 3))
