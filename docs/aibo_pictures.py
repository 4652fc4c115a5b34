"""Pictures of the Aibos for the documentation: how they look, how they trot and get up."""

import math
from pathlib import Path

import numpy as np

from kickabout.evaluation.trials.motion_by_hand import get_up_by_hand, walk_by_hand
from kickabout.evaluation.trials.motion_strip import looking, write_strip
from kickabout.geometry import Pose2, Vector2
from kickabout.pictures.codec import resized
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

SIZE = (320, 240)  # px, of one picture
OVERSAMPLING = 2
VIEWS = ((35.0, 0.22), (90.0, 0.2), (150.0, 0.3), (-50.0, 0.6))  # degrees, m above the ground
DISTANCE = 0.75  # m
ROBOTS = (("ers7", "legged2004", ("red", "blue")), ("ers210", "legged2001", ("blue", "red")))
SETTLE = 40  # frames until the robot stands still


def main(folder: Path) -> None:
    """Make all pictures."""
    portraits = [picture for robot in ROBOTS for picture in _portraits(*robot)]
    write_strip(portraits, folder / "aibo_portraits.png", columns=len(VIEWS))
    walk_by_hand(
        (0.25, 0.0, 0.0), seconds=4.0, seed=1, robot="ers7", picture=folder / "aibo_trot.png"
    )
    get_up_by_hand("left", seed=1, robot="ers7", picture=folder / "aibo_getup.png")


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
