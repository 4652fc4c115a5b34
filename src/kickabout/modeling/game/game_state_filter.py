"""The game as it probably is: from GameController, whistle and ball to the present state."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.game.game_state_judge import GameSigns, GameStateJudge, JudgeRules, Verdict
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
    patience: float = param(17.0, unit="s", low=0.0, doc="states may be told this much later")
    placed: float = param(0.4, unit="m", low=0.0, doc="a ball so near to a kick's spot lies there")
    moved: float = param(0.5, unit="m", low=0.0, doc="a ball this far from its place is in play")
    moved_for: float = param(0.5, unit="s", low=0.0, doc="seen there for so long")
    kick_off_time: float = param(10.0, unit="s", low=0.0, doc="then anybody may play the ball")
    goal_time: float = param(3.0, unit="s", low=0.0, doc="between ball in goal and whistle")
    ball_age: float = param(1.0, unit="s", low=0.0, doc="balls not seen for longer say nothing")


class GameStateFilter(Module[GameStateFilterParameters]):
    """Plays on when the whistle is heard, though the GameController tells it 15 s later."""

    def __init__(self, parameters: GameStateFilterParameters) -> None:
        super().__init__(parameters)
        self.judge = GameStateJudge()

    def update(
        self,
        frame: FrameInfo,
        player: PlayerInfo,
        game: GameInfo,
        whistle: TeamWhistle,
        ball: TeamBall,
        field: FieldDimensions,
    ) -> GameStateModel:
        signs = signs_of(frame.time, player, game, whistle, ball, age=self.parameters.ball_age)
        verdict = self.judge.judge(signs, rules_of(self.parameters, field))
        return state_of(verdict, game)


def signs_of(
    now: float,
    player: PlayerInfo,
    game: GameInfo,
    whistle: TeamWhistle,
    ball: TeamBall,
    *,
    age: float,
) -> GameSigns:
    """What tells about the game; a ball that was seen longer ago than `age` says nothing."""
    is_seen = ball.valid and now - ball.last_seen_at <= age
    return GameSigns(
        now=now,
        told=game.data,
        own_team=player.team,
        whistled_at=whistle.whistled_at,
        ball_in_field=ball.position_in_field if is_seen else None,
    )


def rules_of(p: GameStateFilterParameters, field: FieldDimensions) -> JudgeRules:
    return JudgeRules(
        patience=p.patience,
        kick_spots=_kick_spots(field),
        placed=p.placed,
        moved=p.moved,
        moved_for=p.moved_for,
        kick_off_time=p.kick_off_time,
        goal_x=field.goal_line_x,
        goal_y=field.goal.inner_half_width,
        goal_time=p.goal_time,
    )


def state_of(verdict: Verdict, game: GameInfo) -> GameStateModel:
    return GameStateModel(
        state=verdict.state,
        since=verdict.since,
        set_play=game.data.set_play,
        own_kick=verdict.own_kick,
        assumed=verdict.assumed,
        ball_is_free=verdict.ball_is_free,
    )


def _kick_spots(field: FieldDimensions) -> tuple[Vector2[Field], ...]:
    return (
        Vector2(),
        Vector2(field.penalty_mark_x, 0.0),
        Vector2(-field.penalty_mark_x, 0.0),
    )
