"""Status reporter: from pose and ball to the return data for the GameController."""

from dataclasses import dataclass

from kickabout.communication.game_controller_data import RobotStatus
from kickabout.communication.game_controller_protocol import protocol_version
from kickabout.communication.game_controller_status import encode_status
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import (
    BallModel,
    FallPhase,
    FallState,
    GameInfo,
    PlayerInfo,
    RobotPose,
    StatusPackets,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReporterParameters:
    interval: float = param(1.0, unit="s", low=0.1, high=4.0, doc="time between two reports")


class StatusReporter(Module[StatusReporterParameters]):
    """Reports regularly in the GameController's version, after a packet of it was received."""

    def __init__(self, parameters: StatusReporterParameters) -> None:
        super().__init__(parameters)
        self.next_at = 0.0

    def update(
        self,
        frame: FrameInfo,
        player: PlayerInfo,
        game: GameInfo,
        pose: RobotPose,
        ball: BallModel,
        fall: FallState,
    ) -> StatusPackets:
        if not game.received or frame.time < self.next_at:
            return StatusPackets()
        self.next_at = frame.time + self.parameters.interval
        status = RobotStatus(
            team=player.team,
            player=player.number,
            fallen=fall.phase is FallPhase.FALLEN,
            robot_to_field=pose.robot_to_field,
            ball_age=frame.time - ball.last_seen_at if ball.known else None,
            ball_in_robot=ball.position_in_robot,
        )
        return StatusPackets(
            packets=(encode_status(status, protocol_version(game.protocol).returned),)
        )
