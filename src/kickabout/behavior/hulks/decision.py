"""The decision: from game state and role to one action, by pure functions."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim
from kickabout.behavior.hulks.keeper import keeper, replacement_keeper, shootout_keeper
from kickabout.behavior.hulks.penalty_kick import (
    goalkeeper,
    penalty_kicker,
    wait_for_penalty,
)
from kickabout.behavior.hulks.positions import bishop, defender, supporter
from kickabout.behavior.hulks.search import loser, searcher
from kickabout.behavior.hulks.set_plays import penalty_striker, ready, set_play_striker
from kickabout.behavior.hulks.striker import striker
from kickabout.behavior.hulks.view import View
from kickabout.representations import (
    BallSearchMap,
    FallPhase,
    GameState,
    Motion,
    Role,
    SetPlay,
)

WAITING = (GameState.INITIAL, GameState.STANDBY, GameState.FINISHED)
DOWN = (FallPhase.FALLING, FallPhase.FALLEN)
UNKNOWN_AFTER = 3.0  # s; a ball unseen by this robot for longer is searched in SET

BY_ROLE = {
    Role.STRIKER: striker,
    Role.KEEPER: keeper,
    Role.REPLACEMENT_KEEPER: replacement_keeper,
    Role.DEFENDER: defender,
    Role.SUPPORTER: supporter,
    Role.BISHOP: bishop,
    Role.LOSER: loser,
}


def decided(view: View, where: BallSearchMap, *, benched: bool = False) -> Action:
    """Return the action; the same view gives the same action."""
    world = view.world
    if world.body.fall.phase in DOWN:
        return Action(name="get up", body=Motion.GET_UP, head=HeadAim.LOOK_FORWARD)
    if benched or world.is_penalized or world.state in WAITING:
        return Action(name="wait", body=Motion.STAND_HIGH, head=HeadAim.LOOK_FORWARD)
    if world.state is GameState.SET:
        known = world.own_ball_age < UNKNOWN_AFTER
        head = HeadAim.LOOK_AROUND_BALL if known else HeadAim.LOOK_AROUND
        return Action(name="stand in set", head=head)
    if world.is_shootout:
        return penalty_striker(view) if world.is_own_kick else shootout_keeper(view)
    if world.is_penalty_kick:
        return _penalty_kick(view)
    if world.state is GameState.READY:
        return ready(view)
    return playing(view, where)


def playing(view: View, where: BallSearchMap) -> Action:
    """Return the action of the role; a robot without a role stands and looks around."""
    world = view.world
    if world.role is Role.SEARCHER:
        return searcher(view, where)
    if world.role is Role.STRIKER and world.set_play is not SetPlay.NONE and world.is_own_kick:
        return set_play_striker(view)
    if world.role in BY_ROLE:
        return BY_ROLE[world.role](view)
    return Action(name="stand", head=HeadAim.LOOK_AROUND)


def _penalty_kick(view: View) -> Action:
    """Return the action at a penalty kick: kick, keep the goal or wait at a position."""
    world = view.world
    if world.number == penalty_kicker(view):
        return penalty_striker(view)
    if world.state is GameState.PLAYING and world.number == goalkeeper(view):
        return keeper(view) if world.is_own_penalty_kick else shootout_keeper(view)
    return wait_for_penalty(view)


def chosen_corner(draw: float) -> float:
    """Return 1 or −1, the left or right corner of the goal, for a number between 0 and 1."""
    return math.copysign(1.0, draw - 0.5)
