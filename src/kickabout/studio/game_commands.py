"""Console commands for the game: ball, move, game, goal, penalty, referee."""

import math
from collections.abc import Sequence

from kickabout.simulation.referee.console_words import (
    GAME_CALLS,
    PENALTY_WORDS,
    say_game_word,
    say_penalty_word,
)
from kickabout.simulation.referee.referee import Referee
from kickabout.simulation.referee.view import TeamSide
from kickabout.studio.console import Console, command, demand, number_of, one_of, switched

SIDES = ("home", "away")


def _numbers(arguments: Sequence[str], what: str) -> list[float]:
    return [number_of(word, what) for word in arguments]


@command("ball X Y [VX VY]", "place the ball (m), at rest or rolling (m/s)", changes=True)
def ball(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "ball", 2, 4)
    x, y, *rolling = _numbers(arguments, "a coordinate")
    vx, vy = (*rolling, 0.0, 0.0)[:2]
    console.controller.source.controls.place_ball((x, y), (vx, vy))
    return ""


def _robots(console: Console, given: Sequence[str], then: Sequence[str]) -> Sequence[str]:
    """Complete a robot's team and number, and the argument after them."""
    if len(given) == 1:
        return SIDES
    if len(given) == 2:
        return [name.split()[1] for name in console.controller.robots if name.startswith(given[0])]
    return then if len(given) == 3 else ()


@command(
    "move TEAM NUMBER X Y [DEGREES]",
    "place a robot in the world (m)",
    changes=True,
    complete=lambda c, g: _robots(c, g, ()),
)
def move(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "move", 4, 5)
    robot = console.robot_of(arguments[0], arguments[1])
    x, y, *turned = _numbers(arguments[2:], "a coordinate")
    heading = math.radians(turned[0]) if turned else 0.0
    console.controller.source.controls.place_robot(robot, (x, y, heading))
    return ""


@command(
    "game WORD",
    "send a GameController command: ready, set, playing, kickOffFirstTeam and more",
    changes=True,
    complete=lambda c, g: sorted(GAME_CALLS) if len(g) == 1 else (),
)
def game(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "game", 1, 1)
    word = one_of(arguments[0], sorted(GAME_CALLS), "the game")
    console.controller.referee(lambda referee: say_game_word(referee, word))
    return f"game: {word}"


@command("goal TEAM", "count a goal for a team", changes=True, complete=lambda c, g: SIDES)
def goal(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "goal", 1, 1)
    team = TeamSide(one_of(arguments[0], SIDES, "a team"))
    console.controller.referee(lambda referee: referee.goal(team))
    return f"goal for {team}"


@command(
    "penalty TEAM NUMBER WORD",
    "penalize a robot by hand; none ends its penalty",
    changes=True,
    complete=lambda c, g: _robots(c, g, sorted(PENALTY_WORDS)),
)
def penalty(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "penalty", 3, 3)
    console.robot_of(arguments[0], arguments[1])
    word = one_of(arguments[2], sorted(PENALTY_WORDS), "a penalty")
    team, number = TeamSide(arguments[0]), int(arguments[1])
    if word == "none":
        console.controller.referee(lambda referee: referee.unpenalize(team, number))
    else:
        console.controller.referee(
            lambda referee: say_penalty_word(referee, word, team=team, number=number)
        )
    return f"{team} {number}: {word}"


@command(
    "referee on|off",
    "switch the automatic referee on or off",
    changes=True,
    complete=lambda c, g: ("on", "off"),
)
def referee(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "referee", 1, 1)
    wanted = switched(arguments[0])

    def call(referee: Referee) -> None:
        referee.automatic = wanted

    console.controller.referee(call)
    return f"automatic referee {arguments[0]}"
