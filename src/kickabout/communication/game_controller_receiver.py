"""Listening to the GameController: from datagrams to the newest word on the game."""

from kickabout.communication.game_controller_socket import GameControllerInbox
from kickabout.framework import Module, NoParameters
from kickabout.representations import GameInfo, PlayerInfo, ReceivedPackets


class GameControllerReceiver(Module[NoParameters]):
    """Accepts both protocol versions; what is malformed or about other games is only counted."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.inbox: GameControllerInbox | None = None
        self.told = GameInfo()

    def update(self, player: PlayerInfo, packets: ReceivedPackets) -> GameInfo:
        """Nothing new is the same object again, which nobody has to look at or to record."""
        inbox = self.inbox
        if inbox is None or inbox.teams != (player.team,):
            inbox = self.inbox = GameControllerInbox(player.team)
            self.told = GameInfo()
        if packets.game_controller:
            for datagram in packets.game_controller:
                inbox.accept(datagram.payload, datagram.received_at)
            self.told = _told(inbox)
        return self.told


def _told(inbox: GameControllerInbox) -> GameInfo:
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
