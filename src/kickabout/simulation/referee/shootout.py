"""The penalty shoot-out after a drawn play-off game."""

from collections.abc import Callable
from enum import StrEnum, auto

import numpy as np

from kickabout.representations.game import GamePhase, GameState, Penalty
from kickabout.simulation.referee.ball_watch import BallEvent, BallEventKind, Restart
from kickabout.simulation.referee.decisions import GoalScored, WhistleReason
from kickabout.simulation.referee.flow import GameFlow
from kickabout.simulation.referee.placement import (
    bench_pose,
    keeper_pose,
    penalty_mark,
    striker_pose,
    whistle_position,
)
from kickabout.simulation.referee.positions import ON_GOAL_LINE
from kickabout.simulation.referee.referee_context import RefereeContext
from kickabout.simulation.referee.view import RobotId, TeamSide

STOPPED = 0.02  # m/s; a slower ball has come to rest
ROLL_TIME = 0.5  # s after the kick before the ball can have come to rest


class ShotEnd(StrEnum):
    GOAL = auto()
    OUT = auto()
    STOPPED = auto()
    TIME_OVER = auto()
    SECOND_TOUCH = auto()
    KEEPER_FAULT = auto()


GOALS = (ShotEnd.GOAL, ShotEnd.KEEPER_FAULT)  # what counts as a goal


