"""Cost and accuracy of the simulated world: physics, images, kinematics."""

import math
import multiprocessing
import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path
from typing import Any

import numpy as np

from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import CameraSettings, load_field
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.match.truth import is_upright, truth_of
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide

IDS = tuple(RobotId(team, number) for team in TeamSide for number in range(1, 6))
FIELD = load_field("spl2019")
FRAMES_PER_IMAGE = 3  # of 12 ms, at 30 Hz


def run(bench: Bench) -> None:
    _physics(bench)
    _kinematics(bench)
    _accuracy(bench)
    _images(bench)
    _mujoco_image(bench)
    _all_cameras(bench)


def _spread_out() -> PhysicsWorld:
    world = PhysicsWorld(FIELD, [NAO] * 10)
    for index in range(10):
        world.place_robot(index, Pose2(-3.6 + 0.8 * index, 1.5 - 1.5 * (index % 3), 0.6 * index))
    world.place_ball(Vector2(0.0, 2.5))
    return world


def _heap() -> PhysicsWorld:
    """Return ten robots that were pushed towards the ball and keep pushing."""
    world = PhysicsWorld(FIELD, [NAO] * 10)
    world.place_ball(Vector2(0.0, 0.0))
    for index in range(10):
        angle = 2.0 * math.pi * index / 10.0
        radius = 0.5 if index % 2 else 0.85
        x, y = radius * math.cos(angle), radius * math.sin(angle)
        world.place_robot(index, Pose2(x, y, angle + math.pi))
    for index in range(10):
        angle = 2.0 * math.pi * index / 10.0
        world.push(index, (-6.0 * math.cos(angle), -6.0 * math.sin(angle), 0.0))
    for _ in range(120):
        world.advance()
    return world


def _frame_times(bench: Bench, worlds: tuple[PhysicsWorld, ...]) -> list[float]:
    """Return the median duration of a frame of each world in s, measured alternately."""
    times: list[list[float]] = [[] for _ in worlds]
    for frame in bench.each(range(200 if bench.quick else 1500), "ten robots"):
        for world, taken in zip(worlds, times, strict=True):
            begin = clock.monotonic()
            world.advance()
            world.snapshot()
            if frame >= 20:
                taken.append(clock.monotonic() - begin)
    return [float(np.median(taken)) for taken in times]


def _physics(bench: Bench) -> None:
    apart, heap = _frame_times(bench, (_spread_out(), _heap()))
    bench.metric(
        "world_physics_10_robots",
        0.012 / apart,
        "× real time",
        goal=">= 8",
        detail="one core, apart",
    )
    bench.metric(
        "world_physics_10_robots_heap",
        0.012 / heap,
        "× real time",
        detail="all piled up at the ball",
    )
    bench.metric("world_physics_heap_slowdown", heap / apart, "×", goal="<= 2")


def _kinematics(bench: Bench) -> None:
    kinematics = nao_kinematics()
    poses = kinematics.forward(STAND)
    left, right = poses.left_sole_to_torso, poses.right_sole_to_torso
    forward = bench.time_of(lambda: kinematics.forward(STAND), repeat=2000, inner=10)
    legs = bench.time_of(
        lambda: kinematics.legs(left_sole_to_torso=left, right_sole_to_torso=right),
        repeat=2000,
        inner=10,
    )
    bench.metric("world_forward_kinematics", forward * 1e6, "µs", goal="<= 15", detail="with CoM")
    bench.metric(
        "world_leg_inverse_kinematics", legs / 2.0 * 1e6, "µs", goal="<= 3", detail="per leg"
    )


def _accuracy(bench: Bench) -> None:
    world = PhysicsWorld(FIELD, [NAO])
    world.place_robot(0, Pose2(-1.0, 0.0, 0.0))
    world.place_ball(Vector2(0.0, 2.0), Vector2(1.0, 0.0))
    speeds = []
    for _ in bench.each(range(5000), "60 s of standing"):
        world.advance()
        speeds.append(float(np.linalg.norm(world.snapshot().ball_velocity)))
    pose = truth_of(world.snapshot(), [IDS[0]]).robots["home", 1].pose
    drift = math.hypot(pose.x + 1.0, pose.y)
    bench.metric("world_standing_drift_60s", drift * 100.0, "cm", goal="<= 1")
    expected = 1.0 / (2.0 * FIELD.ball.deceleration)
    error = abs(world.ball_in_world.x - expected) / expected
    bench.metric("world_ball_roll_error", error * 100.0, "%", goal="<= 5", detail="rolled at 1 m/s")
    gained = max(later - earlier for earlier, later in pairwise(speeds))
    bench.metric("world_ball_energy_gain", max(0.0, gained), "m/s", goal="<= 0.0001")
    world.command(0, STAND, np.zeros(JOINT_COUNT))
    for _ in range(400):
        world.advance()
    settled = float(np.abs(world.data.qvel).max())
    fell = not is_upright(world.snapshot(), 0)
    bench.metric(
        "world_limp_robot_speed", settled, "rad/s", goal="<= 1", detail="fell" if fell else "STANDS"
    )


