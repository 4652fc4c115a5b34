"""Kick-offs, free kicks and penalties: from the game to who goes where and what it does there."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.parameters import Point, SetParameters
from kickabout.behavior.hulks.striker import attack, goal_direction, kick
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.kicks import WALK_LONG
from kickabout.behavior.shared.tactical.passes import PassRules, best_pass
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Role

THERE = 0.3  # m, from the place for the kick-off
EARLY = 3.0  # s at the start of ready, in which robots look around


def ready(view: View) -> Action:
    """To the place for the kick-off that makes all ways together shortest."""
    world = view.world
    positions = positions_of_team(view)
    keepers = [n for n in positions if world.role_of(n) is Role.KEEPER]
    points = assigned_positions(
        positions, keepers[0] if keepers else 0, world.is_own_kick, view.parameters.set_positions
    )
    return to_position(view, Pose2(*points[world.number], 0.0), "to kick-off")


def positions_of_team(view: View) -> dict[int, Vector2[Field]]:
    """Who is on the field and where, by number."""
    positions = {teammate.number: teammate.position for teammate in view.world.teammates}
    positions[view.world.number] = view.world.position
    return positions


def to_position(view: View, target: Pose2[Robot, Field], name: str) -> Action:
    """In ready to where this robot has to stand in set."""
    world = view.world
    # Who waits at its place goes on looking around, or the referee takes it for inactive.
    waits = world.position.distance_to(target.position) < THERE
    looks_around = waits or world.state_for < EARLY
    head = HeadAim.LOOK_AROUND if looks_around else HeadAim.LOCALIZATION
    return Action(name=name, body=Walk(mode=WalkingMode.PATH, target=target), head=head)


def assigned_positions(
    players: Mapping[int, Vector2[Field]], keeper: int, own_kick: bool, parameters: SetParameters
) -> dict[int, Point]:
    """Who goes where; the keeper's place is fixed, the others share the most important ones."""
    points = parameters.own_kick if own_kick else parameters.other_kick
    others = {number: position for number, position in players.items() if number != keeper}
    found = {keeper: parameters.keeper} if keeper in players else {}
    return found | shared_positions(others, points)


def shared_positions(
    players: Mapping[int, Vector2[Field]], points: Sequence[Point]
) -> dict[int, Point]:
    """The first spots, as many as there are players, with the shortest ways together."""
    numbers = sorted(players)
    wanted: Sequence[Point] = [points[i % len(points)] for i in range(len(numbers))]
    costs = np.array(
        [
            [players[number].distance_to(Vector2[Field](*point)) for point in wanted]
            for number in numbers
        ]
    ).reshape(len(numbers), len(wanted))
    rows, columns = linear_sum_assignment(costs)
    return {
        numbers[row]: wanted[column]
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    }


def set_play_striker(view: View) -> Action:
    """Own free kick: at the goal if that is in reach, else to a mate, else forward."""
    f, world = view.parameters.striker, view.world
    toward = goal_direction(view)
    wide = abs(view.ball.y) < world.field.side_line_y - 0.4
    if view.goal_distance < f.kick_from and wide:
        return attack(view)
    found = best_pass(
        view.ball,
        world.opponents_goal,
        teammates={
            teammate.number: teammate.position for teammate in world.teammates if teammate.upright
        },
        opponents=list(world.opponents),
        before=0,
        rules=PassRules(reach=WALK_LONG.reach + 1.0),
    )
    if found is None:
        return kick(view, toward, "free kick") if wide else attack(view)
    action = kick(view, found.direction, "pass")
    return Action(
        name=action.name,
        body=action.body,
        head=action.head,
        shooting_to=action.shooting_to,
        passing_to=found.receiver,
    )


def penalty_striker(view: View) -> Action:
    """Into a corner chosen at random, with care not to touch the ball before."""
    world = view.world
    goal = world.field.goal
    corner = view.memory.corner or 1.0
    aim: Vector2[Field] = Vector2(goal.post_x, corner * (goal.inner_half_width - 0.3))
    action = kick(view, (aim - view.ball).angle, "penalty kick")
    if not isinstance(action.body, Walk):
        return action
    slow = Walk(
        mode=WalkingMode.WALK_BEHIND_BALL,
        target=action.body.target,
        direction=action.body.direction,
        speed=0.6,
    )
    return Action(name=action.name, body=slow, head=HeadAim.BALL_TRACKER)
