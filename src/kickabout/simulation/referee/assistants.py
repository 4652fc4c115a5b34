"""People beside the field who start and stop robots by touch."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework.module import seeded_generator
from kickabout.representations.game import GameState
from kickabout.simulation.referee.calls import Calls
from kickabout.simulation.referee.decisions import ButtonPress
from kickabout.simulation.referee.game import Game
from kickabout.simulation.referee.rules import Buttons
from kickabout.simulation.referee.view import RobotId, TeamSide


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """A press that a person is about to do."""

    at: float  # s
    robot: RobotId
    buttons: Buttons


class Assistants:
    """Press the buttons of robots that hear no GameController.

    A robot is started when its team plays and it is not penalized, and stopped otherwise. At
    half-time it is told that the teams change sides. People react with a delay of their own.
    """

    def __init__(self, game: Game, calls: Calls, *, seed: int) -> None:
        self._game = game
        self._calls = calls
        self._rules = game.rules.touch
        self._random: np.random.Generator = seeded_generator(seed, "assistants", "touch")
        self._runs: dict[RobotId, bool] = {}
        self._direction = game.home_direction
        self._plans: list[_Plan] = []

    def act(self, time: float) -> None:
        """Plan what has become necessary, and press what is due."""
        if self._game.home_direction != self._direction:
            self._direction = self._game.home_direction
            for robot in sorted(self._calls.robots):
                self._plan(time, robot, self._rules.change_sides)
        for robot in sorted(self._calls.robots):
            self._watch(time, robot)
        for plan in [plan for plan in self._plans if plan.at <= time]:
            self._plans.remove(plan)
            press = ButtonPress(
                robot=plan.robot, buttons=plan.buttons, duration=self._rules.duration
            )
            self._calls.add(press)

    def _watch(self, time: float, robot: RobotId) -> None:
        runs = self._game.state is GameState.PLAYING and self._game.plays(robot)
        if runs is self._runs.setdefault(robot, False):
            return
        self._runs[robot] = runs
        self._plan(time, robot, self._start(robot.team) if runs else self._rules.stop)

    def _start(self, team: TeamSide) -> Buttons:
        """Return the button for our kick-off, or for that of the opponents if there is one."""
        game = self._game
        defends = game.kick_off and game.kicking_team is team.other
        return self._rules.start_defending or self._rules.start if defends else self._rules.start

    def _plan(self, time: float, robot: RobotId, buttons: Buttons) -> None:
        """Plan a press after those that were planned for this robot before."""
        low, high = self._rules.reaction
        wait = low + (high - low) * float(self._random.random())
        earlier = [plan.at + self._rules.duration for plan in self._plans if plan.robot == robot]
        if buttons:
            at = max((time, *earlier)) + wait
            self._plans.append(_Plan(at=at, robot=robot, buttons=buttons))