def scene_world() -> PhysicsWorld:
    """Return a world with three robots, ball and goal in front of the first robot."""
    world = PhysicsWorld(FIELD, [NAO] * 10)
    poses = [(1.0, 0.2, 0.0), (2.2, -0.7, 2.0), (4.3, 0.0, 3.1), (2.9, 0.9, -2.0)]
    poses += [(-3.0, -2.0 + 0.8 * k, 0.0) for k in range(6)]
    for index, (x, y, theta) in enumerate(poses):
        world.place_robot(index, Pose2(x, y, theta))
    world.place_ball(Vector2(2.0, 0.3))
    world.advance()
    return world


def _vision(robot: int) -> Vision:
    return Vision(
        robot, IDS, kind=NAO, field=FIELD, settings=VisionSettings(), faults=Faults(), seed=1
    )


def _snapshots(count: int) -> list[Snapshot]:
    """Return snapshots as in a match: a new frame per image, and heads that turn by 1 rad/s."""
    still = scene_world().snapshot()
    snapshots = []
    for step in range(count):
        angles = np.array(still.joint_angles)
        angles[:, 0] += 0.5 * math.sin(2.0 * step * FRAMES_PER_IMAGE * NAO.frame_time)
        frame = still.frame + FRAMES_PER_IMAGE * step
        snapshots.append(
            replace(still, frame=frame, time=NAO.frame_time * frame, joint_angles=angles)
        )
    return snapshots


def _images(bench: Bench) -> None:
    snapshots, settings = _snapshots(30 if bench.quick else 300), CameraSettings()
    for camera, goal in (("upper", "<= 1.5"), ("lower", "<= 0.5")):
        vision, times = _vision(0), []
        for snapshot in snapshots:
            begin = clock.monotonic()
            vision.look(snapshot, camera, settings)
            times.append(clock.monotonic() - begin)
        size = "×".join(str(length) for length in NAO.camera(camera).size)
        detail = f"{size}, 3 robots, ball, goal, shadows, noise, moving head, new frames"
        value = 1e3 * float(np.median(times[10:]))
        bench.metric(f"world_image_{camera}", value, "ms", goal=goal, detail=detail)


MUJOCO_CODE = """
import time, mujoco
from benchmarks.world import scene_world
world = scene_world()
world.model.vis.global_.offwidth, world.model.vis.global_.offheight = 640, 480
camera = mujoco.MjvCamera()
camera.lookat[:], camera.distance = (2.5, 0.0, 0.3), 2.0
camera.azimuth, camera.elevation = 0.0, -8.0
with mujoco.Renderer(world.model, 480, 640) as renderer:
    times = []
    for _ in range(12):
        begin = time.perf_counter()
        renderer.update_scene(world.data, camera)
        renderer.render()
        times.append(time.perf_counter() - begin)
print(sorted(times)[len(times) // 2])
"""


def _mujoco_image(bench: Bench) -> None:
    """Measure MuJoCo's own renderer on the same scene in a separate process, to compare."""
    root = str(Path(__file__).parents[1])
    environment = {**os.environ, "MUJOCO_GL": "osmesa", "PYTHONPATH": root}
    command = [sys.executable, "-c", MUJOCO_CODE]
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return  # no software GL on this machine
    seconds = float(done.stdout.split()[-1])
    detail = "MuJoCo's renderer, OSMesa, 640×480, collision shapes only"
    bench.metric("world_image_mujoco_osmesa", seconds * 1e3, "ms", detail=detail)


def _render_robots(robots: list[int], frames: int, ready: Semaphore, go: Event) -> None:
    snapshots, settings = _snapshots(frames + 1), CameraSettings()
    visions = [_vision(robot) for robot in robots]
    for vision in visions:
        for camera in CAMERA_NAMES:
            vision.look(snapshots[0], camera, settings)
    ready.release()
    go.wait()
    for snapshot in snapshots[1:]:
        for vision in visions:
            for camera in CAMERA_NAMES:
                vision.look(snapshot, camera, settings)


def _all_cameras(bench: Bench) -> None:
    """Measure ten robots with two cameras each, distributed over the cores."""
    cores = min(2, os.cpu_count() or 1)
    frames = 15 if bench.quick else 60
    context: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    ready, go = context.Semaphore(0), context.Event()
    groups = [list(range(10))[i::cores] for i in range(cores)]
    workers = [
        context.Process(target=_render_robots, args=(group, frames, ready, go)) for group in groups
    ]
    for worker in workers:
        worker.start()
    for _ in workers:
        ready.acquire()
    begin = clock.monotonic()
    go.set()
    for worker in workers:
        worker.join()
    factor = (frames / 30.0) / (clock.monotonic() - begin)
    bench.metric(
        "world_images_10_robots",
        factor,
        "× real time",
        goal=">= 1.2",
        detail=f"both cameras at 30 Hz on {cores} cores",
    )