class Shootout:
    """One striker against one goalkeeper, in turns, always towards the goal at positive x."""

    def __init__(
        self, flow: GameFlow, *, strikers: dict[TeamSide, int], random: np.random.Generator
    ) -> None:
        self._flow = flow
        self._strikers = strikers
        self._random = random
        self._whistle_at = 0.0
        self._is_placed = False  # robots and ball; before the first view no robots are known
        self.attacker = TeamSide.HOME
        self.ends: dict[TeamSide, list[ShotEnd]] = {team: [] for team in TeamSide}
        self.winner: TeamSide | None = None

    def begin(self) -> None:
        """Begin with a shot of the home team; all other players become substitutes."""
        game = self._flow.game
        game.phase = GamePhase.PENALTY_SHOOTOUT
        game.first_half = False
        self._flow.needs_shootout = False
        self.attacker = TeamSide.HOME
        self._prepare()

    def call(self, state: GameState) -> None:
        """Call a state of the current shot by hand."""
        calls: dict[GameState, Callable[[], None]] = {
            GameState.INITIAL: self._prepare,
            GameState.SET: self._set,
            GameState.PLAYING: self.start_shot,
            GameState.FINISHED: lambda: self.end_shot(ShotEnd.TIME_OVER),
        }
        if state not in calls:
            raise ValueError(f"there is no '{state}' in a shoot-out")
        calls[state]()

    def progress(self, context: RefereeContext, event: BallEvent | None) -> None:
        """Advance the shoot-out: place, set, whistle, judge the shot, change the teams."""
        flow, pace = self._flow, context.rules.pace
        waited = context.time - flow.game.state_since
        state = flow.game.state
        if state is GameState.INITIAL and flow.calls.robots and not self._is_placed:
            self._prepare()
        elif state is GameState.INITIAL and waited >= pace.initial:
            self._set()
        elif state is GameState.SET and context.time >= self._whistle_at:
            self.start_shot()
        elif state is GameState.PLAYING:
            end = self._end_of_shot(context, event)
            if end is not None:
                self.end_shot(end)
        elif state is GameState.FINISHED and waited >= pace.initial and not flow.is_over:
            self.attacker = self.attacker.other
            self._prepare()

    def _prepare(self) -> None:
        flow = self._flow
        game, field, calls = flow.game, flow.field, flow.calls
        game.home_direction = 1.0 if self.attacker is TeamSide.HOME else -1.0
        game.time_remaining = flow.rules.shootout.duration
        keeper = self.attacker.other
        poses = {
            self._striker(): striker_pose(game, field, self.attacker),
            RobotId(keeper, game.teams[keeper].goalkeeper): keeper_pose(game, field, keeper),
        }
        for team, record in game.teams.items():
            for number, player in record.players.items():
                takes_part = RobotId(team, number) in poses
                player.penalty = Penalty.NONE if takes_part else Penalty.SUBSTITUTE
                player.remaining = 0.0
        flow.enter(GameState.INITIAL, kicking_team=self.attacker)
        for robot in list(calls.robots):
            calls.place_robot(robot, poses.get(robot) or bench_pose(game, field, robot))
        calls.place_ball(penalty_mark(game, field, self.attacker))
        self._is_placed = bool(calls.robots)

    def _striker(self) -> RobotId:
        """Return the chosen striker, or another robot of the team if it is absent."""
        chosen = RobotId(self.attacker, self._strikers[self.attacker])
        present = sorted(r for r in self._flow.calls.robots if r.team is self.attacker)
        return chosen if chosen in present or not present else present[-1]

    def _set(self) -> None:
        game = self._flow.game
        game.teams[self.attacker].penalty_shot += 1
        pace = self._flow.rules.pace
        self._whistle_at = self._flow.time + pace.set + pace.set_jitter * self._random.random()
        self._flow.enter(GameState.SET, kicking_team=self.attacker)

    def start_shot(self) -> None:
        """Whistle; the striker may touch the ball once."""
        flow = self._flow
        flow.calls.whistle(WhistleReason.START, whistle_position(flow.field))
        flow.enter(GameState.PLAYING, kicking_team=self.attacker, delay=flow.rules.delays.playing)
        flow.watch.begin(Restart(time=flow.time, team=self.attacker))

    def _end_of_shot(self, context: RefereeContext, event: BallEvent | None) -> ShotEnd | None:
        touches = [t for t in context.watch.touches if t.robot.team is self.attacker]
        if event is not None:
            legal = event.kind is BallEventKind.GOAL and len(touches) <= 1 and event.end > 0.0
            return ShotEnd.GOAL if legal else ShotEnd.OUT
        if self._is_keeper_fault(context, shot_taken=bool(touches)):
            return ShotEnd.KEEPER_FAULT
        if len(touches) > 1:
            return ShotEnd.SECOND_TOUCH
        if context.game.time_remaining <= 0.0:
            return ShotEnd.TIME_OVER
        at_rest = context.view.ball_velocity_in_world.norm < STOPPED
        rolled = bool(touches) and context.time - touches[0].ended_at > ROLL_TIME
        return ShotEnd.STOPPED if at_rest and rolled else None

    def _is_keeper_fault(self, context: RefereeContext, *, shot_taken: bool) -> bool:
        field = context.field
        for robot in context.players(self.attacker.other):
            position = context.in_field(robot)
            in_goal = position.x < -field.goal_line_x and abs(position.y) < field.goal.post_y
            if context.rules.shootout.keeper_on_line:
                off_line = position.x > -field.goal_line_x + ON_GOAL_LINE
                if not shot_taken and (off_line or robot.fallen_since is not None):
                    return True
            elif not (
                in_goal or context.in_own_goal_area(robot) or self._on_line(context, position.x)
            ):
                return True
        return False

    @staticmethod
    def _on_line(context: RefereeContext, x: float) -> bool:
        return abs(x + context.field.goal_line_x) < ON_GOAL_LINE

    def end_shot(self, end: ShotEnd) -> None:
        """Record the result; the shoot-out ends when one lead cannot be equalized any more."""
        flow = self._flow
        record = flow.game.teams[self.attacker]
        self.ends[self.attacker].append(end)
        if end in GOALS:
            record.score += 1
            record.single_shots |= 1 << (record.penalty_shot - 1)
            scores = flow.game.teams[TeamSide.HOME].score, flow.game.teams[TeamSide.AWAY].score
            flow.calls.add(GoalScored(team=self.attacker, scorer=self._striker(), score=scores))
        flow.calls.announce(f"penalty shot {self.attacker}: {end.replace('_', ' ')}")
        flow.enter(GameState.FINISHED, kicking_team=self.attacker)
        self._decide()

    def _decide(self) -> None:
        rules = self._flow.rules.shootout
        home, away = self.ends[TeamSide.HOME], self.ends[TeamSide.AWAY]
        lead = sum(end in GOALS for end in home) - sum(end in GOALS for end in away)
        shots = max(rules.shots, len(home))
        missing_home, missing_away = shots - len(home), shots - len(away)
        if lead > missing_away or -lead > missing_home:
            self._finish(TeamSide.HOME if lead > 0 else TeamSide.AWAY)
        elif len(home) == len(away) == rules.shots + rules.sudden_death_shots:
            winner = TeamSide.HOME if self._random.random() < 0.5 else TeamSide.AWAY
            self._flow.calls.announce(f"coin toss: {winner}")
            self._finish(winner)

    def _finish(self, winner: TeamSide) -> None:
        self.winner = winner
        self._flow.is_over = True
        self._flow.calls.announce(f"{winner} wins the shoot-out")
