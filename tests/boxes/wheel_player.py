"""Playing without a look: driving ahead while the game is on."""

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.geometry import Pose2
from kickabout.representations import (
    GameInfo,
    GameState,
    Motion,
    MotionRequest,
    Penalty,
    PlayerInfo,
    WalkRequest,
)

AHEAD = MotionRequest(motion=Motion.WALK, walk=WalkRequest(speed=Pose2(0.8, 0.0, 0.0)))


class WheelPlayer(Module[NoParameters]):
    """Drives ahead in the state playing, unless it is penalized."""

    def update(self, frame: FrameInfo, game: GameInfo, player: PlayerInfo) -> MotionRequest:
        team = game.data.team(player.team)
        is_free = team is not None and team.player(player.number).penalty is Penalty.NONE
        return AHEAD if is_free and game.data.state is GameState.PLAYING else MotionRequest()
