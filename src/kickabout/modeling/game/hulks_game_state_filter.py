"""HULKs' game state: from GameController, whistle, ball and feet to a corrected state."""

from dataclasses import dataclass, replace

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.game.game_state_estimator import GameStateEstimator
from kickabout.modeling.game.game_state_filter import (
    GameStateFilterParameters,
    observations_of,
    rules_of,
    state_of,
)
from kickabout.modeling.game.hulks_referee_mistakes import CarryDetector, is_mistaken
from kickabout.representations import (
    BallSource,
    FieldDimensions,
    GameInfo,
    GameStateModel,
    GroundContactState,
    Penalty,
    PlayerInfo,
    SetPlay,
    TeamBall,
    TeamWhistle,
    WhistlePosition,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksGameStateFilterParameters:
    sure: float = param(
        0.6,
        unit="m",
        low=0.0,
        doc="minimum distance of a ball from the halfway line to be certain of its half",
    )
    ball_age: float = param(1.0, unit="s", low=0.0, doc="maximum age of the ball's last percept")
    stand_for: float = param(
        0.5,
        unit="s",
        low=0.0,
        doc="time on the ground after which a carried robot has been put down",
    )


@inputs
@frozen
class GameInputs:
    """Inputs about the game: packets, whistle, ball and ground contact."""

    player: PlayerInfo
    game: GameInfo
    whistle: TeamWhistle
    whistle_position: WhistlePosition
    ball: TeamBall
    ground: GroundContactState
    field: FieldDimensions


class HulksGameStateFilter(Module[HulksGameStateFilterParameters]):
    """Estimates the state like `GameStateFilter` and corrects mistakes of the referee.

    After HULKs 2021, 5.11 and 5.15: a free kick with the ball in the wrong half is ignored if it
    is the opponents', and not taken if it is ours; a robot that is still carried stays penalized.
    A whistle from another field is ignored.
    """

    def __init__(self, parameters: HulksGameStateFilterParameters) -> None:
        super().__init__(parameters)
        self.estimator = GameStateEstimator()
        self.carry = CarryDetector()

    def update(self, frame: FrameInfo, given: GameInputs) -> GameStateModel:
        p, player, game = self.parameters, given.player, given.game
        is_ours = not given.whistle_position.rules_out(given.whistle.whistled_at)
        whistle = given.whistle if is_ours else TeamWhistle()
        seen = observations_of(frame.time, player, game, whistle, given.ball, age=p.ball_age)
        rules = rules_of(GameStateFilterParameters(), given.field)
        state = state_of(self.estimator.update(seen, rules), game)
        own = game.data.team(player.team)
        penalized = own is not None and own.player(player.number).penalty is not Penalty.NONE
        held = self.carry.update(
            frame.time,
            penalized=penalized,
            contact=given.ground.contact,
            stand_for=p.stand_for,
        )
        own_kick = state.own_kick is True
        if not is_mistaken(state.set_play, own_kick=own_kick, ball=self._seen(frame, given.ball)):
            return replace(state, held=held)
        self.debug.note(f"{state.set_play.value} with the ball in the wrong half")
        if own_kick:
            return replace(state, ball_is_free=False, held=held)
        return replace(state, set_play=SetPlay.NONE, own_kick=None, ball_is_free=True, held=held)

    def _seen(self, frame: FrameInfo, ball: TeamBall) -> Vector2[Field] | None:
        """Return the ball if its half is certain enough to contradict a referee."""
        p = self.parameters
        fresh = ball.valid and frame.time - ball.last_seen_at <= p.ball_age
        if not fresh or ball.source is BallSource.RULE or abs(ball.position_in_field.x) < p.sure:
            return None
        return ball.position_in_field
