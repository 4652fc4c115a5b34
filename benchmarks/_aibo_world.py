"""Cost of the four-legged leagues: images of the Aibos' cameras, and a match with all of them."""

import math
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kickabout import Match
from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import CameraSettings
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import League, load_league

CAMERAS = (("ers7", "legged2004", "<= 0.5"), ("ers210", "legged2001", "<= 0.4"))
FRAMES_PER_IMAGE = 4  # of 8 ms
IN_VIEW = ((-0.45, 0.0, 0.0), (0.2, 0.1, -2.0), (0.35, -0.25, 3.1), (0.7, -0.06, 2.0))
BALL = (-0.05, -0.07)  # all these positions in halves of the field's length
WORKERS = 2
LOOKERS = """
extends = "aibo_walkers"
threads.vision = { camera = "upper", rate = 30.0, inputs = ["CameraImage", "CameraInfo"] }
"""


def _images(bench: Bench) -> None:
    """Measure images of a team's first robot, which sees three others, two landmarks and a goal."""
    for name, league_name, goal in CAMERAS:
        kind, league = robot_kind(name), load_league(league_name)
        snapshots = _snapshots(kind, league, 40 if bench.quick else 400)
        vision, settings, times = _vision(kind, league), CameraSettings(), []
        for snapshot in snapshots:
            begin = clock.monotonic()
            vision.look(snapshot, "upper", settings)
            times.append(clock.monotonic() - begin)
        size = "×".join(str(length) for length in kind.camera("upper").size)
        detail = (
            f"{size}, 3 robots, 2 landmarks, ball, goal, shadows, noise, moving head, new frames"
        )
        value = 1e3 * float(np.median(times[10:]))
        bench.metric(f"aibo_image_{name}", value, "ms", goal=goal, detail=detail)


def _ids(league: League) -> tuple[RobotId, ...]:
    """Return all robots; those of both teams in turn, so that both are in view."""
    numbers = range(1, league.teams.players + 1)
    return tuple(RobotId(team, number) for number in numbers for team in TeamSide)


def _snapshots(kind: RobotKind, league: League, count: int) -> list[Snapshot]:
    """Return snapshots as in a match: a new frame per image, and heads that turn by 0.5 rad/s."""
    robots, half = len(_ids(league)), league.field.goal_line_x
    world = PhysicsWorld(league.field, [kind] * robots)
    poses = [(half * x, half * y, theta) for x, y, theta in IN_VIEW]
    poses += [(-0.8 * half, 0.4 * k - 0.6, 0.0) for k in range(robots - len(poses))]
    for index, pose in enumerate(poses):
        world.place_robot(index, Pose2(*pose))
    world.place_ball(Vector2(half * BALL[0], half * BALL[1]))
    for _ in range(20):
        world.advance()
    still, pan = world.snapshot(), kind.joint("neck_pan")
    snapshots = []
    for step in range(count):
        angles = np.array(still.joint_angles)
        angles[:, pan] += 0.25 * math.sin(2.0 * step * FRAMES_PER_IMAGE * kind.frame_time)
        frame = still.frame + FRAMES_PER_IMAGE * step
        time = kind.frame_time * frame
        snapshots.append(replace(still, frame=frame, time=time, joint_angles=angles))
    return snapshots


def _vision(kind: RobotKind, league: League) -> Vision:
    light = league.light
    settings = VisionSettings(
        light=hall_light(light.intensity, light.temperature, scattered=light.scattered),
        jerseys=league.teams.colors,
        carpet=league.carpet,
    )
    ids, faults = _ids(league), Faults()
    return Vision(0, ids, kind=kind, field=league.field, settings=settings, faults=faults, seed=1)


def _match(bench: Bench) -> None:
    """Measure four against four whose images are rendered, with no module that processes them."""
    seconds = 3.0 if bench.quick else 15.0
    scene = Scene(referee=RefereePlan(start="playing", half=600.0))
    with TemporaryDirectory() as folder:
        team = Path(folder) / "aibo_lookers.toml"
        team.write_text(LOOKERS)
        with Match(
            str(team),
            str(team),
            league="legged2004",
            seed=1,
            scene=scene,
            fidelity="images",
            workers=WORKERS,
        ) as match:
            match.run(2.0)
            before = match.wall_seconds
            match.run(seconds)
            factor = seconds / (match.wall_seconds - before)
            seen = match.robot("home", 1)["CameraImage"].taken_at
    if seen < seconds:
        raise RuntimeError(f"the latest image was taken at {seen} s")
    detail = f"4 v 4 ERS-7, 30 images a second each, {WORKERS} workers, nothing else running"
    bench.metric("aibo_match_with_cameras", factor, "× real time", goal=">= 3", detail=detail)


WORLD_PARTS = {"images": _images, "match": _match}
