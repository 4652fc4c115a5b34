"""The automatic referee: from views of the field to a game that follows the rules."""

import math
from collections.abc import Callable

import numpy as np

from kickabout.communication.game_controller_protocol import protocol_version
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import (
    CompetitionPhase,
    CompetitionType,
    GameControllerData,
    GamePhase,
    GameState,
    Penalty,
    SetPlay,
)
from kickabout.simulation.referee.assistants import Assistants
from kickabout.simulation.referee.ball_watch import BallEvent, BallWatch
from kickabout.simulation.referee.calls import Calls
from kickabout.simulation.referee.decisions import RefereeOutput
from kickabout.simulation.referee.flow import GameFlow
from kickabout.simulation.referee.game import DEFAULT_IDENTITIES, TeamIdentity, new_game
from kickabout.simulation.referee.judge import Judge
from kickabout.simulation.referee.penalties import Penalties
from kickabout.simulation.referee.placement import manual_pose
from kickabout.simulation.referee.positions import (
    illegal_kick_off_positions,
    keepers_off_their_line,
)
from kickabout.simulation.referee.publication import Publication, true_data
from kickabout.simulation.referee.referee_context import RefereeContext
from kickabout.simulation.referee.rules import Rules
from kickabout.simulation.referee.shootout import Shootout, ShotEnd
from kickabout.simulation.referee.view import RefereeView, RobotId, TeamSide

DEFAULT_STRIKERS = {TeamSide.HOME: 2, TeamSide.AWAY: 2}  # in a shoot-out
EXTRA_TIME = 60.0  # s


