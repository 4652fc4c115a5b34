"""Penalty kicks in a game: from field and team to who kicks, who keeps and who waits where."""

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.figures import PenaltyParameters, Spot
from kickabout.behavior.hulks.roles import KEEPER
from kickabout.behavior.hulks.set_plays import positions_of_team, shared_places, to_place
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import facing
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, GameState


def wait_for_penalty(view: View) -> Action:
    """To a place outside of the area, or on the goal line, and there until the ball is free."""
    world = view.world
    side = 1.0 if view.world.is_own_penalty_kick else -1.0
    mark: Vector2[Field] = Vector2(side * world.field.penalty_mark_x, 0.0)
    target = facing(Vector2(*penalty_places(view)[world.number]), mark)
    if world.state is GameState.READY:
        return to_place(view, target, "to penalty kick")
    walk = Walk(mode=WalkingMode.PATH, target=target)
    return Action(name="wait for penalty kick", body=walk, head=HeadAim.LOOK_AROUND_BALL)


def penalty_places(view: View) -> dict[int, Spot]:
    """Who waits where; who is kicking has no place.

    Before the whistle roles do not say who kicks, as they go by the way to the center mark: who
    gets the first place is then nearest to the ball and becomes striker.
    """
    world, is_own = view.world, view.world.is_own_penalty_kick
    players = positions_of_team(view)
    spots = penalty_spots(world.field, view.figures.penalty_kick, own_kick=is_own)
    if players.pop(penalty_kicker(view), None) is not None:
        spots = spots[1:]
    keeper = goalkeeper(view)
    if players.pop(keeper, None) is None:
        return shared_places(players, spots)
    on_line = (-world.field.goal_line_x + view.figures.keeper.on_line, 0.0)
    place = view.figures.set_places.keeper if is_own else on_line
    return {keeper: place, **shared_places(players, spots)}


def penalty_spots(
    field: FieldDimensions, figures: PenaltyParameters, *, own_kick: bool
) -> tuple[Spot, ...]:
    """In the field; the first one of an own kick is that of who kicks."""
    side = 1.0 if own_kick else -1.0
    nearest = field.penalty_mark_x
    if field.has_penalty_area:
        nearest = min(nearest, field.penalty_area_x - figures.off_area)
    return tuple(
        (side * min(nearest, field.penalty_mark_x - before), aside)
        for before, aside in (figures.own_kick if own_kick else figures.other_kick)
    )


def penalty_kicker(view: View) -> int:
    """Number of who kicks now; 0 before the whistle and if it is the others' kick."""
    kicks = view.world.state is GameState.PLAYING and view.world.is_own_penalty_kick
    return view.world.given.roles.striker if kicks else 0


def goalkeeper(view: View) -> int:
    """By its number, not by its role: nobody else may be in the own area."""
    own = view.world.given.game.data.team(view.world.given.player.team)
    return KEEPER if own is None else own.goalkeeper
