"""Applies the rules to a scene in playing: what becomes of the ball, and who did wrong."""

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
from kickabout.simulation.referee.placement import restart_spot, whistle_place
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
    """Has every rule looked at, in a fixed order, and the calls carried out."""

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

    def judge_robots(self, scene: RefereeContext) -> None:
        for rule in self._rules:
            for offense in list(rule.judge(scene)):
                self.punish(offense)
        holds_up = self._stuck.local(scene)
        if holds_up is not None:
            self.punish(holds_up)
        elif self._stuck.is_global(scene):
            self.global_stuck(self._stuck.nearest_team(scene))

    def judge_set(self, scene: RefereeContext) -> None:
        """When set is called: who stands wrong."""
        for offense in self._positions_in_set.judge(scene):
            self.punish(offense)

    def punish(self, offense: Offense) -> None:
        """Penalize a robot and do what follows from it.

        Not for a robot that has just been penalized, nor for what these rules do not punish.
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
        """A new kick-off, for the nearer team or for nobody, as the rules have it."""
        flow = self._flow
        kicking = nearest if flow.rules.stuck.nearest_kicks_off else None
        flow.calls.whistle(WhistleReason.GAME_STUCK, whistle_place(flow.field))
        flow.calls.announce("global game stuck")
        flow.ready(kicking)

    def judge_ball(self, scene: RefereeContext, event: BallEvent | None) -> None:
        """Follow the ball in playing."""
        game = scene.game
        if not game.in_open_play:
            self._judge_restart(scene)
        if not game.in_open_play and game.state is GameState.PLAYING:
            self._put_back(scene, left_field=event is not None)
        elif event is not None and event.kind is BallEventKind.GOAL:
            self._judge_goal(scene, event)
        elif event is not None:
            self._judge_out(scene, event)

    def keep_ball_in_set(self, scene: RefereeContext) -> None:
        """Put a ball that was moved before the whistle back."""
        self._put_back(scene, left_field=False)

    def _judge_restart(self, scene: RefereeContext) -> None:
        """The ball is free when the kicking team has touched it or its time is over."""
        game = scene.game
        team = game.kicking_team
        penalty_kick = game.set_play is SetPlay.PENALTY_KICK
        touched = team is None or scene.watch.touched_by(team, also_fallen=penalty_kick)
        if touched or (game.secondary is not None and game.secondary <= 0.0):
            self._flow.ball_free()

    def _put_back(self, scene: RefereeContext, *, left_field: bool) -> None:
        """Only the kicking team may move a ball that is not free."""
        game = scene.game
        spot = game.free_kick_ball if game.state is GameState.PLAYING else self._flow.kick_spot()
        moved = spot.distance_to(scene.ball) > scene.rules.judgment.displaced_ball
        if moved or left_field:
            self._flow.calls.place_ball(spot)

    def _judge_goal(self, scene: RefereeContext, event: BallEvent) -> None:
        flow = self._flow
        scoring = (
            TeamSide.HOME if scene.game.direction(TeamSide.HOME) == event.end else TeamSide.AWAY
        )
        verdict = ruling(scene, scoring)
        last = scene.watch.last_touch()
        if verdict is GoalRuling.VALID:
            scorer = None if last is None else last.robot
            flow.goal(scoring, scorer=scorer, delay=scene.rules.delays.goal)
            return
        flow.calls.announce(f"no goal, {verdict.replace('_', ' ')}")
        kick = scene.watch.last_touch(scoring)
        if verdict is GoalRuling.KICK_OFF_SHOT and kick is not None:
            flow.calls.place_ball(kick.ball_at_begin)
            shot = Penalty.KICK_OFF_GOAL
            self.punish(Offense(robot=kick.robot, penalty=shot, call="kick-off goal"))
            return
        spot = restart_spot(
            SetPlay.GOAL_KICK, out_at=event.crossed_at, field=scene.field, rules=scene.rules
        )
        flow.free_kick(SetPlay.GOAL_KICK, scoring.other, ball=spot)

    def _judge_out(self, scene: RefereeContext, event: BallEvent) -> None:
        game = scene.game
        defending = TeamSide.HOME if game.direction(TeamSide.HOME) != event.end else TeamSide.AWAY
        last = self._last_team(scene)
        if event.kind is BallEventKind.OVER_SIDE_LINE:
            set_play = SetPlay.KICK_IN
            team = defending if last is None else last.other
        else:
            corner = last is defending
            set_play = SetPlay.CORNER_KICK if corner else SetPlay.GOAL_KICK
            team = defending.other if corner else defending
        spot = restart_spot(set_play, out_at=event.crossed_at, field=scene.field, rules=scene.rules)
        self._flow.free_kick(set_play, team, ball=spot)

    def _last_team(self, scene: RefereeContext) -> TeamSide | None:
        """Who touched the ball last; whoever restarted the game if nobody has since."""
        last = scene.watch.last_touch()
        return scene.watch.restart.team if last is None else last.robot.team
