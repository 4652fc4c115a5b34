"""Do the rendered views show the recorded world?"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kickabout.film.camera_view import CameraFilmView
from kickabout.film.film import make_film
from kickabout.film.plan import FilmOptions, film_plan
from kickabout.film.scene_source import SceneSource
from kickabout.framework import ConfigurationError
from kickabout.pictures.codec import Pixels, read_rgb
from kickabout.recording import Recorder, Recording, load_settings
from kickabout.recording.format.messages import jpeg_of
from kickabout.recording.format.rewriting import cut
from kickabout.representations import CameraImage
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.studio.sources.recorded_match import RecordedMatch


def _picture(
    match: RecordedMatch,
    folder: Path,
    *,
    view: str,
    robot: str = "",
    camera: str = "",
    follow: str = "",
) -> Pixels:
    """Return the picture at 1 s, without the frame of the strip."""
    target = folder / "picture.png"
    options = FilmOptions(
        target=target,
        view=view,
        start=1.0,
        end=1.1,
        every=1.0,
        size="160x90",
        robot=robot,
        camera=camera,
        follow=follow,
    )
    make_film(film_plan(options, match), match)
    picture = read_rgb(target)
    assert picture is not None
    return picture[4:94, 4:164]


def _is_carpet(picture: Pixels) -> float:
    """Return the fraction of green pixels."""
    red, green, blue = (picture[..., channel].astype(int) for channel in range(3))
    return float(((green > blue + 10) & (green > red + 10)).mean())


@pytest.mark.parametrize("follow", ["", "ball", "home/1"])
def test_the_rendered_world_is_mostly_carpet(
    follow: str, match: RecordedMatch, tmp_path: Path
) -> None:
    picture = _picture(match, tmp_path, view="3d", follow=follow)
    assert _is_carpet(picture[30:]) > 0.4
    assert picture.max() > 180  # lines and robots


def test_cameras_that_follow_different_things_see_different_things(
    match: RecordedMatch, tmp_path: Path
) -> None:
    pictures = [
        _picture(match, tmp_path, view="3d", follow=name) for name in ("", "ball", "away/1")
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(pictures[one].astype(int) - pictures[other]).mean() > 3.0


def test_a_camera_without_recorded_images_is_rendered(match: RecordedMatch, tmp_path: Path) -> None:
    lower = _picture(match, tmp_path, view="camera", robot="home/1", camera="lower")
    assert _is_carpet(lower[:70, 40:120]) > 0.5
    assert lower[:60, :15].max() < 60  # dark beside the image, which is higher than wide


@pytest.fixture(scope="module")
def with_images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a match in which a camera takes half red and half gray images."""
    path = tmp_path_factory.mktemp("images") / "match.mcap"
    recorder = Recorder(path, load_settings("default"))
    with Match("dummies", "dummies", robots=1, workers=0, seed=3, recorder=recorder) as match:
        match.run(1.2)
        yuyv = np.full((60, 80, 2), 128, np.uint8)
        yuyv[:, :40] = np.tile(np.array(((80, 90), (80, 240)), np.uint8), (60, 20, 1))
        image = CameraImage(camera="upper", taken_at=0.8, yuyv=yuyv)
        jpeg = jpeg_of(image, 800_000_000, width=80, quality=95)
        recorder.record("home/1/upper/image", 0.8, jpeg)
    return path


def test_recorded_images_are_shown(with_images: Path, tmp_path: Path) -> None:
    match = RecordedMatch(with_images)
    try:
        shown = _picture(match, tmp_path, view="camera", robot="home/1").astype(int)
    finally:
        match.close()
    left, right = shown[10:60, 30:70], shown[10:60, 90:130]
    assert (left[..., 0] - left[..., 1]).mean() > 80.0  # red
    assert right.mean() == pytest.approx(128.0, abs=8.0)


def test_images_of_a_camera_are_those_of_the_thread_that_names_it(tmp_path: Path) -> None:
    path, package = tmp_path / "match.mcap", "tests.boxes"
    recorder = Recorder(path, replace(load_settings("default"), images=10.0))
    team = str(Path(__file__).parents[1] / "boxes" / "boxes.toml")
    with Match(
        team, team, robots=1, league="open", fidelity="images", workers=0, recorder=recorder
    ) as match:
        match.run(1.1)
    recorded = RecordedMatch(path, packages=[package])
    source = SceneSource(recorded)
    options = FilmOptions(target=tmp_path / "a.png", view="camera", robot="home/1")
    assert CameraFilmView(source, film_plan(options, recorded)).is_recorded
    recorded.close()


def test_a_camera_without_images_and_world_is_refused(recorded: Path, tmp_path: Path) -> None:
    blind = tmp_path / "blind.mcap"
    with Recording(recorded) as recording:
        cut(recording, blind, remove=("truth/*", "*/image"))
    match = RecordedMatch(blind)
    try:
        with pytest.raises(
            ConfigurationError, match="neither images of the upper camera of home 1"
        ):
            _picture(match, tmp_path, view="camera", robot="home/1")
        field = _picture(match, tmp_path, view="field")  # where the robots estimate to be
        assert _is_carpet(field[20:, 40:120]) > 0.6
    finally:
        match.close()


@pytest.fixture
def legged(tmp_path: Path) -> Iterator[RecordedMatch]:
    path = tmp_path / "legged.mcap"
    with Match(
        "aibo_walkers",
        "aibo_walkers",
        league="legged2004",
        scene=Scene(referee=RefereePlan(start="playing")),
        robots=2,
        fidelity="truth",
        workers=0,
        recorder=lambda: Recorder(path),
    ) as match:
        match.run(1.3)
    opened = RecordedMatch(path)
    yield opened
    opened.close()


@pytest.mark.parametrize("view", ["field", "3d"])
def test_films_show_the_field_and_the_ball_of_the_league(
    view: str, legged: RecordedMatch, tmp_path: Path
) -> None:
    picture = _picture(legged, tmp_path, view=view).astype(int)
    red, green, blue = (picture[..., channel] for channel in range(3))
    assert ((red > 1.5 * green) & (green > blue + 15)).any()  # the orange ball
    if view == "field":
        yellow, sky_blue = (red > blue + 100) & (green > blue + 90), blue > red + 90
        assert yellow[:, :80].sum() > yellow[:, 80:].sum()
        assert sky_blue[:, 80:].sum() > 20
