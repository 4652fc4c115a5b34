"""Decoding of LoLA's sensor packets, valid and malformed."""

import math

import msgspec
import numpy as np
import pytest
from tests.body.lola_server import IDENTITY, Sensors, default_sensors, sensor_packet

from kickabout.body.lola_sensors import (
    NUMBERS,
    SensorDecoder,
    SensorPacket,
    decode_fully,
    sensor_frame,
)
from kickabout.body.message_layout import IncompletePacket, MalformedPacket
from kickabout.representations import SensorFrame
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kind import KIND


def random_sensors(random: np.random.Generator) -> Sensors:
    return {name: random.normal(size=count).tolist() for name, count in NUMBERS.items()}


def frame_with(**changes: list[float]) -> SensorFrame:
    numbers, _ = SensorDecoder().take(sensor_packet({**default_sensors(), **changes}))
    return sensor_frame(numbers)


def test_the_substitute_sends_packets_with_the_size_of_a_real_robot() -> None:
    assert len(sensor_packet(default_sensors())) == 896


def test_reading_at_known_offsets_equals_parsing() -> None:
    random = np.random.default_rng(1)
    decoder = SensorDecoder()
    for _ in range(1000):
        status = random.integers(0, 4, 25).tolist()
        packet = sensor_packet(random_sensors(random), status=status)
        numbers, size = decoder.take(packet)
        parsed, _ = decode_fully(packet)
        assert size == len(packet)
        assert numbers.tobytes() == parsed.tobytes()
    assert decoder.parsed == 1


def test_another_layout_is_parsed_again() -> None:
    random = np.random.default_rng(2)
    decoder = SensorDecoder()
    decoder.take(sensor_packet(random_sensors(random)))
    for number in range(10):
        sensors = dict(reversed(random_sensors(random).items()))
        packet = sensor_packet({**sensors, f"New{number}": [1.0]})
        numbers, _ = decoder.take(packet)
        assert numbers.tobytes() == decode_fully(packet)[0].tobytes()
    assert decoder.parsed == 11


def test_numbers_that_are_no_float32_are_parsed_each_time() -> None:
    decoder = SensorDecoder()
    packet = msgspec.msgpack.encode({"RobotConfig": IDENTITY, **default_sensors()})
    for _ in range(3):
        numbers, size = decoder.take(packet)
        assert size == len(packet)
        assert sensor_frame(numbers).accelerometer[2] == 9.81
    assert decoder.parsed == 3


def test_the_identity_is_that_of_the_packet() -> None:
    decoder = SensorDecoder()
    decoder.take(sensor_packet(default_sensors()))
    decoder.take(sensor_packet(default_sensors(), identity=("body", "1", "head", "2")))
    assert decoder.identity is not None
    assert decoder.identity.body_id == "body"
    assert decoder.identity.head_id == "head"
    assert decoder.identity.head_version == "2"


def test_joints_are_in_the_order_of_lola() -> None:
    lola = (
        "HeadYaw HeadPitch LShoulderPitch LShoulderRoll LElbowYaw LElbowRoll LWristYaw "
        "LHipYawPitch LHipRoll LHipPitch LKneePitch LAnklePitch LAnkleRoll "
        "RHipRoll RHipPitch RKneePitch RAnklePitch RAnkleRoll "
        "RShoulderPitch RShoulderRoll RElbowYaw RElbowRoll RWristYaw LHand RHand"
    )
    assert [joint.lola_name for joint in Joint] == lola.split()
    count = [float(number) for number in range(25)]
    frame = frame_with(
        Position=count,
        Current=[value + 100.0 for value in count],
        Temperature=[value + 200.0 for value in count],
        Stiffness=[value / 100.0 for value in count],
    )
    assert frame.joint_angles[Joint.RIGHT_HIP_ROLL] == 13.0
    assert frame.joint_currents[Joint.HIP_YAW_PITCH] == 107.0
    assert frame.joint_temperatures[Joint.RIGHT_HAND] == 224.0
    assert frame.joint_stiffness[Joint.HEAD_PITCH] == pytest.approx(0.01)


def test_a_robot_at_rest_measures_gravity_upwards() -> None:
    frame = frame_with(Accelerometer=[0.5, -0.25, -9.75], Gyroscope=[1.0, 2.0, 3.0])
    assert frame.accelerometer.tolist() == [-0.5, 0.25, 9.75]
    assert frame.gyro.tolist() == [1.0, 2.0, 3.0]


