"""A module that sends back the packets it receives."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraImage, ReceivedPackets, StatusPackets, TeamPackets


class Echoer(Module[NoParameters]):
    """Answers each packet with its own content; expects empty images."""

    def update(
        self, packets: ReceivedPackets, image: CameraImage
    ) -> tuple[StatusPackets, TeamPackets]:
        assert image.height == 0
        return (
            StatusPackets(packets=tuple(datagram.payload for datagram in packets.game_controller)),
            TeamPackets(packets=tuple(datagram.payload for datagram in packets.teammates)),
        )
