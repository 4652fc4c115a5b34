"""All of sensing on a simulated robot: standing, lifted, broken, and as a team's thread."""

from pathlib import Path

import numpy as np
import pytest
from tests.sensing.body import CHAIN_2019, CHAIN_2021, SimulatedBody
from tests.sensing.toy_walk import ToyWalk

from kickabout.framework import build_graph, load_team
from kickabout.representations import (
    FallPhase,
    FallState,
    FootSupportState,
    GroundContactState,
    GyroOffsetState,
    InertialState,
    TorsoState,
)
from kickabout.simulation.match.faults import Fault, FaultKind

DT = 0.012
CHAINS = pytest.mark.parametrize("chain", [CHAIN_2019, CHAIN_2021], ids=["2019", "2021"])


@CHAINS
def test_a_standing_robot_is_estimated_as_standing(chain: tuple[str, ...]) -> None:
    body = SimulatedBody(chain)
    body.stand(3.0)
    assert body[GroundContactState].contact
    assert body[FallState].phase is FallPhase.UPRIGHT
    assert body[TorsoState].valid
    assert body[TorsoState].torso_to_robot.translation[2] == pytest.approx(
        body.torso_height, abs=0.003
    )
    assert abs(body[FootSupportState].support) < 0.5
    errors = np.degrees((body[InertialState].roll, body[InertialState].pitch)) - np.degrees(
        body.roll_pitch
    )
    assert np.abs(errors).max() < 1.0


@CHAINS
def test_a_lifted_robot_has_no_ground_contact_until_it_stands_again(chain: tuple[str, ...]) -> None:
    body = SimulatedBody(chain)
    body.stand(1.5)
    robot = body.world.robots[0]
    for _ in range(40):
        body.measure()
        body.move()
        body.world.data.qpos[robot.root_qpos + 2] = 0.6
        body.world.data.qvel[robot.root_dof : robot.root_dof + 6] = 0.0
    assert not body[GroundContactState].contact
    assert body[FallState].phase is FallPhase.PICKED_UP
    assert not body[TorsoState].valid
    body.world.data.qpos[robot.root_qpos + 2] = 0.228
    body.stand(3.0)
    assert body[GroundContactState].contact
    assert body[FallState].phase is FallPhase.UPRIGHT


@CHAINS
def test_a_walking_robot_never_loses_ground_contact(chain: tuple[str, ...]) -> None:
    body, walk = SimulatedBody(chain, seed=4), ToyWalk((0.2, 0.0, 0.0))
    for _ in range(800):
        sensors = body.measure()
        body.move(walk.update(sensors, DT))
        assert body[GroundContactState].contact


def test_a_shifted_gyroscope_is_found_in_a_standing_robot() -> None:
    fault = Fault(kind=FaultKind.GYRO_OFFSET, robot="home 1", values=(0.0, 0.05, 0.0))
    body = SimulatedBody(faults=(fault,))
    body.stand(3.5)
    state = body[GyroOffsetState]
    assert state.known
    assert state.faulty
    assert state.offset[1] - body.sensors.gyro_bias[1] == pytest.approx(0.05, rel=0.05)
    assert not body[GyroOffsetState].board_dead


def test_a_frozen_board_is_detected_until_it_works_again() -> None:
    fault = Fault(kind=FaultKind.FROZEN_IMU, robot="home 1", start=1.5, end=1.8)
    body = SimulatedBody(faults=(fault,))
    flags = []
    for _ in range(250):
        body.stand(DT)
        flags.append(body[GyroOffsetState].board_dead)
    seconds = np.flatnonzero(flags) * DT
    assert 1.55 < seconds.min() < 1.65
    assert 1.75 < seconds.max() < 1.85


def test_the_side_of_a_lying_robot_is_found_after_an_undetected_fall() -> None:
    fault = Fault(kind=FaultKind.LOST_BODY, robot="home 1", start=2.0, end=5.0)
    body = SimulatedBody(faults=(fault,))
    body.stand(1.9)
    body.push(0.0, 8.0)
    body.stand(2.5)
    assert body[GyroOffsetState].board_disconnected
    body.stand(1.6)
    assert not body[GyroOffsetState].board_disconnected
    found = body[InertialState]
    true = np.degrees(body.roll_pitch)
    assert np.degrees(found.pitch) == pytest.approx(true[1], abs=3.0)
    assert body[FallState].phase is FallPhase.FALLEN


@CHAINS
def test_the_chain_is_a_complete_thread_of_a_team(chain: tuple[str, ...], tmp_path: Path) -> None:
    modules = ", ".join(f'"{name}"' for name in chain)
    file = tmp_path / "sensing_only.toml"
    file.write_text(
        "\n".join(
            (
                'name = "sensing_only"',
                'description = "Feels and does nothing."',
                'robot = "nao"',
                "[threads.motion]",
                "rate = 83.333333",
                'inputs = ["SensorFrame"]',
                f"modules = [{modules}]",
                'defaults = ["JointCalibration", "JointRequest", "MotionState", "MotionSelection"]',
            )
        ),
        encoding="utf-8",
    )
    graph = build_graph(load_team(str(file)))
    assert len(graph.threads[0].nodes) == len(chain)
