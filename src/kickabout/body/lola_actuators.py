"""LoLA's actuator packets: from commands to MessagePack bytes."""

import msgspec
import numpy as np

from kickabout.body.interface import BodyCommand
from kickabout.geometry import FloatArray
from kickabout.representations import LedRequest
from kickabout.robots.kind import LightKind
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.lights import NAO_LIGHTS

GROUPS = {  # name in the packet → lights
    name: next(light for light in NAO_LIGHTS if light.name == group)
    for name, group in {
        "LEye": "left_eye",  # 8 red, 8 green, 8 blue
        "REye": "right_eye",
        "LEar": "left_ear",
        "REar": "right_ear",
        "Chest": "chest",  # red, green, blue
        "LFoot": "left_foot",
        "RFoot": "right_foot",
        "Skull": "head",
    }.items()
}
REVERSED = ("right_ear",)  # counts down to 0°
NUMBERS = {
    "Position": JOINT_COUNT,  # rad, in the order of robots/nao/joints.py
    "Stiffness": JOINT_COUNT,  # 0 … 1
    **{name: light.count * (3 if light.colored else 1) for name, light in GROUPS.items()},
}
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


def _brightness(leds: LedRequest) -> FloatArray:
    """Return all lights in the order of the packet."""
    return np.concatenate([_group(leds, light) for light in GROUPS.values()])


def _group(leds: LedRequest, kind: LightKind) -> FloatArray:
    """Return a group's values, channel by channel as in the packet."""
    nothing = ((0.0, 0.0, 0.0),) if kind.colored else (0.0,)
    given = (leds.colors if kind.colored else leds.brightness).get(kind.name, nothing)
    values = np.array(given if len(given) == kind.count else given * kind.count)
    return values[::-1] if kind.name in REVERSED else values.T.ravel()
