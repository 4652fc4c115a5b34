"""Kick-offs, free kicks and penalties: from the game to positions and actions."""

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

THERE = 0.3  # m; distance at which the position is reached
EARLY = 3.0  # s at the start of READY in which robots look around


def ready(view: View) -> Action:
    """Return the action in READY: walk to the position that minimizes the team's total distance."""
    world = view.world
    positions = positions_of_team(view)
    keepers = [n for n in positions if world.role_of(n) is Role.KEEPER]
    points = assigned_positions(
        positions, keepers[0] if keepers else 0, world.is_own_kick, view.parameters.set_positions
    )
    return to_position(view, Pose2(*points[world.number], 0.0), "to kick-off")


def positions_of_team(view: View) -> dict[int, Vector2[Field]]:
    """Return the positions of all players on the field, by number."""
    positions = {teammate.number: teammate.position for teammate in view.world.teammates}
    positions[view.world.number] = view.world.position
    return positions


def to_position(view: View, target: Pose2[Robot, Field], name: str) -> Action:
    """Return the action of walking to the pose for SET."""
    world = view.world
    # A robot at its position continues to look around, or the referee calls it inactive.
    waits = world.position.distance_to(target.position) < THERE
    looks_around = waits or world.state_for < EARLY
    head = HeadAim.LOOK_AROUND if looks_around else HeadAim.LOCALIZATION
    return Action(name=name, body=Walk(mode=WalkingMode.PATH, target=target), head=head)


def assigned_positions(
    players: Mapping[int, Vector2[Field]], keeper: int, own_kick: bool, parameters: SetParameters
) -> dict[int, Point]:
    """Assign positions; the keeper's is fixed, the others share the most important ones."""
    points = parameters.own_kick if own_kick else parameters.other_kick
    others = {number: position for number, position in players.items() if number != keeper}
    found = {keeper: parameters.keeper} if keeper in players else {}
    return found | shared_positions(others, points)


def shared_positions(
    players: Mapping[int, Vector2[Field]], points: Sequence[Point]
) -> dict[int, Point]:
    """Assign the first points, one per player, with the least total distance."""
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
    """Return the action at our free kick: shoot if in reach, else pass, else kick forward."""
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
    """Return the action of a penalty kick into a random corner, with a slow approach."""
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
