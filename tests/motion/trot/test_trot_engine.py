"""Trotting on four legs: paths of the paws, requests, starting and stopping, and real physics."""

import math

import mujoco
import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import FloatArray, Pose2
from kickabout.motion.trot.trot_engine import TrotEngine, TrotEngineParameters
from kickabout.motion.trot.trot_gait import TrotGait, load_gait
from kickabout.motion.trot.trot_kernels import leg_cycle, pitch_of, trot
from kickabout.representations import (
    Motion,
    MotionRequest,
    MotionSelection,
    WalkMode,
    WalkOutput,
    WalkRequest,
)
from kickabout.robots.aibo.kinematics import AiboKinematics, aibo_kinematics
from kickabout.simulation.match.drill import Drill

KINDS = ("ers210", "ers7")
TEAMS = {"ers210": "aibo_walkers_210", "ers7": "aibo_walkers"}
FRAME = 0.008  # s
WALKING = MotionSelection(target=Motion.WALK)


def gait_of(name: str) -> tuple[TrotGait, AiboKinematics]:
    return load_gait("plain", RobotConfiguration(name)), aibo_kinematics(name)


def paws_at(name: str, phase: float, stride: tuple[float, float, float]) -> FloatArray:
    gait, body = gait_of(name)
    paws = np.empty((4, 3))
    trot(phase, gait.table, np.array(stride), 1.0, body.shoulders, body.legs, paws)
    pitch = pitch_of(gait.table, body.shoulders)
    s, c = math.sin(pitch), math.cos(pitch)
    level: FloatArray = paws @ np.array(((c, 0.0, -s), (0.0, 1.0, 0.0), (s, 0.0, c)))
    return level


def walk(speed: tuple[float, float, float], mode: WalkMode = WalkMode.SPEED) -> MotionRequest:
    return MotionRequest(motion=Motion.WALK, walk=WalkRequest(mode=mode, speed=Pose2(*speed)))


def run(engine: TrotEngine, request: MotionRequest, seconds: float) -> list[WalkOutput]:
    frames = range(round(seconds / FRAME))
    info = FrameInfo(dt=FRAME)
    return [engine.update(info, request, WALKING) for _ in frames]


def test_a_paw_is_on_the_ground_for_its_part_of_the_period() -> None:
    positions, lifts = zip(*(leg_cycle(phase / 100.0, 0.6) for phase in range(100)), strict=True)
    assert sum(lift > 0.0 for lift in lifts) == 39
    assert positions[0] == 0.5
    assert positions[30] == pytest.approx(0.0)
    assert max(lifts) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("name", KINDS)
def test_paws_on_the_ground_are_level_and_move_backward(name: str) -> None:
    gait, _ = gait_of(name)
    first, later = (paws_at(name, phase, (0.05, 0.0, 0.0)) for phase in (0.1, 0.2))
    stands = [0, 3]  # left fore and right hind
    assert np.allclose(first[stands, 2], first[0, 2], atol=1e-9)
    moved = (later - first)[stands, 0]
    duties = (gait.fore.duty, gait.hind.duty)
    assert moved == pytest.approx([-0.05 * 0.1 / duty for duty in duties])
    assert (first[[1, 2], 2] > first[0, 2]).all()