def test_foot_forces_are_in_newtons() -> None:
    frame = frame_with(FSR=[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert frame.foot_forces.shape == (2, 4)
    assert frame.foot_forces[0, 1] == pytest.approx(9.80665)
    assert frame.foot_forces[1, 3] == pytest.approx(7.0 * 9.80665)


def test_each_switch_has_one_index() -> None:
    pressed = []
    for index in range(14):
        frame = frame_with(Touch=[float(number == index) for number in range(14)])
        pressed += [name for name, is_pressed in frame.buttons.items() if is_pressed]
    in_order = ["chest_button", "head_front", "head_middle", "head_rear"]
    for side in ("left", "right"):
        in_order += [f"{side}_bumper_left", f"{side}_bumper_right"]
        in_order += [f"{side}_hand_back", f"{side}_hand_left", f"{side}_hand_right"]
    assert pressed == in_order


def test_buttons_and_distances_are_those_of_the_kind_in_its_order() -> None:
    frame = frame_with()
    assert tuple(frame.buttons) == KIND.sensors.buttons
    assert tuple(frame.distances) == KIND.sensors.distance_names


def test_other_values_are_not_converted() -> None:
    frame = frame_with(Angles=[0.25, -0.5], Sonar=[0.75, 1.5], Battery=[0.5, 128.0, -2.0, 35.0])
    assert frame.connected
    assert frame.board_angles.tolist() == [0.25, -0.5]
    assert frame.distances == {"left_sonar": 0.75, "right_sonar": 1.5}
    assert frame.battery_charge == 0.5
    assert frame.battery_current == -2.0


def test_the_arrays_of_a_frame_are_read_only() -> None:
    frame = frame_with()
    for array in (frame.joint_angles, frame.accelerometer, frame.foot_forces, frame.gyro):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


@pytest.mark.parametrize("remembered", [False, True])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_values_that_are_not_finite_are_refused(remembered: bool, value: float) -> None:
    decoder = SensorDecoder()
    if remembered:
        decoder.take(sensor_packet(default_sensors()))
    packet = sensor_packet({**default_sensors(), "Gyroscope": [0.0, value, 0.0]})
    with pytest.raises(MalformedPacket, match="not finite"):
        decoder.take(packet)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_missing_or_short_sensor_is_named(name: str) -> None:
    sensors = default_sensors()
    short = {**sensors, name: sensors[name][:-1]}
    with pytest.raises(MalformedPacket, match=rf"length.*{name}"):
        SensorDecoder().take(sensor_packet(short))
    del sensors[name]
    with pytest.raises(MalformedPacket, match=f"missing required field `{name}`"):
        SensorDecoder().take(sensor_packet(sensors))


def test_every_field_of_a_packet_has_its_size() -> None:
    assert set(SensorPacket.__struct_fields__) == {"RobotConfig", *NUMBERS}


def test_random_bytes_never_raise_anything_else() -> None:
    random = np.random.default_rng(3)
    decoder = SensorDecoder()
    decoder.take(sensor_packet(default_sensors()))
    for _ in range(5000):
        content = random.bytes(int(random.integers(0, 1000)))
        with pytest.raises((MalformedPacket, IncompletePacket)):
            decoder.take(content)


def test_damaged_packets_never_raise_anything_else() -> None:
    random = np.random.default_rng(4)
    good = sensor_packet(default_sensors())
    decoder = SensorDecoder()
    decoded = 0
    for _ in range(3000):
        packet = bytearray(good)
        for offset in random.integers(0, len(good), int(random.integers(1, 4))):
            packet[offset] = random.integers(0, 256)
        try:
            numbers, _ = decoder.take(bytes(packet))
        except (MalformedPacket, IncompletePacket):
            continue
        decoded += 1
        assert np.isfinite(numbers).all()
    assert 0 < decoded < 3000


def test_deep_nesting_is_refused() -> None:
    packet = bytearray(sensor_packet({**default_sensors(), "Deep": []}))
    offset = packet.index(b"Deep") + 4
    packet[offset : offset + 1] = b"\x91" * 12_000 + b"\xc0"
    with pytest.raises(MalformedPacket):
        SensorDecoder().take(bytes(packet))
