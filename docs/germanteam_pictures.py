"""Pictures of the GermanTeam of 2001: a match, what a robot sees, and five layers over time."""

import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from kickabout import Match
from kickabout.film.film import make_film
from kickabout.film.plan import FilmOptions, film_plan
from kickabout.recording import Recorder
from kickabout.representations import LandmarksPercept, Seen
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.studio.sources.recorded_match import RecordedMatch

TEAM, LEAGUE, SEED = "germanteam2001", "legged2001", 3
HOME = ((1, (-1.28, 0.0, 0.0)), (2, (-0.5, 0.35, 0.0)), (3, (0.05, 0.25, -0.4)))
AWAY = ((1, (-1.28, 0.0, 0.0)), (2, (-0.7, 0.3, 0.0)), (3, (-0.2, -0.5, 0.6)))
BALL = (0.35, 0.0)
START, END, EVERY = 1.0, 17.0, 2.0  # s
STRIKER = ("home", 3)
LAYERS = ("role", "game state", "option", "sub-option", "skill")
COLORS = ("#264653", "#2a9d8f", "#8ab17d", "#e9a03b", "#d8572a", "#7a4b94", "#3d6fb4")
LANE, LABEL, WIDTH = 46, 110, 1280  # px
MAGNIFICATION = 3
FLAG = "#ff40ff"

Span = tuple[int, float, float, str]  # layer, s, s, name of the state


def main(folder: Path) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "match.mcap"
        with Match(
            TEAM,
            TEAM,
            league=LEAGUE,
            scene=_scene(),
            fidelity="images",
            seed=SEED,
            recorder=lambda: Recorder(path),
        ) as match:
            spans, seen = _watched(match)
        _film(path, folder / "germanteam2001_match.png")
    _timeline(spans).save(folder / "germanteam2001_layers.png", optimize=True)
    seen.save(folder / "germanteam2001_eye.png", optimize=True)


def _scene() -> Scene:
    def team(places: tuple[tuple[int, tuple[float, float, float]], ...]) -> TeamPlan:
        return TeamPlan(robots=tuple(RobotPlan(number=n, pose=pose) for n, pose in places))

    referee = RefereePlan(start="playing")
    return Scene(home=team(HOME), away=team(AWAY), ball=BallPlan(position=BALL), referee=referee)


def _watched(match: Match) -> tuple[list[Span], Image.Image]:
    """Run the match; return what the striker did, and the image in which it saw most."""
    spans: list[Span] = []
    best, picture = -1, Image.new("RGB", (1, 1))
    while match.time < END:
        match.run(0.08)
        robot = match.robot(*STRIKER)
        for option in robot["ActivationGraph"].options:
            last = next((s for s in reversed(spans) if s[0] == option.depth), None)
            if last and last[3] == option.option and match.time - last[2] < 0.2:
                spans[spans.index(last)] = (option.depth, last[1], match.time, option.option)
            else:
                spans.append((option.depth, match.time, match.time, option.option))
        landmarks: LandmarksPercept = robot["LandmarksPercept"]
        ball = robot["BallPercept"].seen is Seen.YES
        richness = 2 * len(landmarks.landmarks) + len(robot["GoalsPercept"].goals) + 3 * ball
        if richness > best:
            best, picture = richness, _annotated(match)
    return spans, picture


def _annotated(match: Match) -> Image.Image:
    """Return the striker's image with the percepts that the team found in it."""
    robot = match.robot(*STRIKER)
    rgb = rgb_from_yuyv(robot["CameraImage"].yuyv)
    size = (rgb.shape[1] * MAGNIFICATION, rgb.shape[0] * MAGNIFICATION)
    picture = Image.fromarray(rgb).resize(size, Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(picture)

    def box(left: float, top: float, right: float, bottom: float) -> None:
        corners = [MAGNIFICATION * value for value in (left, top, right, bottom)]
        draw.rectangle(corners, outline=FLAG, width=2)

    for found in robot["LandmarksPercept"].landmarks:
        (u, v), w, h = found.center_in_image, found.width_px / 2.0, found.height_px / 2.0
        box(u - w, v - h, u + w, v + h)
        draw.text((MAGNIFICATION * (u + w) + 4, MAGNIFICATION * v), found.name, fill=FLAG)
    for goal in robot["GoalsPercept"].goals:
        box(*goal.box_in_image)
    ball = robot["BallPercept"]
    if ball.seen is Seen.YES:
        (u, v), r = ball.center_in_image, ball.radius_px
        corners = [MAGNIFICATION * value for value in (u - r, v - r, u + r, v + r)]
        draw.ellipse(corners, outline="white", width=2)
    return picture


def _film(path: Path, target: Path) -> None:
    recorded = RecordedMatch(path)
    try:
        options = FilmOptions(
            target=target, view="3d", start=START, end=END - 0.1, every=EVERY, size="480x270"
        )
        make_film(film_plan(options, recorded), recorded)
    finally:
        recorded.close()


def _timeline(spans: list[Span]) -> Image.Image:
    """Draw a lane for each layer; states have the same color wherever they are active."""
    picture = Image.new("RGB", (WIDTH, LANE * len(LAYERS) + 28), "white")
    draw = ImageDraw.Draw(picture)
    names = list(dict.fromkeys(name for *_, name in spans))

    def at(time: float) -> float:
        return LABEL + (WIDTH - LABEL - 10) * time / END

    for layer, name in enumerate(LAYERS):
        draw.text((8, LANE * layer + 16), name, fill="black", font_size=14)
    for layer, start, end, name in spans:
        top = LANE * layer + 3
        color = COLORS[names.index(name) % len(COLORS)]
        draw.rectangle((at(start), top, max(at(end), at(start) + 1), top + LANE - 6), fill=color)
        if at(end) - at(start) > draw.textlength(name, font_size=12) + 6:
            draw.text((at(start) + 4, top + 13), name, fill="white", font_size=12)
    for second in range(0, int(END) + 1, 2):
        draw.text((at(second), LANE * len(LAYERS) + 8), f"{second} s", fill="black", font_size=12)
    return picture
