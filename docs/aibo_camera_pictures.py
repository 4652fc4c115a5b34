"""Images of the cameras of Aibos on the fields of their leagues for the documentation."""

from pathlib import Path

import numpy as np
from examples.camera_gallery import PALETTE

from kickabout.evaluation.trials.motion_strip import write_strip
from kickabout.geometry import Pose2, Vector2
from kickabout.perception.camera.camera_settings_chooser import (
    CameraSettingsChooser,
    CameraSettingsChooserParameters,
)
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import load_league

ROBOTS = (("ers7", "legged2004"), ("ers210", "legged2001"))
POSES = ((-0.45, 0.0, 0.0), (0.2, 0.1, -2.0), (0.35, -0.25, 3.1), (0.7, -0.06, 2.0))
BALL = (-0.05, -0.07)  # all positions in halves of the field's length
IDS = tuple(RobotId(team, number) for number in (1, 2) for team in TeamSide)
SETTLE = 40  # frames
MAGNIFICATION = 2
COLORS = {
    **dict(zip(SceneClass, PALETTE, strict=False)),
    SceneClass.WALL: (205, 205, 215),
    SceneClass.LANDMARK: (240, 110, 180),
}


def main(folder: Path) -> None:
    """Make all pictures."""
    for name, league in ROBOTS:
        write_strip(_seen(name, league), folder / f"{name}_camera.png")


def _seen(name: str, league_name: str) -> list[np.ndarray]:
    """Return the image of a robot that sees three others, and its labels."""
    kind, league = robot_kind(name), load_league(league_name)
    world, half = PhysicsWorld(league.field, [kind] * len(IDS)), league.field.goal_line_x
    for index, (x, y, theta) in enumerate(POSES):
        world.place_robot(index, Pose2(half * x, half * y, theta))
    world.place_ball(Vector2(half * BALL[0], half * BALL[1]))
    for _ in range(SETTLE):
        for index in range(len(IDS)):
            world.command(index, kind.stand, np.ones(len(kind.joints)))
        world.advance()
    light = league.light
    settings = VisionSettings(
        light=hall_light(light.intensity, light.temperature, scattered=light.scattered),
        jerseys=league.teams.colors,
        carpet=league.carpet,
    )
    vision = Vision(
        0, IDS, kind=kind, field=league.field, settings=settings, faults=Faults(), seed=1
    )
    chosen = CameraSettingsChooser(CameraSettingsChooserParameters(shutter="middle")).update()
    picture = vision.picture(world.snapshot(), "upper", chosen, labels=True)
    assert picture.labels is not None
    palette = np.array([COLORS[kind] for kind in SceneClass], np.uint8)
    both = (picture.rgb, palette[picture.labels.classes])
    return [image.repeat(MAGNIFICATION, axis=0).repeat(MAGNIFICATION, axis=1) for image in both]
