"""Penalty kicks in a game: from field and team to kicker, keeper and waiting positions."""

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.parameters import PenaltyParameters, Point
from kickabout.behavior.hulks.roles import KEEPER
from kickabout.behavior.hulks.set_plays import positions_of_team, shared_positions, to_position
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import facing
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, GameState


def wait_for_penalty(view: View) -> Action:
    """Return the action of waiting outside of the area, or on the goal line for the keeper."""
    world = view.world
    side = 1.0 if view.world.is_own_penalty_kick else -1.0
    mark: Vector2[Field] = Vector2(side * world.field.penalty_mark_x, 0.0)
    target = facing(Vector2(*assigned_penalty_positions(view)[world.number]), mark)
    if world.state is GameState.READY:
        return to_position(view, target, "to penalty kick")
    walk = Walk(mode=WalkingMode.PATH, target=target)
    return Action(name="wait for penalty kick", body=walk, head=HeadAim.LOOK_AROUND_BALL)


def assigned_penalty_positions(view: View) -> dict[int, Point]:
    """Assign a waiting position to each player but the kicker.

    Before the whistle roles do not determine the kicker, as they depend on the distance to the
    center mark: the player at the first position is nearest to the ball and becomes the striker.
    """
    world, is_own = view.world, view.world.is_own_penalty_kick
    players = positions_of_team(view)
    points = penalty_positions(world.field, view.parameters.penalty_kick, own_kick=is_own)
    if players.pop(penalty_kicker(view), None) is not None:
        points = points[1:]
    keeper = goalkeeper(view)
    if players.pop(keeper, None) is None:
        return shared_positions(players, points)
    on_line = (-world.field.goal_line_x + view.parameters.keeper.on_line, 0.0)
    position = view.parameters.set_positions.keeper if is_own else on_line
    return {keeper: position, **shared_positions(players, points)}


def penalty_positions(
    field: FieldDimensions, parameters: PenaltyParameters, *, own_kick: bool
) -> tuple[Point, ...]:
    """Return the positions in the field; at our kick the first one is the kicker's."""
    side = 1.0 if own_kick else -1.0
    nearest = field.penalty_mark_x
    if field.has_penalty_area:
        nearest = min(nearest, field.penalty_area_x - parameters.off_area)
    return tuple(
        (side * min(nearest, field.penalty_mark_x - before), aside)
        for before, aside in (parameters.own_kick if own_kick else parameters.other_kick)
    )


def penalty_kicker(view: View) -> int:
    """Return the kicker's number; 0 before the whistle and at the opponents' kick."""
    kicks = view.world.state is GameState.PLAYING and view.world.is_own_penalty_kick
    return view.world.others.roles.striker if kicks else 0


def goalkeeper(view: View) -> int:
    """Return the keeper by the rules, not by its role: no other robot may be in our area."""
    own = view.world.game.info.data.team(view.world.game.player.team)
    return KEEPER if own is None else own.goalkeeper
