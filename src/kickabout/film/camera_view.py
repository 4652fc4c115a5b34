"""Camera view: recorded images of a robot, or what its camera would have seen."""

from kickabout.body.thread_camera import camera_of
from kickabout.film.plan import FilmPlan
from kickabout.film.scene_source import FilmMoment, SceneSource, snapshot_of
from kickabout.film.scoreboard import PALE, clock_words
from kickabout.framework import ConfigurationError
from kickabout.pictures.canvas import DARK, Canvas, ink_on, team_color
from kickabout.pictures.codec import Pixels, resized
from kickabout.pictures.lettering import BOLD, width_of
from kickabout.recording.format.messages import pixels_of
from kickabout.representations import CameraSettings
from kickabout.simulation.camera.vision import Vision, VisionSettings, hall_light
from kickabout.simulation.match.faults import Faults

SETTLING = 8  # images, in which the automatic exposure settles


class CameraFilmView:
    """Shows the images of one camera of a robot."""

    def __init__(self, source: SceneSource, plan: FilmPlan) -> None:
        self.source = source
        self.size = plan.size
        self.robot, self.camera = plan.robot, plan.camera
        self.topic = _image_topic(source, plan)
        self.is_recorded = self.topic in source.match.recording.topics
        if not self.is_recorded and not source.has_truth:
            raise ConfigurationError(
                f"has neither images of the {plan.camera} camera of {plan.robot} "
                "nor the true world to render them from",
                file=source.match.recording.path,
            )
        self.vision = None if self.is_recorded else _vision(source, plan)

    def picture(self, shown: FilmMoment) -> Pixels:
        """Return the picture of a moment."""
        if self.vision is None:
            image = self._recorded(shown.time)
        else:
            image = self._rendered(self.vision, shown)
        canvas = Canvas(self.size, DARK)
        if image is not None:
            _fit(image, canvas)
        self._label(canvas, shown.time)
        return canvas.pixels

    def _recorded(self, time: float) -> Pixels | None:
        message = self.source.match.recording.message_at(self.topic, time)
        return None if message is None else pixels_of(message.plain)

    def _rendered(self, vision: Vision, shown: FilmMoment) -> Pixels:
        snapshot = snapshot_of(shown.moment, self.source.kinds)
        vision.look(snapshot, self.camera, CameraSettings())
        return vision.picture(snapshot, self.camera, CameraSettings()).rgb

    def _label(self, canvas: Canvas, time: float) -> None:
        """Write in a corner whose camera it is, and when."""
        unit = max(9.0, min(self.size[0] / 50.0, self.size[1] / 36.0))
        side, number = self.robot.split(" ")
        color = team_color(self.source.colors[side])
        origin = "recorded" if self.is_recorded else "rendered"
        words = f"{self.camera} camera · {origin} · {clock_words(time)}"
        x, y = 0.8 * unit, self.size[1] - 2.6 * unit
        width = width_of(words, unit)
        size = (width + 3.4 * unit, 1.8 * unit)
        canvas.panel((x, y), size, DARK, radius=0.5 * unit, opacity=0.86)
        canvas.panel((x, y), (1.8 * unit, 1.8 * unit), color, radius=0.5 * unit)
        middle = y + 0.9 * unit
        place = (x + 0.9 * unit, middle)
        canvas.text(number, place, ink_on(color), 1.1 * unit, weight=BOLD, align=0.5)
        canvas.text(words, (x + 2.6 * unit, middle), PALE, unit)


def _image_topic(source: SceneSource, plan: FilmPlan) -> str:
    """Return the topic of the thread that got the images of the camera."""
    name = _recorded_name(source, plan.robot)
    program = source.match.recording.programs.get(name.replace("/", " "))
    threads = program.team.threads if program else ()
    cameras = {camera_of(thread): thread.name for thread in threads}
    return f"{name}/{cameras.get(plan.camera, plan.camera)}/image"


def _recorded_name(source: SceneSource, robot: str) -> str:
    """Return the beginning of a robot's topics; live robots are recorded by their team's name."""
    for name in source.match.recording.programs:
        if name == robot or (name.split(" ")[-1] == robot.split(" ")[-1] and not _has_side(name)):
            return name.replace(" ", "/")
    return robot.replace(" ", "/")


def _has_side(name: str) -> bool:
    return name.startswith(("home ", "away "))


def _vision(source: SceneSource, plan: FilmPlan) -> Vision:
    """Return the cameras of a robot, with the exposure for the first picture."""
    light = source.scene.light
    settings = VisionSettings(
        appearance_seed=light.appearance_seed,
        light=hall_light(light.intensity, light.temperature, scattered=light.scattered),
        jerseys=(source.colors["home"], source.colors["away"]),
        carpet=source.carpet,
    )
    robot = source.robots.index(plan.robot)
    vision = Vision(
        robot,
        source.ids,
        kind=source.kinds[robot],
        field=source.field,
        settings=settings,
        faults=Faults(),
        seed=1,
    )
    snapshot = snapshot_of(source.at(plan.times[0]).moment, source.kinds)
    for _ in range(SETTLING):
        vision.look(snapshot, plan.camera, CameraSettings())
    return vision


def _fit(image: Pixels, canvas: Canvas) -> None:
    """Paint an image into the middle of a canvas, as large as possible."""
    height, width = canvas.pixels.shape[:2]
    scale = min(width / image.shape[1], height / image.shape[0])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    x, y = (width - size[0]) // 2, (height - size[1]) // 2
    canvas.pixels[y : y + size[1], x : x + size[0]] = resized(image, size)
