"""HULKs' game state: from GameController, whistle, ball and feet to the game without mistakes."""

from dataclasses import dataclass, replace

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.game.game_state_filter import (
    GameStateFilterParameters,
    rules_of,
    signs_of,
    state_of,
)
from kickabout.modeling.game.game_state_judge import GameStateJudge
from kickabout.modeling.game.hulks_referee_mistakes import CarryWatch, is_mistaken
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
    sure: float = param(0.6, unit="m", low=0.0, doc="beyond the halfway line a half is certain")
    ball_age: float = param(1.0, unit="s", low=0.0, doc="balls not seen for longer say nothing")
    stand_for: float = param(0.5, unit="s", low=0.0, doc="on the ground, to be let go")


@inputs
@frozen
class GameNews:
    """What is told, heard and seen."""

    player: PlayerInfo
    game: GameInfo
    whistle: TeamWhistle
    place: WhistlePosition
    ball: TeamBall
    ground: GroundContactState
    field: FieldDimensions


class HulksGameStateFilter(Module[HulksGameStateFilterParameters]):
    """The state as others judge it, then corrected where the referee must be wrong.

    After HULKs 2021, 5.11 and 5.15: a free kick with the ball in the wrong half is ignored if it
    is the others', and not taken if it is ours; a robot still being carried stays penalized.
    A whistle from another field does not count.
    """

    def __init__(self, parameters: HulksGameStateFilterParameters) -> None:
        super().__init__(parameters)
        self.judge = GameStateJudge()
        self.carried = CarryWatch()

    def update(self, frame: FrameInfo, news: GameNews) -> GameStateModel:
        p, player, game = self.parameters, news.player, news.game
        is_ours = not news.place.rules_out(news.whistle.whistled_at)
        whistle = news.whistle if is_ours else TeamWhistle()
        signs = signs_of(frame.time, player, game, whistle, news.ball, age=p.ball_age)
        rules = rules_of(GameStateFilterParameters(), news.field)
        state = state_of(self.judge.judge(signs, rules), game)
        own = game.data.team(player.team)
        penalized = own is not None and own.player(player.number).penalty is not Penalty.NONE
        held = self.carried.update(
            frame.time,
            penalized=penalized,
            contact=news.ground.contact,
            patience=p.stand_for,
        )
        own_kick = state.own_kick is True
        if not is_mistaken(state.set_play, own_kick=own_kick, ball=self._seen(frame, news.ball)):
            return replace(state, held=held)
        self.debug.note(f"{state.set_play.value} with the ball in the wrong half")
        if own_kick:
            return replace(state, ball_is_free=False, held=held)
        return replace(state, set_play=SetPlay.NONE, own_kick=None, ball_is_free=True, held=held)

    def _seen(self, frame: FrameInfo, ball: TeamBall) -> Vector2[Field] | None:
        """Where the ball is, if that is certain enough to contradict a referee."""
        p = self.parameters
        fresh = ball.valid and frame.time - ball.last_seen_at <= p.ball_age
        if not fresh or ball.source is BallSource.RULE or abs(ball.position_in_field.x) < p.sure:
            return None
        return ball.position_in_field
