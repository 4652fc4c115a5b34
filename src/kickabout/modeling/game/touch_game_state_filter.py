"""State of the game where robots are started by touch: from buttons and radio to the state."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import (
    BallModel,
    ButtonState,
    GameInfo,
    GameState,
    GameStateModel,
    PlayerInfo,
    RobotPose,
)

PLAYING, SET = GameState.PLAYING, GameState.SET
START, START_DEFENDING = ("head_front", "head"), ("head_rear", "back_front")
STOP = ("back", "back_middle", "chest_button")


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchGameStateFilterParameters:
    pressed_for: float = param(
        0.1, unit="s", low=0.0, doc="time for which a button has to be pressed"
    )
    kick_off_time: float = param(
        10.0, unit="s", low=0.0, doc="time after the opponents' kick-off until the ball is free"
    )
    moved: float = param(
        0.2, unit="m", low=0.0, doc="distance of a ball from the center that shows the kick-off"
    )
    moved_for: float = param(0.3, unit="s", low=0.0, doc="time for which the ball was that far")
    seen_within: float = param(0.2, unit="s", low=0.0, doc="age of a ball that is regarded")


class TouchGameStateFilter(Module[TouchGameStateFilterParameters]):
    """A touch of the head's front starts the robot, one of its rear lets it await a kick-off.

    A touch of the back stops it. With a GameController, its messages count instead.
    """

    def __init__(self, parameters: TouchGameStateFilterParameters) -> None:
        super().__init__(parameters)
        self.state = GameStateModel()
        self.away_since: float | None = None  # s, of a ball that is no longer at the center

    def update(
        self,
        frame: FrameInfo,
        game: GameInfo,
        player: PlayerInfo,
        buttons: ButtonState,
        pose: RobotPose,
        ball: BallModel,
    ) -> GameStateModel:
        """Return the state; the same object while nothing changes."""
        state, own_kick = _by_radio(game, player) if game.received else self._by_touch(buttons)
        if (state, own_kick) != (self.state.state, self.state.own_kick):
            self._change(frame.time, state, own_kick)
        if not self.state.ball_is_free and self._is_free(frame.time, pose, ball):
            self._publish(self.state.since, state, own_kick, free=True)
        return self.state

    def _by_touch(self, buttons: ButtonState) -> tuple[GameState, bool | None]:
        if self._is_pressed(buttons, STOP):
            return SET, None
        if self._is_pressed(buttons, START_DEFENDING):
            return PLAYING, False
        if self._is_pressed(buttons, START):
            return PLAYING, True
        return self.state.state, self.state.own_kick

    def _is_pressed(self, buttons: ButtonState, names: tuple[str, ...]) -> bool:
        held = max((buttons.held_for.get(name, 0.0) for name in names), default=0.0)
        return held > 0.0 and held >= self.parameters.pressed_for

    def _change(self, now: float, state: GameState, own_kick: bool | None) -> None:
        began = state is not self.state.state
        self.away_since = None
        free = self.state.ball_is_free if not began else own_kick is not False
        self._publish(now if began else self.state.since, state, own_kick, free=free)

    def _publish(
        self, since: float, state: GameState, own_kick: bool | None, *, free: bool
    ) -> None:
        self.state = GameStateModel(state=state, since=since, own_kick=own_kick, ball_is_free=free)

    def _is_free(self, now: float, pose: RobotPose, ball: BallModel) -> bool:
        """Return whether the opponents have kicked off, or have had the time to."""
        p = self.parameters
        if self.state.state is not PLAYING:
            return False
        if now - self.state.since > p.kick_off_time:
            return True
        if not ball.known or now - ball.last_seen_at > p.seen_within:
            return False
        if (pose.robot_to_field @ ball.position_in_robot).norm < p.moved:
            self.away_since = None
            return False
        if self.away_since is None:
            self.away_since = now
        return now - self.away_since >= p.moved_for


def _by_radio(game: GameInfo, player: PlayerInfo) -> tuple[GameState, bool | None]:
    kicking = game.data.kicking_team
    return game.data.state, None if kicking is None else kicking == player.team
