"""GameController receiver: from datagrams to the newest data of the game."""

from kickabout.communication.game_controller_socket import GameControllerInbox
from kickabout.framework import Module, NoParameters
from kickabout.representations import GameInfo, PlayerInfo, ReceivedPackets


class GameControllerReceiver(Module[NoParameters]):
    """Accepts both protocol versions; counts datagrams that are malformed or of other games."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.inbox: GameControllerInbox | None = None
        self.info = GameInfo()

    def update(self, player: PlayerInfo, packets: ReceivedPackets) -> GameInfo:
        """Return the data of the game; the same object while nothing changes."""
        inbox = self.inbox
        if inbox is None or inbox.teams != (player.team,):
            inbox = self.inbox = GameControllerInbox(player.team)
            self.info = GameInfo()
        if packets.game_controller:
            for datagram in packets.game_controller:
                inbox.accept(datagram.payload, datagram.received_at)
            self.info = _info(inbox)
        return self.info


def _info(inbox: GameControllerInbox) -> GameInfo:
    rejected = sum(inbox.rejected.values())
    if inbox.latest is None:
        return GameInfo(rejected=rejected)
    return GameInfo(
        data=inbox.latest,
        received_at=inbox.received_at,
        received=True,
        protocol=inbox.protocol.control,
        rejected=rejected,
    )
