"""A moving picture of a match, taken from the stand: `python examples/match_film.py FILE.webp`.

Without a file, a few frames are rendered and not written.
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kickabout import Match
from kickabout.evaluation.trials.motion_strip import looking
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan

WIDTH, HEIGHT = 560, 300  # px
RATE = 10.0  # pictures a second
START = 2.0  # s, simulated, before the first picture
SECONDS = 13.0  # s, simulated
STAND = np.array((0.0, -4.6, 2.1))  # m, the camera in the world
OPENING = math.radians(52.0)  # horizontal
SMOOTHING = 0.08  # fraction of the ball's movement that the camera follows in one picture
QUALITY = 62  # of WebP, in percent
LINE_UP = ((-4.2, 0.0), (-0.7, 0.3), (-1.6, 1.4), (-1.6, -1.4), (-2.8, 0.5))  # m, own field frame


def in_play() -> Scene:
    """Return five against five around the ball, with the game in progress."""
    robots = tuple(
        RobotPlan(number=number, pose=(x, y, 0.0)) for number, (x, y) in enumerate(LINE_UP, 1)
    )
    home = TeamPlan(color="blue", number=1, robots=robots)
    away = TeamPlan(color="red", number=2, robots=robots)
    return Scene(home=home, away=away, referee=RefereePlan(start="playing"))


class Film:
    """A camera on the stand that follows the ball."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.renderer = Renderer(match.field, Appearance(), Light())
        self.scene = VisibleScene(match.ids, match.field, ("blue", "red"))
        vertical = 2.0 * math.atan(math.tan(OPENING / 2.0) * HEIGHT / WIDTH)
        self.optics = CameraOptics.from_opening_angles(
            width=WIDTH, height=HEIGHT, horizontal=OPENING, vertical=vertical, readout_time=0.0
        )
        self.target = np.array((0.0, 0.0, 0.1))
        self.pictures: list[npt.NDArray[np.uint8]] = []

    def take(self) -> None:
        """Add the picture of this moment."""
        match = self.match
        ball = np.array((match.truth.ball.x, match.truth.ball.y, 0.1))
        self.target += SMOOTHING * (ball - self.target)
        stand = STAND + np.array((0.6 * self.target[0], 0.0, 0.0))
        view = CameraView(rotation=looking(stand, self.target), camera_in_field=stand)
        exposure = ExposureSettings(exposure_time=0.012)
        taken = self.renderer.render(
            self.scene.objects(match.snapshot),
            view,
            optics=self.optics,
            exposure=exposure,
            seed=match.snapshot.frame,
        )
        self.pictures.append(cv2.cvtColor(taken.rgb, cv2.COLOR_RGB2BGR))

    def write(self, path: Path) -> None:
        """Write all pictures as one animation."""
        animation = cv2.Animation()
        animation.frames = self.pictures
        animation.durations = [round(1000.0 / RATE)] * len(self.pictures)
        if not cv2.imwriteanimation(str(path), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY]):
            raise SystemExit(f"{path} cannot be written as an animation")


def main(path: Path | None) -> None:
    seconds = SECONDS if path else 0.3
    with Match("bhuman2019", "hulks2021", scene=in_play(), fidelity="truth", seed=4) as match:
        if path:
            match.run(START)
        film = Film(match)
        for _ in range(round(seconds * RATE)):
            match.run(1.0 / RATE)
            film.take()
    assert film.pictures[0].std() > 10.0  # a picture of something
    if path:
        film.write(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].endswith(".webp") else None)
