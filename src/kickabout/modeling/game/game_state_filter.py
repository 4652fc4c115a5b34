"""Game state filter: from GameController, whistle and ball to the current state of the game."""

from dataclasses import dataclass
from functools import lru_cache

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.game.game_state_estimator import (
    EstimatedState,
    EstimatorRules,
    GameObservations,
    GameStateEstimator,
)
from kickabout.representations import (
    FieldDimensions,
    GameInfo,
    GameStateModel,
    PlayerInfo,
    TeamBall,
    TeamWhistle,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStateFilterParameters:
    max_delay: float = param(
        17.0, unit="s", low=0.0, doc="maximum delay with which the GameController reports a state"
    )
    placed: float = param(
        0.4, unit="m", low=0.0, doc="maximum distance of a placed ball from the position of a kick"
    )
    moved: float = param(
        0.5,
        unit="m",
        low=0.0,
        doc="distance from its first position beyond which the ball is in play",
    )
    moved_for: float = param(0.5, unit="s", low=0.0, doc="minimum time that a ball is seen there")
    kick_off_time: float = param(
        10.0, unit="s", low=0.0, doc="time after a kick-off until both teams may play the ball"
    )
    goal_time: float = param(
        3.0, unit="s", low=0.0, doc="maximum time between ball in goal and whistle"
    )
    ball_age: float = param(1.0, unit="s", low=0.0, doc="maximum age of the ball's last percept")


class GameStateFilter(Module[GameStateFilterParameters]):
    """Starts to play at the whistle, although the GameController reports it up to 15 s later."""

    def __init__(self, parameters: GameStateFilterParameters) -> None:
        super().__init__(parameters)
        self.estimator = GameStateEstimator()

    def update(
        self,
        frame: FrameInfo,
        player: PlayerInfo,
        game: GameInfo,
        whistle: TeamWhistle,
        ball: TeamBall,
        field: FieldDimensions,
    ) -> GameStateModel:
        seen = observations_of(
            frame.time, player, game, whistle, ball, age=self.parameters.ball_age
        )
        estimate = self.estimator.update(seen, rules_of(self.parameters, field))
        return state_of(estimate, game)


def observations_of(
    now: float,
    player: PlayerInfo,
    game: GameInfo,
    whistle: TeamWhistle,
    ball: TeamBall,
    *,
    age: float,
) -> GameObservations:
    """Return the observations of this cycle, without a ball that was seen longer ago than `age`."""
    is_seen = ball.valid and now - ball.last_seen_at <= age
    return GameObservations(
        now=now,
        received=game.data,
        own_team=player.team,
        whistled_at=whistle.whistled_at,
        ball_in_field=ball.position_in_field if is_seen else None,
    )


@lru_cache(maxsize=8)
def rules_of(p: GameStateFilterParameters, field: FieldDimensions) -> EstimatorRules:
    return EstimatorRules(
        max_delay=p.max_delay,
        kick_positions=_kick_positions(field),
        placed=p.placed,
        moved=p.moved,
        moved_for=p.moved_for,
        kick_off_time=p.kick_off_time,
        goal_x=field.goal_line_x,
        goal_y=field.goal.inner_half_width,
        goal_time=p.goal_time,
    )


def state_of(estimate: EstimatedState, game: GameInfo) -> GameStateModel:
    return GameStateModel(
        state=estimate.state,
        since=estimate.since,
        set_play=game.data.set_play,
        own_kick=estimate.own_kick,
        assumed=estimate.assumed,
        ball_is_free=estimate.ball_is_free,
    )


def _kick_positions(field: FieldDimensions) -> tuple[Vector2[Field], ...]:
    return (
        Vector2(),
        Vector2(field.penalty_mark_x, 0.0),
        Vector2(-field.penalty_mark_x, 0.0),
    )
