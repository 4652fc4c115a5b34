"""Stand view: the match as a camera beside the field sees it, rendered in 3-D."""

import math
from dataclasses import replace

import numpy as np

from kickabout.evaluation.trials.motion_strip import looking
from kickabout.film.plan import BALL
from kickabout.film.scene_source import FilmMoment, SceneSource, snapshot_of
from kickabout.film.scoreboard import Scoreboard
from kickabout.film.tracking import Tracking
from kickabout.geometry import Vec
from kickabout.pictures.canvas import Canvas
from kickabout.pictures.codec import Pixels, resized
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance, random_appearance
from kickabout.simulation.camera.scene.light import color_of_temperature
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.camera.vision import hall_light, with_carpet

OVERSAMPLING = 2  # render larger and scale down, so that edges are smooth
OPENING_ANGLE = math.radians(52.0)  # horizontally
EXPOSURE_TIME = 0.012  # s, suits light of intensity 1
BEHIND, ABOVE = 1.6, 2.1  # m, of the stand: beside the side line, above the ground
SLIDE = 0.6  # fraction of the target's movement along the field that the camera does
CLOSE_BY, CLOSE_ABOVE = 2.5, 1.25  # m, of the camera that follows the ball
CHASE_BEHIND, CHASE_ABOVE = 1.7, 1.0  # m, of the camera behind a robot
CHASE_AHEAD = 1.2  # m, the point that it looks at
LOOK_AT = 0.1  # m, above the ground
CLOSE_LOOK_AT = 0.25  # m, of the camera that follows the ball
SMALLEST = 0.7  # minimum factor of these distances, which shrink with the field
CALM = 1.2  # s, time constant of the camera on the stand


class StandView:
    """Renders moments; the camera stands beside the field, or follows the ball or a robot."""

    def __init__(self, source: SceneSource, size: tuple[int, int], *, follow: str = "") -> None:
        self.field, self.kinds = source.field, source.kinds
        self.size = size
        self.follow = follow
        self.nearness = min(1.0, max(SMALLEST, source.field.length_ratio))
        self.board = Scoreboard(source, size)
        calm = {} if follow else {"time_constant": CALM}
        self.tracking = Tracking(source, follow or BALL, **calm)
        light = source.scene.light
        seed = light.appearance_seed
        look = random_appearance(np.random.default_rng(seed)) if seed else Appearance()
        self.renderer = Renderer(
            self.field,
            with_carpet(look, source.carpet),
            hall_light(light.intensity, light.temperature, scattered=light.scattered),
        )
        jerseys = (source.colors["home"], source.colors["away"])
        self.scene = VisibleScene(source.ids, self.field, jerseys)
        red, green, blue = color_of_temperature(light.temperature)
        self.exposure = ExposureSettings(
            exposure_time=EXPOSURE_TIME / light.intensity,
            white_balance=(green / red, 1.0, green / blue),
        )
        self.optics = _optics(size)

    def picture(self, shown: FilmMoment) -> Pixels:
        """Return the picture of a moment."""
        snapshot = snapshot_of(shown.moment, self.kinds)
        taken = self.renderer.render(
            self.scene.objects(snapshot),
            self._view(shown),
            optics=self.optics,
            exposure=self.exposure,
            seed=0,
        )
        canvas = Canvas.over(resized(taken.rgb, self.size))
        self.board.draw(canvas, shown)
        return canvas.pixels

    def _view(self, shown: FilmMoment) -> CameraView:
        x, y = self.tracking.advance(shown)
        camera, target = self._placed(x, y)
        return CameraView(rotation=looking(camera, target), camera_in_field=camera)

    def _placed(self, x: float, y: float) -> tuple[Vec, Vec]:
        """Return the position of the camera, and the point that it looks at."""
        near = self.nearness
        if not self.follow:
            y_stand = -self.field.side_line_y - near * BEHIND
            stand = np.array((SLIDE * x, y_stand, near * ABOVE))
            return stand, np.array((x, 0.5 * y, near * LOOK_AT))
        if self.follow == BALL:
            camera = np.array((x, y - near * CLOSE_BY, near * CLOSE_ABOVE))
            return camera, np.array((x, y, near * CLOSE_LOOK_AT))
        ahead = np.array((math.cos(self.tracking.heading), math.sin(self.tracking.heading), 0.0))
        robot, up = np.array((x, y, 0.0)), np.array((0.0, 0.0, near))
        behind = robot - near * CHASE_BEHIND * ahead + CHASE_ABOVE * up
        return behind, robot + near * CHASE_AHEAD * ahead + LOOK_AT * up


def _optics(size: tuple[int, int]) -> CameraOptics:
    """Return a television camera's optics: it takes clear pictures, without a rolling shutter."""
    width, height = size
    vertical = 2.0 * math.atan(math.tan(OPENING_ANGLE / 2.0) * height / width)
    optics = CameraOptics.from_opening_angles(
        width=OVERSAMPLING * width,
        height=OVERSAMPLING * height,
        horizontal=OPENING_ANGLE,
        vertical=vertical,
        readout_time=0.0,
    )
    return replace(optics, vignetting=0.1, softness=0.0, shot_noise=0.0, read_noise=0.0)
