"""The course of a game: the changes that each call of the head referee causes."""

from kickabout.geometry import Vector2, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import GamePhase, GameState, Penalty, SetPlay
from kickabout.simulation.referee.ball_watch import BallWatch, Restart
from kickabout.simulation.referee.calls import Calls
from kickabout.simulation.referee.decisions import GoalScored, StateChange, WhistleReason
from kickabout.simulation.referee.game import Game
from kickabout.simulation.referee.penalties import Penalties
from kickabout.simulation.referee.placement import (
    drop_point,
    held_ball,
    initial_pose,
    penalty_mark,
    whistle_position,
)
from kickabout.simulation.referee.publication import Publication
from kickabout.simulation.referee.view import RobotId, TeamSide

CENTER: Vector2[World] = Vector2()


class GameFlow:
    """Carries out calls: changes and publishes the game, and requests placements.

    Whether a call is due is decided elsewhere.
    """

    def __init__(
        self,
        game: Game,
        field: FieldDimensions,
        *,
        watch: BallWatch,
        calls: Calls,
        penalties: Penalties,
        publication: Publication,
    ) -> None:
        self.game = game
        self.field = field
        self.watch = watch
        self.calls = calls
        self.penalties = penalties
        self.publication = publication
        self.rules = game.rules
        self.time = 0.0  # s
        self.is_over = False
        self.needs_shootout = False
        self._first_kick_off = game.kicking_team
        self._clock_at_stoppage = game.time_remaining

    def enter(
        self,
        state: GameState,
        *,
        kicking_team: TeamSide | None,
        set_play: SetPlay = SetPlay.NONE,
        kick_off: bool = False,
        secondary: float | None = None,
        delay: float = 0.0,
    ) -> None:
        """Change the state; during the delay players receive the previous one."""
        game = self.game
        self.publication.hold(game, time=self.time, delay=delay)
        if game.phase is GamePhase.TIMEOUT and state is not GameState.INITIAL:
            game.phase = GamePhase.NORMAL
        game.state = state
        game.state_since = self.time
        game.kicking_team = kicking_team
        game.set_play = set_play
        game.kick_off = kick_off
        game.secondary = secondary
        self.calls.add(StateChange(state=state, set_play=set_play, kicking_team=kicking_team))

    def initial(self) -> None:
        self.enter(GameState.INITIAL, kicking_team=self.game.kicking_team)

    def standby(self) -> None:
        self.enter(GameState.STANDBY, kicking_team=self.game.kicking_team)

    def ready(self, kicking_team: TeamSide | None, *, delay: float = 0.0) -> None:
        """Call ready for a kick-off, or for a dropped ball if there is no kicking team."""
        self._clock_at_stoppage = self.game.time_remaining
        self.enter(
            GameState.READY,
            kicking_team=kicking_team,
            kick_off=True,
            secondary=self.rules.kick_off.ready,
            delay=delay,
        )
        self.calls.place_ball(held_ball(self.field))

    def penalty_kick(self, team: TeamSide) -> None:
        """Call ready for a penalty kick of a team."""
        if not self.rules.penalty_kick.awarded:
            raise ValueError(f"the rules of {self.rules.name} have no penalty kick")
        self._clock_at_stoppage = self.game.time_remaining
        self.enter(
            GameState.READY,
            kicking_team=team,
            set_play=SetPlay.PENALTY_KICK,
            secondary=self.rules.penalty_kick.ready,
        )
        self.calls.announce(f"penalty kick {team}")
        self.calls.place_ball(held_ball(self.field))

    def set(self) -> None:
        """Call set and place the ball."""
        game = self.game
        self.enter(
            GameState.SET,
            kicking_team=game.kicking_team,
            set_play=game.set_play,
            kick_off=game.set_play is SetPlay.NONE,
        )
        self.penalties.end_all(Penalty.MOTION_IN_STANDBY)
        self.calls.place_ball(self.kick_position())

    def kick_position(self) -> Vector2[World]:
        """Return the position of the ball in set."""
        game = self.game
        if game.kicking_team is not None and game.set_play is SetPlay.PENALTY_KICK:
            return penalty_mark(game, self.field, game.kicking_team)
        return CENTER

    def playing(self, *, delay: float = 0.0) -> None:
        """Whistle; the kick-off or penalty kick may then be taken."""
        game = self.game
        team, set_play = game.kicking_team, game.set_play
        kick_off = set_play is SetPlay.NONE and team is not None
        if set_play is SetPlay.PENALTY_KICK:
            seconds: float | None = self.rules.penalty_kick.duration
        else:
            seconds = self.rules.kick_off.ball_free_after if kick_off else None
        self.calls.whistle(WhistleReason.START, whistle_position(self.field))
        self.enter(
            GameState.PLAYING,
            kicking_team=team,
            set_play=set_play,
            kick_off=kick_off,
            secondary=seconds,
            delay=delay,
        )
        game.clock_started = True
        game.free_kick_ball = self.kick_position()
        self._restart(kick_off=set_play is SetPlay.NONE)

    def free_kick(
        self, set_play: SetPlay, team: TeamSide, *, ball: Vector2[World] | None = None
    ) -> None:
        """Award a kick-in, goal kick, corner kick or pushing free kick; the clock keeps running."""
        if self.game.state is not GameState.PLAYING:
            raise ValueError(
                f"a '{set_play}' is awarded in playing, the game is in '{self.game.state}'"
            )
        if ball is not None:
            self.calls.place_ball(ball)
        self.game.free_kick_ball = self.calls.ball
        self.enter(
            GameState.PLAYING,
            kicking_team=team,
            set_play=set_play,
            secondary=self.rules.free_kick.duration,
        )
        self.calls.announce(f"{set_play.replace('_', ' ')} {team}")
        self._restart(kick_off=False)

    def drop_ball(self, reason: str, *, apart: float = 0.0) -> None:
        """Put the ball down at a drop point, at least this far from where it is; play goes on."""
        point = drop_point(self.calls.ball, field=self.field, rules=self.rules, apart=apart)
        self.calls.announce(f"{reason}, ball dropped")
        self.calls.place_ball(point)

    def _restart(self, *, kick_off: bool) -> None:
        self.watch.begin(
            Restart(
                time=self.time,
                team=self.game.kicking_team,
                set_play=self.game.set_play,
                kick_off=kick_off,
            )
        )

    def ball_free(self) -> None:
        """End the set play; a delayed state stays hidden from players."""
        self.game.kick_off = False
        self.game.set_play = SetPlay.NONE
        self.game.secondary = None
        self.calls.add(StateChange(state=self.game.state, kicking_team=self.game.kicking_team))
        self.calls.announce("ball free")

    def goal(self, team: TeamSide, *, scorer: RobotId | None = None, delay: float = 0.0) -> None:
        """Award a goal; a team that violated the message rules gets none."""
        game = self.game
        record = game.teams[team]
        score = 0 if record.communicates_illegally else record.score + 1
        scores = {**{side: other.score for side, other in game.teams.items()}, team: score}
        home, away = scores[TeamSide.HOME], scores[TeamSide.AWAY]
        self.calls.add(GoalScored(team=team, scorer=scorer, score=(home, away)))
        self.calls.announce(f"goal {team}, {home}:{away}")
        if self.rules.goals.whistled:
            end = game.direction(team) * self.field.goal_line_x
            self.calls.whistle(WhistleReason.GOAL, Vector2(end, self.field.goal_area_y))
        if abs(home - away) >= self.rules.mercy_difference:
            record.score = score
            game.first_half = False
            self.end_half()
            return
        self.ready(team.other, delay=delay)
        record.score = score

    def end_half(self) -> None:
        """End a half, with two whistles after the first and three after the second."""
        game = self.game
        blows = 2 if game.first_half else 3
        self.calls.whistle(WhistleReason.END_OF_HALF, whistle_position(self.field), blows=blows)
        scores = [team.score for team in game.teams.values()]
        drawn = scores[0] == scores[1]
        self.needs_shootout = game.play_off and drawn and not game.first_half
        seconds = self.rules.half.break_duration if game.first_half else None
        if self.needs_shootout:
            seconds = self.rules.shootout.pause
        self.is_over = not (game.first_half or self.needs_shootout)
        self.enter(GameState.FINISHED, kicking_team=game.kicking_team, secondary=seconds)
        self.penalties.end_all()

    def second_half(self) -> None:
        """Swap sides and kick-off, and place all robots at the side lines."""
        game = self.game
        game.first_half = False
        game.home_direction = -game.home_direction
        game.time_remaining = self.rules.half.duration
        game.clock_started = False
        first = self._first_kick_off
        game.kicking_team = None if first is None else first.other
        self.initial()
        self.place_initially()

    def place_initially(self) -> None:
        """Place all players on the side lines of their own halves and remove the ball."""
        self.calls.place_ball(held_ball(self.field))
        for robot in list(self.calls.robots):
            if self.game.plays(robot):
                self.calls.place_robot(robot, initial_pose(self.game, self.field, robot))

    def timeout(self, team: TeamSide | None) -> None:
        """Start a timeout of a team or (None) the referee; after a team's, the other kicks off."""
        game, rules = self.game, self.rules.timeouts
        self._check_timeout(team)
        if game.state in (GameState.READY, GameState.SET):
            game.time_remaining = self._clock_at_stoppage
        kicking = game.kicking_team if game.set_play is SetPlay.NONE else None
        if team is not None:
            game.teams[team].timeouts += 1
            kicking = team.other
        added = game.secondary if game.phase is GamePhase.TIMEOUT else None
        seconds = (rules.referee if team is None else rules.team) + (added or 0.0)
        game.phase = GamePhase.TIMEOUT
        self.enter(GameState.INITIAL, kicking_team=kicking, secondary=seconds)
        self.calls.announce(f"timeout {team or 'referee'}")
        self.place_initially()

    def _check_timeout(self, team: TeamSide | None) -> None:
        game = self.game
        if game.state is GameState.FINISHED or game.phase is GamePhase.PENALTY_SHOOTOUT:
            raise ValueError("there is no timeout when a half is over or in a shoot-out")
        if team is None:
            return
        if game.state is GameState.PLAYING or game.set_play is not SetPlay.NONE:
            raise ValueError(
                f"the {team} team may ask for a timeout only while the game is stopped"
            )
        if game.teams[team].timeouts >= self.rules.timeouts.per_team:
            raise ValueError(
                f"the {team} team has had its {self.rules.timeouts.per_team} timeout(s)"
            )
