"""Console words about the game: ball, move, game, goal, penalty, referee."""

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


def _numbers(words: Sequence[str], what: str) -> list[float]:
    return [number_of(word, what) for word in words]


@command("ball X Y [VX VY]", "puts the ball somewhere (m), at rest or rolling (m/s)", changes=True)
def ball(console: Console, words: Sequence[str]) -> str:
    demand(words, "ball", 2, 4)
    x, y, *rolling = _numbers(words, "a coordinate")
    vx, vy = (*rolling, 0.0, 0.0)[:2]
    console.desk.source.controls.place_ball((x, y), (vx, vy))
    return ""


def _robots(console: Console, given: Sequence[str], then: Sequence[str]) -> Sequence[str]:
    """Completion of a robot's two words, and of what follows them."""
    if len(given) == 1:
        return SIDES
    if len(given) == 2:
        return [name.split()[1] for name in console.desk.robots if name.startswith(given[0])]
    return then if len(given) == 3 else ()


@command(
    "move TEAM NUMBER X Y [DEGREES]",
    "puts a robot somewhere in the world (m)",
    changes=True,
    complete=lambda c, g: _robots(c, g, ()),
)
def move(console: Console, words: Sequence[str]) -> str:
    demand(words, "move", 4, 5)
    robot = console.robot_of(words[0], words[1])
    x, y, *turned = _numbers(words[2:], "a coordinate")
    heading = math.radians(turned[0]) if turned else 0.0
    console.desk.source.controls.place_robot(robot, (x, y, heading))
    return ""


@command(
    "game WORD",
    "what the GameController does: ready, set, playing, kickOffFirstTeam and more",
    changes=True,
    complete=lambda c, g: sorted(GAME_CALLS) if len(g) == 1 else (),
)
def game(console: Console, words: Sequence[str]) -> str:
    demand(words, "game", 1, 1)
    word = one_of(words[0], sorted(GAME_CALLS), "the game")
    console.desk.referee(lambda referee: say_game_word(referee, word))
    return f"game: {word}"


@command("goal TEAM", "counts a goal for a team", changes=True, complete=lambda c, g: SIDES)
def goal(console: Console, words: Sequence[str]) -> str:
    demand(words, "goal", 1, 1)
    team = TeamSide(one_of(words[0], SIDES, "a team"))
    console.desk.referee(lambda referee: referee.goal(team))
    return f"goal for {team}"


@command(
    "penalty TEAM NUMBER WORD",
    "penalizes a robot by hand; none takes the penalty back",
    changes=True,
    complete=lambda c, g: _robots(c, g, sorted(PENALTY_WORDS)),
)
def penalty(console: Console, words: Sequence[str]) -> str:
    demand(words, "penalty", 3, 3)
    console.robot_of(words[0], words[1])
    word = one_of(words[2], sorted(PENALTY_WORDS), "a penalty")
    team, number = TeamSide(words[0]), int(words[1])
    if word == "none":
        console.desk.referee(lambda referee: referee.unpenalize(team, number))
    else:
        console.desk.referee(
            lambda referee: say_penalty_word(referee, word, team=team, number=number)
        )
    return f"{team} {number}: {word}"


@command(
    "referee on|off",
    "whether the automatic referee judges",
    changes=True,
    complete=lambda c, g: ("on", "off"),
)
def referee(console: Console, words: Sequence[str]) -> str:
    demand(words, "referee", 1, 1)
    wanted = switched(words[0])

    def call(judge: Referee) -> None:
        judge.automatic = wanted

    console.desk.referee(call)
    return f"automatic referee {words[0]}"
