"""Listening to the GameController: from datagrams to the newest word on the game."""

from kickabout.communication.gamecontroller_receiver import GameControllerInbox
from kickabout.framework import Module, NoParameters
from kickabout.representations import GameInfo, PlayerInfo, ReceivedPackets


class GameControllerListener(Module[NoParameters]):
    """Accepts both protocol versions; what is malformed or about other games is only counted."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.inbox: GameControllerInbox | None = None

    def update(self, player: PlayerInfo, packets: ReceivedPackets) -> GameInfo:
        if self.inbox is None or self.inbox.team != player.team:
            self.inbox = GameControllerInbox(player.team)
        for datagram in packets.gamecontroller:
            self.inbox.accept(datagram.payload, datagram.received_at)
        rejected = sum(self.inbox.rejected.values())
        if self.inbox.latest is None:
            return GameInfo(rejected=rejected)
        return GameInfo(
            data=self.inbox.latest,
            received_at=self.inbox.received_at,
            heard=True,
            protocol=self.inbox.protocol.control,
            rejected=rejected,
        )
