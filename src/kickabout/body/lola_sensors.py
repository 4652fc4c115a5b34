"""LoLA's sensor packets: from MessagePack bytes to sensor frames."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
import numpy as np

from kickabout.body.message_layout import MalformedPacket, PacketLayout, layout_of
from kickabout.geometry import FloatArray
from kickabout.representations import SensorFrame

KILOGRAM_FORCE = 9.80665  # N; LoLA reports foot forces in kg

Numbers2 = Annotated[list[float], msgspec.Meta(min_length=2, max_length=2)]
Numbers3 = Annotated[list[float], msgspec.Meta(min_length=3, max_length=3)]
Numbers4 = Annotated[list[float], msgspec.Meta(min_length=4, max_length=4)]
Numbers8 = Annotated[list[float], msgspec.Meta(min_length=8, max_length=8)]
Numbers14 = Annotated[list[float], msgspec.Meta(min_length=14, max_length=14)]
Numbers25 = Annotated[list[float], msgspec.Meta(min_length=25, max_length=25)]


class SensorPacket(msgspec.Struct, frozen=True):
    """A packet with the names of LoLA; unknown keys are ignored."""

    RobotConfig: tuple[str, str, str, str]  # body id, body version, head id, head version
    Accelerometer: Numbers3  # m/s²; −g on z at rest
    Gyroscope: Numbers3  # rad/s
    Angles: Numbers2  # rad; roll, pitch
    Battery: Numbers4  # charge 0 … 1, status, current in A, temperature in °C
    Current: Numbers25  # A; joints in the order of robots/nao/joints.py
    Position: Numbers25  # rad
    Stiffness: Numbers25  # 0 … 1
    Temperature: Numbers25  # °C
    FSR: Numbers8  # kg; left, right × front left, front right, rear left, rear right
    Sonar: Numbers2  # m; left, right
    Touch: Numbers14  # 0 or 1; see TOUCH


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotIdentity:
    """Serial numbers and versions of the two halves of a NAO."""

    body_id: str
    body_version: str
    head_id: str
    head_version: str


# All numbers of a packet in one vector, in this order.
NUMBERS = {
    "Accelerometer": 3,
    "Gyroscope": 3,
    "Angles": 2,
    "Battery": 4,
    "Current": 25,
    "Position": 25,
    "Stiffness": 25,
    "Temperature": 25,
    "FSR": 8,
    "Sonar": 2,
    "Touch": 14,
}
# Names of the kind in the order of the kind, with the index in "Touch".
TOUCH = {"chest_button": 0, "head_front": 1, "head_middle": 2, "head_rear": 3}
TOUCH |= {"left_bumper_left": 4, "left_bumper_right": 5}
TOUCH |= {"right_bumper_left": 9, "right_bumper_right": 10}
TOUCH |= {"left_hand_back": 6, "left_hand_left": 7, "left_hand_right": 8}
TOUCH |= {"right_hand_back": 11, "right_hand_left": 12, "right_hand_right": 13}
_ENDS = np.cumsum(list(NUMBERS.values()))
SLICES = {
    name: slice(int(end) - count, int(end))
    for (name, count), end in zip(NUMBERS.items(), _ENDS, strict=True)
}

_decoder = msgspec.msgpack.Decoder(SensorPacket)


def decode_fully(packet: bytes) -> tuple[FloatArray, RobotIdentity]:
    """Parse a whole packet and return all its numbers."""
    try:
        content = _decoder.decode(packet)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise MalformedPacket(f"a sensor packet of {len(packet)} bytes: {error}") from None
    numbers = np.array([value for name in NUMBERS for value in getattr(content, name)])
    if not np.isfinite(numbers).all():
        raise MalformedPacket("a sensor packet with a value that is not finite")
    body_id, body_version, head_id, head_version = content.RobotConfig
    return numbers, RobotIdentity(
        body_id=body_id, body_version=body_version, head_id=head_id, head_version=head_version
    )


class SensorDecoder:
    """Decodes packets at the start of a buffer.

    Only the first packet is parsed. While later ones differ from it only in their values, these
    are read directly from the byte positions that were found in the first.
    """

    def __init__(self) -> None:
        self.identity: RobotIdentity | None = None  # of the last packet
        self.parsed = 0  # packets that needed a complete parse
        self._layout: PacketLayout | None = None
        self._index = np.zeros((0, 4), np.intp)

    def take(self, buffer: bytes) -> tuple[FloatArray, int]:
        """Return the numbers of the first packet, and its size.

        Raise IncompletePacket if the buffer ends too early, MalformedPacket if it is invalid.
        """
        numbers = self._read_directly(buffer)
        if numbers is not None and self._layout is not None:
            return numbers, self._layout.size
        layout = layout_of(buffer)
        numbers, self.identity = decode_fully(buffer[: layout.size])
        self.parsed += 1
        self._remember(layout)
        return numbers, layout.size

    def _read_directly(self, buffer: bytes) -> FloatArray | None:
        layout = self._layout
        if layout is None or len(buffer) < layout.size:
            return None
        packet = np.frombuffer(buffer, np.uint8, layout.size)
        if not layout.fits(packet):
            return None
        numbers = packet[self._index].view(">f4").ravel()
        if not np.isfinite(numbers).all():
            raise MalformedPacket("a sensor packet with a value that is not finite")
        return numbers.astype(np.float64)

    def _remember(self, layout: PacketLayout) -> None:
        """Keep the layout if every number in it is a float32."""
        offsets = [offset for name in NUMBERS for offset in layout.offsets.get(name, ())]
        complete = len(offsets) == sum(NUMBERS.values())
        self._layout = layout if complete else None
        self._index = np.array(offsets, np.intp)[:, np.newaxis] + np.arange(4)


def sensor_frame(numbers: FloatArray) -> SensorFrame:
    """Convert to SI units and our orders; joints are in the order of LoLA already."""
    numbers.setflags(write=False)
    pressed = (numbers[SLICES["Touch"]] > 0.5).tolist()
    charge, _, current, _ = numbers[SLICES["Battery"]].tolist()
    left, right = numbers[SLICES["Sonar"]].tolist()
    acceleration = -numbers[SLICES["Accelerometer"]]
    forces = KILOGRAM_FORCE * numbers[SLICES["FSR"]].reshape(2, 4)
    acceleration.setflags(write=False)
    forces.setflags(write=False)
    return SensorFrame(
        connected=True,
        joint_angles=numbers[SLICES["Position"]],
        joint_currents=numbers[SLICES["Current"]],
        joint_temperatures=numbers[SLICES["Temperature"]],
        joint_stiffness=numbers[SLICES["Stiffness"]],
        gyro=numbers[SLICES["Gyroscope"]],
        accelerometer=acceleration,
        board_angles=numbers[SLICES["Angles"]],
        foot_forces=forces,
        buttons={name: pressed[at] for name, at in TOUCH.items()},
        distances={"left_sonar": left, "right_sonar": right},
        battery_charge=charge,
        battery_current=current,
    )
