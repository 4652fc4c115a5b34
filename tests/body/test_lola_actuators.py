"""Encoding of commands as LoLA's actuator packets."""

from typing import Any

import msgspec
import numpy as np
import pytest

from kickabout.body import BodyCommand
from kickabout.body.lola_actuators import NUMBERS, ActuatorEncoder
from kickabout.representations import JointRequest, LedRequest
from kickabout.robots.nao.lights import NAO_LIGHTS

MEASURED = np.linspace(-1.0, 1.0, 25)


def packet(command: BodyCommand) -> dict[str, list[float]]:
    content: dict[str, list[float]] = msgspec.msgpack.decode(
        ActuatorEncoder().encode(command, MEASURED)
    )
    return content


def lights(**leds: Any) -> dict[str, list[float]]:
    colored = {light.name for light in NAO_LIGHTS if light.colored}
    request = LedRequest(
        colors={name: values for name, values in leds.items() if name in colored},
        brightness={name: values for name, values in leds.items() if name not in colored},
    )
    content = packet(BodyCommand(leds=request))
    return {name: values for name, values in content.items() if name in LIGHTS and any(values)}


LIGHTS = set(NUMBERS) - {"Position", "Stiffness"}
RGB = (1.0, 0.5, 0.25)
EYE = [1.0] * 8 + [0.5] * 8 + [0.25] * 8
LAST_OF_EYE = [*[0.0] * 7, 1.0, *[0.0] * 7, 0.5, *[0.0] * 7, 0.25]
EAR = tuple(number / 16 for number in range(10))
HEAD = tuple(number / 16 for number in range(12))


def test_a_packet_has_every_actuator_and_switches_the_sonars_on() -> None:
    content = packet(BodyCommand())
    assert {name: len(values) for name, values in content.items()} == {**NUMBERS, "Sonar": 2}
    assert content["Sonar"] == [True, True]


def test_stiff_joints_get_their_targets() -> None:
    joints = JointRequest(angles=np.arange(25) / 8.0, stiffness=np.full(25, 0.75))
    content = packet(BodyCommand(joints=joints))
    assert content["Position"] == [number / 8.0 for number in range(25)]
    assert content["Stiffness"] == [0.75] * 25


def test_limp_joints_get_their_measured_angles() -> None:
    stiffness = np.ones(25)
    stiffness[3] = 0.0
    content = packet(BodyCommand(joints=JointRequest(angles=np.zeros(25), stiffness=stiffness)))
    assert content["Position"][3] == np.float32(MEASURED[3])
    assert content["Position"][2] == 0.0
    assert content["Stiffness"][3] == 0.0


@pytest.mark.parametrize(
    ("leds", "name", "values"),
    [
        ({"left_eye": (RGB,)}, "LEye", EYE),
        ({"right_eye": (RGB,) * 8}, "REye", EYE),
        ({"right_eye": ((0.0, 0.0, 0.0),) * 7 + (RGB,)}, "REye", LAST_OF_EYE),
        ({"chest": (RGB,)}, "Chest", list(RGB)),
        ({"left_foot": (RGB,)}, "LFoot", list(RGB)),
        ({"right_foot": (RGB,)}, "RFoot", list(RGB)),
        ({"left_ear": EAR}, "LEar", list(EAR)),
        ({"right_ear": EAR}, "REar", list(reversed(EAR))),
        ({"head": HEAD}, "Skull", list(HEAD)),
        ({"head": (0.5,)}, "Skull", [0.5] * 12),
    ],
)
def test_each_light_is_set_alone(leds: dict[str, Any], name: str, values: list[float]) -> None:
    assert lights(**leds) == {name: values}


def test_a_packet_does_not_depend_on_the_one_before() -> None:
    encoder = ActuatorEncoder()
    bright = BodyCommand(
        leds=LedRequest(colors={"chest": (RGB,)}),
        joints=JointRequest(angles=np.zeros(25), stiffness=np.ones(25)),
    )
    before = encoder.encode(BodyCommand(), MEASURED)
    during = encoder.encode(bright, MEASURED)
    assert before != during
    assert encoder.encode(BodyCommand(), MEASURED) == before


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (BodyCommand(joints=JointRequest.limp(np.zeros(20))), "joint angles of shape"),
        (
            BodyCommand(joints=JointRequest(angles=np.zeros(25), stiffness=np.zeros((5, 5)))),
            "joint stiffness of shape",
        ),
    ],
)
def test_a_command_that_does_not_fit_a_nao_is_refused(command: BodyCommand, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ActuatorEncoder().encode(command, MEASURED)
