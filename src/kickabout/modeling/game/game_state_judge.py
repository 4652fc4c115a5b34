"""What state the game is in: from what is told late, heard and seen to what is probably true."""

import math
from dataclasses import dataclass, replace

from kickabout.geometry import Field, Vector2
from kickabout.representations import GameControllerData, GameState, SetPlay


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSigns:
    """All that tells about the game in this moment."""

    now: float  # s
    told: GameControllerData
    own_team: int  # number
    whistled_at: float  # s
    ball_in_field: Vector2[Field] | None = None  # None: nobody sees it


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRules:
    """Figures of game and field."""

    patience: float  # s, how long the GameController may hold a state back
    kick_spots: tuple[Vector2[Field], ...]  # where the ball lies before a kick-off or penalty kick
    placed: float  # m, a ball this near to such a spot has been put there
    moved: float  # m, a ball this far from its place is in play
    moved_for: float  # s, as single sights may be wrong
    kick_off_time: float  # s, after which the ball is free
    goal_x: float  # m, goal line
    goal_y: float  # m, half width of the goal
    goal_time: float  # s, between ball in goal and whistle


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The state, since when, and whether it is only assumed."""

    state: GameState = GameState.INITIAL
    since: float = 0.0  # s
    own_kick: bool | None = None
    assumed: bool = False
    ball_is_free: bool = True


class GameStateJudge:
    """Takes the GameController's word, but runs ahead of it for as long as it may hold back.

    Set becomes playing with a whistle or when the ball is clearly moved; playing becomes ready
    with a whistle around the time the ball is in a goal. An assumption that the GameController
    does not confirm in time is taken back.
    """

    def __init__(self) -> None:
        self.verdict = Verdict()
        self._told: tuple[object, ...] = ()
        self._told_at = -math.inf
        self._assumed_at = -math.inf
        self._deaf_until = -math.inf  # signs before are used up
        self._ball_place: Vector2[Field] | None = None
        self._moved_since = math.inf
        self._is_in_play = False  # once kicked it stays so, wherever the ball comes to lie
        self._goal_at = -math.inf
        self._goal_is_own = False
        self._kick_off_at = -math.inf

    def judge(self, signs: GameSigns, rules: JudgeRules) -> Verdict:
        self._listen(signs)
        self._watch(signs, rules)
        if self.verdict.assumed and signs.now - self._assumed_at > rules.patience:
            self._deaf_until = signs.now
            self.verdict = self._as_told(signs, since=signs.now)
        if not self.verdict.assumed:
            self._run_ahead(signs, rules)
        self.verdict = replace(self.verdict, ball_is_free=self._is_free(signs, rules))
        return self.verdict

    def _listen(self, signs: GameSigns) -> None:
        """Follow the GameController whenever it tells something new."""
        told = signs.told
        word = (told.state, told.game_phase, told.set_play, told.kicking_team, told.first_half)
        if word == self._told:
            return
        is_confirmed = self.verdict.assumed and told.state is self.verdict.state
        changed = not self._told or self._told[0] is not told.state
        self._told = word
        if changed:
            self._told_at = signs.now
            self._ball_place, self._moved_since = None, math.inf
            self._is_in_play = self._is_in_play and told.state is GameState.PLAYING
        if told.state is GameState.PLAYING and self.verdict.state is GameState.SET:
            self._kick_off_at = signs.now
        keeps_since = is_confirmed or not changed
        self.verdict = self._as_told(signs, since=self.verdict.since if keeps_since else signs.now)

    def _as_told(self, signs: GameSigns, since: float) -> Verdict:
        kicking = signs.told.kicking_team
        own_kick = None if kicking is None else kicking == signs.own_team
        return Verdict(state=signs.told.state, since=since, own_kick=own_kick)

    def _watch(self, signs: GameSigns, rules: JudgeRules) -> None:
        """Where the ball lay, since when it does not any more, and whether it is in a goal."""
        ball = signs.ball_in_field
        if ball is None:
            self._moved_since = math.inf
            return
        if self._ball_place is None and self._is_placed(ball, rules):
            self._ball_place = ball
        if self._ball_place is None or ball.distance_to(self._ball_place) <= rules.moved:
            self._moved_since = math.inf
        else:
            self._moved_since = min(self._moved_since, signs.now)
        if abs(ball.x) > rules.goal_x and abs(ball.y) < rules.goal_y:
            self._goal_at, self._goal_is_own = signs.now, ball.x < 0.0

    def _is_placed(self, ball: Vector2[Field], rules: JudgeRules) -> bool:
        """In set the referee may still carry the ball: what was seen on the way is no kick."""
        if self.verdict.state is not GameState.SET:
            return True
        return any(ball.distance_to(spot) <= rules.placed for spot in rules.kick_spots)

    def _run_ahead(self, signs: GameSigns, rules: JudgeRules) -> None:
        after = max(self._told_at, self._deaf_until)
        whistled = signs.whistled_at > after
        if signs.told.state is GameState.SET:
            has_moved = signs.now - self._moved_since >= rules.moved_for
            if whistled or (has_moved and self._moved_since > after):
                since = signs.whistled_at if whistled else self._moved_since
                self._kick_off_at = since
                self._assume(signs, replace(self.verdict, state=GameState.PLAYING, since=since))
        elif signs.told.state is GameState.PLAYING and whistled and self._goal_at > after:
            is_timely = abs(signs.whistled_at - self._goal_at) <= rules.goal_time
            verdict = Verdict(
                state=GameState.READY, since=signs.whistled_at, own_kick=self._goal_is_own
            )
            if is_timely:
                self._assume(signs, verdict)

    def _assume(self, signs: GameSigns, verdict: Verdict) -> None:
        self._assumed_at = signs.now
        self.verdict = replace(verdict, assumed=True)

    def _is_free(self, signs: GameSigns, rules: JudgeRules) -> bool:
        """Whether this team may play the ball although the other one has the kick."""
        if self.verdict.state is not GameState.PLAYING:
            return False
        if self.verdict.own_kick is not False:
            return True
        if signs.told.set_play is not SetPlay.NONE:
            return False
        is_over = signs.now - self._kick_off_at > rules.kick_off_time
        self._is_in_play |= signs.now - self._moved_since >= rules.moved_for
        return is_over or self._is_in_play