@pytest.mark.parametrize("name", KINDS)
def test_diagonal_legs_change_places_after_half_a_period(name: str) -> None:
    now, later = (paws_at(name, phase, (0.04, 0.0, 0.0)) for phase in (0.15, 0.65))
    mirrored = later[[1, 0, 3, 2]] * (1.0, -1.0, 1.0)
    assert np.allclose(now, mirrored, atol=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_a_turn_moves_left_and_right_paws_in_opposite_directions(name: str) -> None:
    first, later = (paws_at(name, phase, (0.0, 0.0, 0.4)) for phase in (0.1, 0.2))
    assert later[0, 0] > first[0, 0]  # left fore
    assert later[3, 0] < first[3, 0]  # right hind
    assert later[0, 1] < first[0, 1]


@pytest.mark.parametrize("name", KINDS)
def test_paws_come_close_to_every_position_of_the_fastest_walks(name: str) -> None:
    gait, body = gait_of(name)
    for fractions in np.vstack((np.eye(3), -np.eye(3))):
        for phase in np.linspace(0.0, 1.0, 50, endpoint=False):
            paws = np.empty((4, 3))
            stride = gait.stride(fractions)
            trot(phase, gait.table, stride, 1.0, body.shoulders, body.legs, paws)
            reached = body.paws(body.leg_angles(paws).angles)
            assert np.abs(reached - paws).max() < 0.012  # m


@pytest.mark.parametrize("name", KINDS)
def test_requests_together_are_at_most_the_fastest_walk(name: str) -> None:
    gait, _ = gait_of(name)
    request = walk((gait.forward.speed, gait.sideways.speed, 0.0)).walk
    assert gait.fractions(request) == pytest.approx((0.5, 0.5, 0.0))
    backward = walk((-gait.backward.speed, 0.0, 0.0)).walk
    assert gait.fractions(backward) == pytest.approx((-1.0, 0.0, 0.0))
    relative = walk((0.0, 0.0, -0.3), WalkMode.RELATIVE_SPEED).walk
    assert gait.fractions(relative) == pytest.approx((0.0, 0.0, -0.3))


def test_a_walk_to_a_target_slows_down_near_it() -> None:
    gait, _ = gait_of("ers7")

    def pace(x: float) -> float:
        target = WalkRequest(mode=WalkMode.TARGET, target_in_robot=Pose2(x, 0.0, 0.0))
        return float(gait.fractions(target)[0])

    assert pace(1.0) == 1.0
    assert 0.0 < pace(0.05) < 0.5
    assert pace(0.0) == 0.0


@pytest.mark.parametrize("name", KINDS)
def test_the_robot_stands_without_lift_until_it_walks_and_after_it_stops(name: str) -> None:
    engine = TrotEngine(TrotEngineParameters())
    still = run(engine, MotionRequest(motion=Motion.STAND), 0.1)
    assert all(output.standing and output.leaving_possible for output in still)
    assert np.array_equal(still[0].angles, still[-1].angles, equal_nan=True)
    going = run(engine, walk((0.2, 0.0, 0.0)), 1.5)
    assert not any(output.standing for output in going)
    assert going[-1].speed.x == pytest.approx(0.2)
    stopped = run(engine, MotionRequest(motion=Motion.STAND), 1.5)
    assert stopped[-1].standing
    assert np.allclose(stopped[-1].angles[:12], still[0].angles[:12])


def test_head_mouth_and_tail_are_left_to_others() -> None:
    output = run(TrotEngine(TrotEngineParameters()), walk((0.2, 0.0, 0.0)), 0.1)[-1]
    assert np.isnan(output.angles[12:]).all()
    assert not np.isnan(output.angles[:12]).any()


def test_angles_change_smoothly_from_frame_to_frame() -> None:
    engine = TrotEngine(TrotEngineParameters())
    outputs = run(engine, walk((0.3, 0.0, 0.5)), 2.0)
    outputs += run(engine, MotionRequest(motion=Motion.STAND), 1.0)
    angles = np.array([output.angles[:12] for output in outputs])
    assert np.abs(np.diff(angles, axis=0)).max() < 0.2  # rad


@pytest.mark.parametrize("name", KINDS)
def test_a_robot_trots_on_its_paws(name: str) -> None:
    others: set[str] = set()

    def note_contacts(drill: Drill) -> None:
        world = drill.match.world
        kind = world.kinds[0]
        for geom in np.unique(world.data.contact.geom):
            label = mujoco.mj_id2name(world.model, mujoco.mjtObj.mjOBJ_GEOM, geom) or "shell"
            if label not in {"carpet", "ball", *(f"robot0_{foot}" for foot in kind.feet)}:
                others.add(label)

    with Drill(TEAMS[name], league="open") as drill:
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(2.5)
        drill.request(walk((0.2, 0.0, 0.0)))
        drill.run(1.0)
        result = drill.run(3.0, each_frame=note_contacts)
        assert result.speed.x == pytest.approx(0.2, abs=0.05)
        assert abs(result.speed.y) < 0.04
        assert drill.falls == 0
    assert others == set()
