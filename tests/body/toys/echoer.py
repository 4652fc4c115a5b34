"""A module that sends back what it hears."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraImage, OutgoingPackets, ReceivedPackets


class Echoer(Module[NoParameters]):
    """Answers each packet with its own content, and is blind."""

    def update(self, packets: ReceivedPackets, image: CameraImage) -> OutgoingPackets:
        assert image.height == 0
        return OutgoingPackets(
            gamecontroller=tuple(datagram.payload for datagram in packets.gamecontroller),
            teammates=tuple(datagram.payload for datagram in packets.teammates),
        )
