"""Application of the rules: offenses of robots, and restarts for the ball."""

from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.ball_handling import BallHolding, Hands
from kickabout.simulation.referee.ball_watch import BallEvent, BallEventKind
from kickabout.simulation.referee.conduct import (
    FallenOrInactive,
    LeavingTheField,
    Motion,
    PlayerStance,
)
from kickabout.simulation.referee.decisions import WhistleReason
from kickabout.simulation.referee.flow import GameFlow
from kickabout.simulation.referee.goals import GoalRuling, ruling
from kickabout.simulation.referee.placement import restart_position, whistle_position
from kickabout.simulation.referee.positions import (
    CrowdedArea,
    Encroachment,
    PositionsBeforeBallIsFree,
    PositionsInSet,
)
from kickabout.simulation.referee.pushing import PlayerPushingRule
from kickabout.simulation.referee.referee_context import Offense, RefereeContext
from kickabout.simulation.referee.stuck import GameStuck
from kickabout.simulation.referee.view import TeamSide

ONLY_IN_PLAYING = (
    Penalty.ILLEGAL_BALL_CONTACT,
    Penalty.LOCAL_GAME_STUCK,
    Penalty.KICK_OFF_GOAL,
)


class Judge:
    """Checks all rules in a fixed order and has the calls carried out."""

    def __init__(self, flow: GameFlow) -> None:
        self._flow = flow
        self._stuck = GameStuck()
        self._positions_in_set = PositionsInSet()
        self._rules = (
            LeavingTheField(),
            FallenOrInactive(),
            Motion(),
            PlayerStance(),
            PlayerPushingRule(),
            Encroachment(),
            PositionsBeforeBallIsFree(),
            CrowdedArea(),
            Hands(),
            BallHolding(),
        )

    def judge_robots(self, context: RefereeContext) -> None:
        for rule in self._rules:
            for offense in list(rule.judge(context)):
                self.punish(offense)
        if context.rules.stuck.restart == "drop":
            if self._stuck.rests(context):
                self._flow.drop_ball("game stuck", apart=context.rules.stuck.ball_moves)
            return
        blocking = self._stuck.local(context)
        if blocking is not None:
            self.punish(blocking)
        elif self._stuck.is_global(context):
            self.global_stuck(self._stuck.nearest_team(context))

    def judge_set(self, context: RefereeContext) -> None:
        """Punish illegal positions when set is called."""
        for offense in self._positions_in_set.judge(context):
            self.punish(offense)

    def punish(self, offense: Offense) -> None:
        """Penalize a robot and carry out the consequences.

        Ignore a robot that is penalized already, and offenses that these rules do not punish.
        """
        flow = self._flow
        if not flow.game.plays(offense.robot) or offense.penalty not in flow.rules.penalties:
            return
        if offense.ball_to is not None:
            flow.calls.place_ball(offense.ball_to)
        if offense.penalty in ONLY_IN_PLAYING:
            flow.publication.drop()
        flow.calls.announce(f"{offense.call} {offense.robot}")
        flow.penalties.give(offense.robot, offense.penalty, robot_to=offense.robot_to)
        if not flow.game.in_open_play:
            return
        if offense.restart is SetPlay.PENALTY_KICK:
            flow.penalty_kick(offense.robot.team.other)
        elif offense.restart is not SetPlay.NONE:
            flow.free_kick(offense.restart, offense.robot.team.other)

    def global_stuck(self, nearest: TeamSide | None) -> None:
        """Restart with a kick-off of the nearer team or a dropped ball, depending on the rules."""
        flow = self._flow
        kicking = nearest if flow.rules.stuck.nearest_kicks_off else None
        flow.calls.whistle(WhistleReason.GAME_STUCK, whistle_position(flow.field))
        flow.calls.announce("global game stuck")
        flow.ready(kicking)

    def judge_ball(self, context: RefereeContext, event: BallEvent | None) -> None:
        """Handle restarts, goals and balls out of the field in playing."""
        game = context.game
        if not game.in_open_play:
            self._judge_restart(context)
        if not game.in_open_play and game.state is GameState.PLAYING:
            self._put_back(context, left_field=event is not None)
        elif event is not None and event.kind is BallEventKind.GOAL:
            self._judge_goal(context, event)
        elif event is not None:
            self._judge_out(context, event)

    def keep_ball_in_set(self, context: RefereeContext) -> None:
        """Put the ball back if it was moved before the whistle."""
        self._put_back(context, left_field=False)

    def _judge_restart(self, context: RefereeContext) -> None:
        """Free the ball when the kicking team has touched it or its time is over."""
        game = context.game
        team = game.kicking_team
        penalty_kick = game.set_play is SetPlay.PENALTY_KICK
        touched = team is None or context.watch.touched_by(team, also_fallen=penalty_kick)
        if touched or (game.secondary is not None and game.secondary <= 0.0):
            self._flow.ball_free()

    def _put_back(self, context: RefereeContext, *, left_field: bool) -> None:
        """Put a ball back that moved before it was free."""
        game = context.game
        position = (
            game.free_kick_ball if game.state is GameState.PLAYING else self._flow.kick_position()
        )
        moved = position.distance_to(context.ball) > context.rules.judgment.displaced_ball
        if moved or left_field:
            self._flow.calls.place_ball(position)

    def _judge_goal(self, context: RefereeContext, event: BallEvent) -> None:
        flow = self._flow
        scoring = (
            TeamSide.HOME if context.game.direction(TeamSide.HOME) == event.end else TeamSide.AWAY
        )
        verdict = ruling(context, scoring)
        last = context.watch.last_touch()
        if verdict is GoalRuling.VALID:
            scorer = None if last is None else last.robot
            flow.goal(scoring, scorer=scorer, delay=context.rules.delays.goal)
            return
        flow.calls.announce(f"no goal, {verdict.replace('_', ' ')}")
        kick = context.watch.last_touch(scoring)
        if verdict is GoalRuling.KICK_OFF_SHOT and kick is not None:
            flow.calls.place_ball(kick.ball_at_begin)
            shot = Penalty.KICK_OFF_GOAL
            self.punish(Offense(robot=kick.robot, penalty=shot, call="kick-off goal"))
            return
        position = restart_position(
            SetPlay.GOAL_KICK, out_at=event.crossed_at, field=context.field, rules=context.rules
        )
        flow.free_kick(SetPlay.GOAL_KICK, scoring.other, ball=position)

    def _judge_out(self, context: RefereeContext, event: BallEvent) -> None:
        game = context.game
        if context.rules.ball_out.restart == "drop":
            self._flow.drop_ball("ball out")
            return
        defending = TeamSide.HOME if game.direction(TeamSide.HOME) != event.end else TeamSide.AWAY
        last = self._last_team(context)
        if event.kind is BallEventKind.OVER_SIDE_LINE:
            set_play = SetPlay.KICK_IN
            team = defending if last is None else last.other
        else:
            corner = last is defending
            set_play = SetPlay.CORNER_KICK if corner else SetPlay.GOAL_KICK
            team = defending.other if corner else defending
        position = restart_position(
            set_play, out_at=event.crossed_at, field=context.field, rules=context.rules
        )
        self._flow.free_kick(set_play, team, ball=position)

    def _last_team(self, context: RefereeContext) -> TeamSide | None:
        """Return the team of the last touch, or of the restart if there was none since."""
        last = context.watch.last_touch()
        return context.watch.restart.team if last is None else last.robot.team
