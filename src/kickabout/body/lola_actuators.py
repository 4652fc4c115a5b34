"""LoLA's actuator packets: from commands to MessagePack bytes."""

import msgspec
import numpy as np

from kickabout.body.interface import BodyCommand
from kickabout.geometry import FloatArray
from kickabout.representations import LedRequest
from kickabout.representations.body import Rgb
from kickabout.robots.nao.joints import JOINT_COUNT

NUMBERS = {
    "Position": JOINT_COUNT,  # rad, in the order of robots/nao/joints.py
    "Stiffness": JOINT_COUNT,  # 0 … 1
    "LEye": 24,  # 8 red, 8 green, 8 blue
    "REye": 24,
    "LEar": 10,  # counting up from 0° in steps of 36°
    "REar": 10,  # counting down to 0°
    "Chest": 3,  # red, green, blue
    "LFoot": 3,
    "RFoot": 3,
    "Skull": 12,  # from front left to the back, then on the right to the front
}
_LEDS_OF_AN_EYE = 8
_ZERO = b"\xca\x00\x00\x00\x00"  # as float32, the only kind of number that LoLA's packets use


class ActuatorEncoder:
    """Writes commands into a packet that is built once."""

    def __init__(self) -> None:
        template = msgspec.msgpack.encode(dict.fromkeys((*NUMBERS, "Sonar")))[:1]
        offsets: list[int] = []
        for name, count in NUMBERS.items():
            template += msgspec.msgpack.encode(name) + _array_header(count)
            offsets += [len(template) + len(_ZERO) * number + 1 for number in range(count)]
            template += _ZERO * count
        template += msgspec.msgpack.encode("Sonar") + msgspec.msgpack.encode([True, True])
        self._packet = np.frombuffer(template, np.uint8).copy()
        self._index = np.array(offsets, np.intp)[:, np.newaxis] + np.arange(4)
        self._leds = LedRequest()
        self._brightness = _brightness(self._leds)

    def encode(self, command: BodyCommand, measured: FloatArray) -> bytes:
        """Return the packet of a command; joints without stiffness get their measured angles."""
        angles, stiffness = _joints(command)
        angles = np.where(stiffness > 0.0, angles, measured)
        if command.leds is not self._leds:
            self._brightness = _brightness(command.leds)
            self._leds = command.leds
        numbers = np.concatenate((angles, stiffness, self._brightness))
        self._packet[self._index] = numbers.astype(">f4").view(np.uint8).reshape(-1, 4)
        return self._packet.tobytes()


def _array_header(count: int) -> bytes:
    nothing = msgspec.msgpack.encode([None] * count)
    return nothing[: len(nothing) - count]


def _joints(command: BodyCommand) -> tuple[FloatArray, FloatArray]:
    angles, stiffness = command.joints.angles, command.joints.stiffness
    if command.joints.is_empty:
        return np.zeros(JOINT_COUNT), np.zeros(JOINT_COUNT)
    for name, values in (("angles", angles), ("stiffness", stiffness)):
        if values.shape != (JOINT_COUNT,):
            raise ValueError(
                f"joint {name} of shape {values.shape}; a NAO has {JOINT_COUNT} joints"
            )
    return angles, stiffness


def _eye(color: Rgb, ring: tuple[Rgb, ...]) -> list[float]:
    """Return the brightness of all lights, channel by channel as in the packet."""
    lights = ring or (color,) * _LEDS_OF_AN_EYE
    return [light[channel] for channel in range(3) for light in lights]


def _brightness(leds: LedRequest) -> FloatArray:
    """Return all lights in the order of the packet."""
    parts: dict[str, list[float]] = {
        "LEye": _eye(leds.left_eye, leds.left_eye_ring),
        "REye": _eye(leds.right_eye, leds.right_eye_ring),
        "LEar": list(leds.left_ear),
        "REar": list(reversed(leds.right_ear)),
        "Chest": list(leds.chest),
        "LFoot": list(leds.left_foot),
        "RFoot": list(leds.right_foot),
        "Skull": list(leds.head),
    }
    for name, values in parts.items():
        if len(values) != NUMBERS[name]:
            raise ValueError(f"{len(values)} lights for {name}, which has {NUMBERS[name]}")
    return np.array([value for values in parts.values() for value in values])
