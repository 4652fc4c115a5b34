"""Pictures of the Aibos for the documentation: how they look, trot, fall and get up."""

import math
from pathlib import Path

import numpy as np

from kickabout.evaluation.trials.four_legged_drills import four_legged_drill
from kickabout.evaluation.trials.four_legged_trials import lay_down
from kickabout.evaluation.trials.motion_strip import MotionStrip, looking, write_strip
from kickabout.evaluation.trials.motion_trials import STAND, walk_request
from kickabout.geometry import Pose2, Vector2
from kickabout.pictures.codec import resized
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

SIZE = (320, 240)  # px, of one picture
OVERSAMPLING = 2
VIEWS = ((35.0, 0.22), (90.0, 0.2), (150.0, 0.3), (-50.0, 0.6))  # degrees, m above the ground
DISTANCE = 0.75  # m
ROBOTS = (("ers7", "legged2004", ("red", "blue")), ("ers210", "legged2001", ("blue", "red")))
SETTLE = 40  # frames until the robot stands still
TROT_EVERY, FALL_EVERY, GET_UP_EVERY = 0.048, 0.08, 0.32  # s between two pictures of a strip
COLUMNS = 8
PUSH = 2.5  # N·s


def main(folder: Path) -> None:
    """Make all pictures."""
    portraits = [picture for robot in ROBOTS for picture in _portraits(*robot)]
    write_strip(portraits, folder / "aibo_portraits.png", columns=len(VIEWS))
    strips = {"trot": _trot, "fall": _fall, "getup": _get_up}
    for name, strip in strips.items():
        pictures = [picture for robot, *_ in ROBOTS for picture in strip(robot)]
        write_strip(pictures, folder / f"aibo_{name}.png", columns=COLUMNS)


def _trot(robot: str) -> list[np.ndarray]:
    """Return pictures of one period at full speed."""
    with _standing(robot) as drill:
        drill.request(walk_request(0.3, 0.0, 0.0))
        drill.run(2.0)
        strip = MotionStrip(drill, every=TROT_EVERY)
        return _row(drill, strip)


def _fall(robot: str) -> list[np.ndarray]:
    """Return pictures of a robot that is pushed over from its right."""
    with _standing(robot) as drill:
        drill.request(STAND)
        strip = MotionStrip(drill, every=FALL_EVERY)
        drill.push(0.0, PUSH)
        return _row(drill, strip)


def _get_up(robot: str) -> list[np.ndarray]:
    """Return pictures of a robot that gets up from its left side."""
    with _standing(robot) as drill:
        lay_down(drill, "left", seed=1)
        return _row(drill, MotionStrip(drill, every=GET_UP_EVERY))


def _standing(robot: str) -> Drill:
    drill = four_legged_drill(robot, seed=1)
    drill.request(STAND)
    drill.run(1.5)
    return drill


def _row(drill: Drill, strip: MotionStrip) -> list[np.ndarray]:
    drill.run(strip.every * (COLUMNS - 0.5), each_frame=strip.sample)
    return strip.pictures[:COLUMNS]


def _portraits(name: str, league: str, jerseys: tuple[str, str]) -> list[np.ndarray]:
    """Return pictures of a standing robot with the ball from several sides."""
    kind, field = robot_kind(name), load_league(league).field
    world = PhysicsWorld(field, [kind])
    world.place_robot(0, Pose2())
    world.place_ball(Vector2(0.27, 0.0))
    for _ in range(SETTLE):
        world.command(0, kind.stand, np.ones(len(kind.joints)))
        world.advance()
    renderer = Renderer(field, Appearance(), Light())
    scene = VisibleScene((RobotId(TeamSide.HOME, 1),), field, jerseys)
    objects = scene.objects(world.snapshot())
    optics = CameraOptics.from_opening_angles(
        width=OVERSAMPLING * SIZE[0],
        height=OVERSAMPLING * SIZE[1],
        horizontal=math.radians(36.0),
        vertical=math.radians(27.4),
        readout_time=0.0,
    )
    pictures = []
    for bearing, height in VIEWS:
        c, s = math.cos(math.radians(bearing)), math.sin(math.radians(bearing))
        camera = np.array((0.04 + DISTANCE * c, DISTANCE * s, height))
        view = CameraView(
            rotation=looking(camera, np.array((0.04, 0.0, 0.12))), camera_in_field=camera
        )
        exposure = ExposureSettings(exposure_time=0.012)
        picture = renderer.render(objects, view, optics=optics, exposure=exposure, seed=1)
        pictures.append(resized(picture.rgb, SIZE))
    return pictures
