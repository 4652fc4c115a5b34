"""Camera images of a robot on the field for the documentation, also with labels."""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Pose2, Vector2
from kickabout.recording.picture_file import write_picture
from kickabout.representations import CameraSettings, load_field
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide

FIELD = load_field("spl2019")
IDS = tuple(RobotId(team, number) for team in TeamSide for number in range(1, 4))
POSES = (
    (0.6, 0.2, 0.05),
    (2.6, -0.9, 2.0),
    (-2.0, 1.0, 0.0),
    (4.3, 0.1, 3.1),
    (2.2, -0.3, -2.6),
    (3.4, 1.2, -2.2),
)
HALLS = {
    "evening": VisionSettings(appearance_seed=7, light=hall_light(0.4, 3200.0)),
    "noon": VisionSettings(appearance_seed=4, light=hall_light(1.6, 6800.0)),
}

PALETTE = (  # of the values of SceneClass
    (58, 62, 70),  # background
    (56, 122, 62),  # field
    (245, 245, 245),  # line
    (255, 152, 0),  # ball
    (150, 190, 235),  # robot
    (214, 56, 52),  # jersey
    (250, 214, 70),  # goal
    (176, 148, 90),  # net
    (118, 92, 158),  # clutter
)


def scene() -> Snapshot:
    world = PhysicsWorld(FIELD, [NAO] * len(IDS))
    for index, (x, y, theta) in enumerate(POSES):
        world.place_robot(index, Pose2(x, y, theta))
    world.place_ball(Vector2(1.95, 0.45))
    world.advance()
    return world.snapshot()


def picture(snapshot: Snapshot, camera: str, settings: VisionSettings) -> npt.NDArray[np.uint8]:
    """Return an image after the exposure has settled."""
    vision = Vision(0, IDS, kind=NAO, field=FIELD, settings=settings, faults=Faults(), seed=1)
    for _ in range(8):
        vision.look(snapshot, camera, CameraSettings())
    return vision.picture(snapshot, camera, CameraSettings()).rgb


def labels(snapshot: Snapshot) -> npt.NDArray[np.uint8]:
    """Return the class labels as colors."""
    vision = Vision(
        0, IDS, kind=NAO, field=FIELD, settings=VisionSettings(), faults=Faults(), seed=1
    )
    seen = vision.picture(snapshot, "upper", CameraSettings(), labels=True).labels
    assert seen is not None
    return np.array(PALETTE, np.uint8)[seen.classes]


def main(folder: Path | None) -> None:
    snapshot = scene()
    images = {
        "upper_camera": picture(snapshot, "upper", VisionSettings()),
        "lower_camera": picture(snapshot, "lower", VisionSettings()),
        "labels": labels(snapshot),
    }
    for name, settings in HALLS.items():
        images[name] = picture(snapshot, "upper", settings)
    for name, image in images.items():
        assert image.std() > 5.0
        if folder is not None:
            write_picture(image, folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else None)