class Referee:
    """Head referee, assistants and GameController operator in one.

    Call `step` with a view at least ten times a second, and carry out its placements before the
    next view. World coordinates: the home team attacks positive x in the first half. The other
    methods are calls by hand, whose decisions are part of the next step.
    """

    def __init__(
        self,
        rules: Rules,
        field: FieldDimensions,
        kickoff_team: TeamSide = TeamSide.HOME,
        seed: int = 0,
        *,
        identities: dict[TeamSide, TeamIdentity] | None = None,
        play_off: bool = False,
        strikers: dict[TeamSide, int] | None = None,
    ) -> None:
        self.rules = rules
        self.field = field
        self.automatic = True  # if false, it neither judges nor places anything
        self._random = np.random.default_rng(seed)
        self._game = new_game(
            rules,
            kickoff_team=kickoff_team,
            identities=identities or DEFAULT_IDENTITIES,
            play_off=play_off,
            slots=protocol_version(rules.protocol_version).slots,
        )
        self._watch = BallWatch(field)
        self._calls = Calls(self._watch)
        self._penalties = Penalties(self._game, field, self._calls)
        self._publication = Publication(rules.delays)
        self._flow = GameFlow(
            self._game,
            field,
            watch=self._watch,
            calls=self._calls,
            penalties=self._penalties,
            publication=self._publication,
        )
        self._judge = Judge(self._flow)
        self._shootout = Shootout(
            self._flow, strikers=strikers or DEFAULT_STRIKERS, random=self._random
        )
        self._handlers: dict[GameState, Callable[[RefereeContext, float], None]] = {
            GameState.INITIAL: self._in_initial,
            GameState.STANDBY: self._in_standby,
            GameState.READY: self._in_ready,
            GameState.SET: self._in_set,
            GameState.FINISHED: self._in_finished,
        }  # called with the context and the seconds since the state began
        self._time: float | None = None
        self._whistle_at = math.inf
        self._walked_at = 0.0
        by_touch = not rules.wireless.game_controller
        self._assistants = Assistants(self._game, self._calls, seed=seed) if by_touch else None

    @property
    def state(self) -> GameControllerData:
        """The game as players receive it, delayed if the rules require it."""
        return self._publication.data(self._game, self._flow.time)

    @property
    def true_state(self) -> GameControllerData:
        """The game as it is, for monitors, recordings and people."""
        return true_data(self._game)

    @property
    def score(self) -> tuple[int, int]:
        """Goals of the home and the away team."""
        return self._game.teams[TeamSide.HOME].score, self._game.teams[TeamSide.AWAY].score

    @property
    def home_attacks_positive_x(self) -> bool:
        """Direction of attack of the home team; changes at half-time."""
        return self._game.home_direction > 0.0

    @property
    def is_over(self) -> bool:
        return self._flow.is_over

    @property
    def shootout_winner(self) -> TeamSide | None:
        return self._shootout.winner

    def shots_of(self, team: TeamSide) -> list[ShotEnd]:
        """Return how the team's penalty shots of the shoot-out ended."""
        return list(self._shootout.ends[team])

    def plays(self, robot: RobotId) -> bool:
        """Whether the robot takes part: neither penalized nor a substitute."""
        return self._game.plays(robot)

    def penalty(self, team: TeamSide, number: int) -> Penalty:
        return self._game.record(RobotId(team, number)).penalty

    def step(self, view: RefereeView) -> RefereeOutput:
        """Process a view and return the decisions."""
        dt = self._advance(view)
        self._calls.hands_on = self.automatic
        self._calls.see(view)
        event = self._watch.observe(view)
        self._game.tick(dt)
        self._penalties.tick(dt)
        if self.automatic:
            context = RefereeContext.of(view, self._game, field=self.field, watch=self._watch)
            if self._game.phase is GamePhase.PENALTY_SHOOTOUT:
                self._shootout.progress(context, event)
            else:
                self._officiate(context, event)
        if self._assistants is not None:
            self._assistants.act(view.time)
        return RefereeOutput(decisions=self._calls.taken())

    def _advance(self, view: RefereeView) -> float:
        if not math.isfinite(view.time):
            raise ValueError(f"the time of a view has to be finite, not {view.time}")
        if self._time is None:
            self._game.state_since = self._walked_at = view.time
            self._time = view.time
        if view.time < self._time:
            raise ValueError(f"the time of a view went back from {self._time} to {view.time}")
        ids = [robot.id for robot in view.robots]
        twice = next((robot for robot in ids if ids.count(robot) > 1), None)
        if twice is not None:
            raise ValueError(f"robot {twice} is in the view twice")
        dt = view.time - self._time
        self._time = self._flow.time = view.time
        return dt

    def _officiate(self, context: RefereeContext, event: BallEvent | None) -> None:
        game = self._game
        if game.state in (GameState.READY, GameState.SET, GameState.PLAYING):
            if game.time_remaining <= 0.0 and game.clock_started:
                self._flow.end_half()
                return
            self._judge.judge_robots(context)
        if game.state is GameState.PLAYING:
            self._judge.judge_ball(context, event)
        else:
            self._handlers[game.state](context, context.time - game.state_since)

    def _in_initial(self, _scene: RefereeContext, waited: float) -> None:
        if self._game.phase is GamePhase.TIMEOUT:
            done = (self._game.secondary or 0.0) <= 0.0
        else:
            done = waited >= self.rules.pace.initial
        if done:
            self._begin()

    def _in_standby(self, context: RefereeContext, waited: float) -> None:
        self._judge.judge_robots(context)
        if waited >= self.rules.pace.standby:
            self._flow.ready(self._game.kicking_team, delay=self.rules.delays.ready)

    def _in_ready(self, context: RefereeContext, waited: float) -> None:
        if self._ready_is_over(context, waited):
            self._call_set(context)

    def _in_set(self, context: RefereeContext, _waited: float) -> None:
        self._judge.keep_ball_in_set(context)
        if context.time >= self._whistle_at:
            self._flow.playing(delay=self.rules.delays.playing)

    def _in_finished(self, _scene: RefereeContext, waited: float) -> None:
        if self._flow.is_over:
            return
        if self._flow.needs_shootout:
            if waited >= self.rules.shootout.pause:
                self._shootout.begin()
        elif waited >= self.rules.half.switch_after:
            self._flow.second_half()

    def _begin(self) -> None:
        """Start the first kick-off of a half, from standby if the rules have it."""
        if self.rules.delays.ready > 0.0:
            self._flow.standby()
        else:
            self._flow.ready(self._game.kicking_team)

    def _ready_is_over(self, context: RefereeContext, waited: float) -> bool:
        if any(robot.walks for robot in context.players()):
            self._walked_at = context.time
        pace = self.rules.pace
        still_for = min(waited, context.time - self._walked_at)
        done = waited >= pace.ready_at_least and still_for >= pace.still_for
        noticed = not self._publication.is_delayed(context.time)
        return (self._game.secondary or 0.0) <= 0.0 or (done and noticed)

    def _call_set(self, context: RefereeContext | None) -> None:
        pace = self.rules.pace
        self._flow.set()
        self._whistle_at = self._flow.time + pace.set + pace.set_jitter * self._random.random()
        if context is None:
            return
        self._judge.judge_set(context)
        self._place_by_hand(context)
        if self._game.set_play is SetPlay.PENALTY_KICK:
            for robot in keepers_off_their_line(context):
                pose = robot.robot_to_world
                x = math.copysign(self.field.goal_line_x, pose.x)
                self._calls.place_robot(robot.id, type(pose)(x, pose.y, pose.theta))

    def _place_by_hand(self, context: RefereeContext) -> None:
        """Place the teams at a kick-off: both, those with an illegal position, or none."""
        by_hand = self.rules.kick_off.by_hand
        if by_hand == "nobody" or self._game.set_play is not SetPlay.NONE:
            return
        wrong = {robot.id.team for robot in illegal_kick_off_positions(context)}
        for team in TeamSide:
            if by_hand == "all" or team in wrong:
                self.place_manually(team)

    def call(self, state: GameState) -> None:
        """Call a state by hand; it is published at once."""
        if self._game.phase is GamePhase.PENALTY_SHOOTOUT:
            self._shootout.call(state)
            return
        if state is GameState.STANDBY and self.rules.delays.ready <= 0.0:
            raise ValueError(f"the rules of {self.rules.name} have no standby")
        calls = {
            GameState.INITIAL: self._flow.initial,
            GameState.STANDBY: self._flow.standby,
            GameState.READY: lambda: self._flow.ready(self._game.kicking_team),
            GameState.SET: lambda: self._call_set(None),
            GameState.PLAYING: self._flow.playing,
            GameState.FINISHED: self._flow.end_half,
        }
        calls[state]()

    def start_half(self) -> None:
        """Start the half that is waiting to begin; during the break, the second one."""
        if self._flow.is_over or self._flow.needs_shootout:
            raise ValueError("both halves have been played")
        if self._game.state is GameState.FINISHED:
            self._flow.second_half()
        if self._game.state is not GameState.INITIAL:
            raise ValueError(f"a half starts from initial, the game is in '{self._game.state}'")
        self._begin()

    def kick_off(self, team: TeamSide | None) -> None:
        """Give the next kick-off to a team; None: a dropped ball."""
        self._game.kicking_team = team

    def goal(self, team: TeamSide) -> None:
        self._flow.goal(team)

    def free_kick(self, set_play: SetPlay, team: TeamSide) -> None:
        """Award a kick-in, goal, corner, pushing free or penalty kick to a team."""
        if set_play is SetPlay.PENALTY_KICK:
            self._flow.penalty_kick(team)
        elif set_play is SetPlay.NONE:
            self._flow.ball_free()
        else:
            self._flow.free_kick(set_play, team)

    def penalize(self, team: TeamSide, number: int, reason: Penalty) -> None:
        """Penalize a robot; the reason `NONE` ends its penalty."""
        if reason is Penalty.NONE:
            self.unpenalize(team, number)
        else:
            self._penalties.give(RobotId(team, number), reason)

    def unpenalize(self, team: TeamSide, number: int) -> None:
        self._penalties.end(RobotId(team, number))

    def timeout(self, team: TeamSide | None) -> None:
        """Start a timeout of a team; None: of the referee."""
        self._flow.timeout(team)

    def place_manually(self, team: TeamSide) -> None:
        """Place a team's players on legal kick-off positions in set."""
        if self._game.state is not GameState.SET:
            raise ValueError(f"robots are placed in set, the game is in '{self._game.state}'")
        ids = sorted(robot for robot in self._calls.robots if robot.team is team)
        keeper_first = sorted(ids, key=lambda robot: not self._game.is_goalkeeper(robot))
        moved = [robot for robot in keeper_first if self._may_be_placed(robot)]
        for rank, robot in enumerate(moved):
            pose = manual_pose(self._game, self.field, rank, team=team)
            self._calls.place_robot(robot, pose)

    def _may_be_placed(self, robot: RobotId) -> bool:
        return self._game.record(robot).penalty in (Penalty.NONE, Penalty.MOTION_IN_SET)

    def start_shootout(self) -> None:
        self._shootout.begin()

    def normal_phase(self) -> None:
        """Leave a shoot-out or timeout for the normal game."""
        self._game.phase = GamePhase.NORMAL

    def competition(
        self, *, phase: CompetitionPhase | None = None, kind: CompetitionType | None = None
    ) -> None:
        """Set phase and type of the competition."""
        if phase is not None:
            self._game.play_off = phase is CompetitionPhase.PLAY_OFF
        if kind is not None:
            self._game.competition_type = kind

    def extra_minute(self) -> None:
        """Add a minute to the half, and messages to the budgets."""
        if self._game.state is GameState.PLAYING:
            raise ValueError("time is added while the game is stopped")
        if self._game.time_remaining + EXTRA_TIME >= self.rules.half.duration:
            raise ValueError("no more than what has been played can be added")
        self._game.time_remaining += EXTRA_TIME
        for team in self._game.teams.values():
            if team.messages_left is not None and not team.communicates_illegally:
                team.messages_left += self.rules.messages.per_extra_minute

    def substitute(self, team: TeamSide, *, leaving: int, entering: int) -> None:
        """Replace a player; the new one takes over its penalty, or waits as if picked up."""
        old = self._game.record(RobotId(team, leaving))
        new = self._game.record(RobotId(team, entering))
        if new.penalty is not Penalty.SUBSTITUTE or old.penalty is Penalty.SUBSTITUTE:
            raise ValueError(f"{team} {entering} cannot come in for {team} {leaving}")
        stopped = self._game.state in (GameState.INITIAL, GameState.FINISHED, GameState.STANDBY)
        new.penalty, new.remaining = old.penalty, old.remaining
        self._penalties.give(RobotId(team, leaving), Penalty.SUBSTITUTE)
        if new.plays and not stopped:
            self._penalties.give(RobotId(team, entering), Penalty.REQUEST_FOR_PICKUP)
        free_number = protocol_version(self.rules.protocol_version).has_goalkeeper
        if free_number and self._game.teams[team].goalkeeper == leaving:
            self._game.teams[team].goalkeeper = entering

    def count_message(self, team: TeamSide, size: int) -> None:
        """Charge a message to the budget; too many or too large ones cost the team its goals."""
        game, rules = self._game, self.rules.messages
        record = game.teams[team]
        silent = game.state in (GameState.INITIAL, GameState.FINISHED)
        if record.messages_left is None or silent or game.phase is not GamePhase.NORMAL:
            return
        if size > rules.max_size or record.messages_left == 0:
            record.communicates_illegally = True
            record.score = 0
        record.messages_left = max(0, record.messages_left - 1)
