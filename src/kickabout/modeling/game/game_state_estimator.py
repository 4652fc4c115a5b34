"""Game state estimator: from delayed messages, whistle and ball to the probable state."""

import math
from dataclasses import dataclass, replace

from kickabout.framework import frozen
from kickabout.geometry import Field, Vector2
from kickabout.representations import GameControllerData, GameState, SetPlay


@frozen
class GameObservations:
    """Observations of the game in this cycle."""

    now: float  # s
    received: GameControllerData
    own_team: int  # number
    whistled_at: float  # s
    ball_in_field: Vector2[Field] | None = None  # None: no robot sees it


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatorRules:
    """Parameters of the estimate, and dimensions of the field."""

    max_delay: float  # s, with which the GameController reports a state
    kick_positions: tuple[Vector2[Field], ...]  # of the ball before a kick-off or penalty kick
    placed: float  # m, maximum distance of a placed ball from such a position
    moved: float  # m, distance from its first position beyond which the ball is in play
    moved_for: float  # s, minimum time there, as single percepts may be wrong
    kick_off_time: float  # s, after which the ball is free
    goal_x: float  # m, goal line
    goal_y: float  # m, half width of the goal
    goal_time: float  # s, maximum time between ball in goal and whistle


@frozen
class EstimatedState:
    """The state of the game, its start, and whether it is only assumed."""

    state: GameState = GameState.INITIAL
    since: float = 0.0  # s
    own_kick: bool | None = None
    assumed: bool = False
    ball_is_free: bool = True


class GameStateEstimator:
    """Follows the GameController, but anticipates states that it reports with a delay.

    Set becomes playing with a whistle or when the ball has clearly moved; playing becomes ready
    with a whistle around the time the ball is in a goal. If the GameController does not confirm
    an assumption within the maximum delay, the assumption is dropped.
    """

    def __init__(self) -> None:
        self.estimate = EstimatedState()
        self._received: tuple[object, ...] = ()
        self._received_at = -math.inf
        self._assumed_at = -math.inf
        self._ignored_until = -math.inf  # earlier observations have no effect
        self._ball_position: Vector2[Field] | None = None
        self._moved_since = math.inf
        self._is_in_play = False  # stays true after a kick, wherever the ball stops
        self._goal_at = -math.inf
        self._goal_is_own = False
        self._kick_off_at = -math.inf

    def update(self, seen: GameObservations, rules: EstimatorRules) -> EstimatedState:
        self._follow(seen)
        self._observe_ball(seen, rules)
        if self.estimate.assumed and seen.now - self._assumed_at > rules.max_delay:
            self._ignored_until = seen.now
            self.estimate = self._as_received(seen, since=seen.now)
        if not self.estimate.assumed:
            self._anticipate(seen, rules)
        is_free = self._is_free(seen, rules)
        if is_free is not self.estimate.ball_is_free:
            self.estimate = replace(self.estimate, ball_is_free=is_free)
        return self.estimate

    def _follow(self, seen: GameObservations) -> None:
        """Adopt the GameController's state whenever it changes."""
        received = seen.received
        report = (
            received.state,
            received.game_phase,
            received.set_play,
            received.kicking_team,
            received.first_half,
        )
        if report == self._received:
            return
        is_confirmed = self.estimate.assumed and received.state is self.estimate.state
        changed = not self._received or self._received[0] is not received.state
        self._received = report
        if changed:
            self._received_at = seen.now
            self._ball_position, self._moved_since = None, math.inf
            self._is_in_play = self._is_in_play and received.state is GameState.PLAYING
        if received.state is GameState.PLAYING and self.estimate.state is GameState.SET:
            self._kick_off_at = seen.now
        keeps_since = is_confirmed or not changed
        self.estimate = self._as_received(
            seen, since=self.estimate.since if keeps_since else seen.now
        )

    def _as_received(self, seen: GameObservations, since: float) -> EstimatedState:
        kicking = seen.received.kicking_team
        own_kick = None if kicking is None else kicking == seen.own_team
        return EstimatedState(state=seen.received.state, since=since, own_kick=own_kick)

    def _observe_ball(self, seen: GameObservations, rules: EstimatorRules) -> None:
        """Update the ball's first position, when it left that, and when it was in a goal."""
        ball = seen.ball_in_field
        if ball is None:
            self._moved_since = math.inf
            return
        if self._ball_position is None and self._is_placed(ball, rules):
            self._ball_position = ball
        if self._ball_position is None or ball.distance_to(self._ball_position) <= rules.moved:
            self._moved_since = math.inf
        else:
            self._moved_since = min(self._moved_since, seen.now)
        if abs(ball.x) > rules.goal_x and abs(ball.y) < rules.goal_y:
            self._goal_at, self._goal_is_own = seen.now, ball.x < 0.0

    def _is_placed(self, ball: Vector2[Field], rules: EstimatorRules) -> bool:
        """Return whether the ball has been put down; in set the referee may still carry it."""
        if self.estimate.state is not GameState.SET:
            return True
        return any(ball.distance_to(position) <= rules.placed for position in rules.kick_positions)

    def _anticipate(self, seen: GameObservations, rules: EstimatorRules) -> None:
        after = max(self._received_at, self._ignored_until)
        whistled = seen.whistled_at > after
        if seen.received.state is GameState.SET:
            has_moved = seen.now - self._moved_since >= rules.moved_for
            if whistled or (has_moved and self._moved_since > after):
                since = seen.whistled_at if whistled else self._moved_since
                self._kick_off_at = since
                self._assume(seen, replace(self.estimate, state=GameState.PLAYING, since=since))
        elif seen.received.state is GameState.PLAYING and whistled and self._goal_at > after:
            is_timely = abs(seen.whistled_at - self._goal_at) <= rules.goal_time
            estimate = EstimatedState(
                state=GameState.READY, since=seen.whistled_at, own_kick=self._goal_is_own
            )
            if is_timely:
                self._assume(seen, estimate)

    def _assume(self, seen: GameObservations, estimate: EstimatedState) -> None:
        self._assumed_at = seen.now
        self.estimate = replace(estimate, assumed=True)

    def _is_free(self, seen: GameObservations, rules: EstimatorRules) -> bool:
        """Return whether this team may play the ball."""
        if self.estimate.state is not GameState.PLAYING:
            return False
        if self.estimate.own_kick is not False:
            return True
        if seen.received.set_play is not SetPlay.NONE:
            return False
        is_over = seen.now - self._kick_off_at > rules.kick_off_time
        self._is_in_play |= seen.now - self._moved_since >= rules.moved_for
        return is_over or self._is_in_play
