"""Do films, animations and strips hold what was recorded?"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from kickabout.film.animated_webp import TOGETHER, AnimatedWebp
from kickabout.film.film import make_film
from kickabout.film.plan import ENDINGS, FilmOptions, film_plan
from kickabout.film.video import KINDS
from kickabout.pictures.codec import Pixels, read_rgb
from kickabout.studio.sources.recorded_match import RecordedMatch

SIZE = "160x90"


def _made(match: RecordedMatch, options: FilmOptions) -> list[int]:
    """Return the reported numbers of pictures."""
    reported: list[int] = []
    make_film(film_plan(options, match), match, reported.append)
    return reported


def _can_be_made(ending: str) -> bool:
    return ending not in KINDS or importlib.util.find_spec("av") is not None


def _strip(path: Path) -> Pixels:
    picture = read_rgb(path)
    assert picture is not None
    return picture


def _animation(path: Path) -> tuple[list[Pixels], int]:
    """Return the pictures (RGB) of an animation and its duration in ms."""
    with Image.open(path) as animation:
        frames = [
            (np.asarray(frame.convert("RGB")), int(frame.info["duration"]))
            for frame in ImageSequence.Iterator(animation)
        ]
    return [picture for picture, _ in frames], sum(duration for _, duration in frames)


def _is_green(picture: Pixels) -> bool:
    red, green, blue = picture[40:50, 30:60].astype(float).mean(axis=(0, 1))
    return bool(green > red + 15.0 and green > blue + 15.0)


@pytest.mark.parametrize(("ending", "codec"), [("mp4", "h264"), ("webm", "vp9")])
def test_a_video_has_all_pictures_in_a_format_of_browsers(
    ending: str, codec: str, match: RecordedMatch, tmp_path: Path
) -> None:
    av = pytest.importorskip("av", reason="videos need the extra 'film'")
    target = tmp_path / f"film.{ending}"
    reported = _made(match, FilmOptions(target=target, start=0.2, end=1.0, rate=10.0, size=SIZE))
    assert reported == list(range(1, 9))
    with av.open(target) as video:
        (stream,) = video.streams
        assert stream.codec_context.name == codec
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert stream.average_rate == 10
        pictures = [frame.to_ndarray(format="rgb24") for frame in video.decode(video=0)]
    assert len(pictures) == 8
    assert pictures[0].shape == (90, 160, 3)
    assert _is_green(pictures[-1])
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_a_video_in_mp4_begins_with_its_index(match: RecordedMatch, tmp_path: Path) -> None:
    """A browser then plays it while the rest is loading."""
    pytest.importorskip("av", reason="videos need the extra 'film'")
    target = tmp_path / "film.mp4"
    _made(match, FilmOptions(target=target, start=0.2, end=1.0, rate=10.0, size=SIZE))
    content = target.read_bytes()
    assert 0 < content.index(b"moov") < content.index(b"mdat")


def test_a_webp_of_equal_pictures_shows_them_as_long(tmp_path: Path) -> None:
    path = tmp_path / "still.webp"
    animation = AnimatedWebp(path, (64, 64), rate=10.0, quality=70)
    for level in (50, 200):
        for _ in range(TOGETHER):
            animation.add(np.full((64, 64, 3), level, np.uint8))
    animation.finish()
    pictures, duration = _animation(path)
    assert duration == 2 * TOGETHER * 100
    assert [round(float(picture.mean()), -1) for picture in pictures] == [50.0, 200.0]


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_an_animation_has_all_pictures(ending: str, match: RecordedMatch, tmp_path: Path) -> None:
    target = tmp_path / f"film.{ending}"
    _made(match, FilmOptions(target=target, start=0.1, end=1.1, rate=25.0, size=SIZE))
    pictures, duration = _animation(target)
    assert duration == 25 * 40  # ms; equal pictures are stored as one
    assert len(pictures) > 5
    assert pictures[0].shape[:2] == (90, 160)
    assert _is_green(pictures[-1])


def test_a_strip_has_its_pictures_side_by_side(match: RecordedMatch, tmp_path: Path) -> None:
    target = tmp_path / "strip.png"
    _made(match, FilmOptions(target=target, start=0.2, end=0.8, every=0.2, size=SIZE))
    strip = _strip(target)
    assert strip.shape == (2 * 94 + 4, 2 * 164 + 4, 3)
    assert (strip[:4] == 255).all()


def test_the_robots_are_where_they_were(match: RecordedMatch, tmp_path: Path) -> None:
    """The robots of the home team are blue, those of the away team red."""
    target = tmp_path / "strip.png"
    _made(match, FilmOptions(target=target, start=1.0, end=1.1, every=1.0, size="640x360"))
    picture = _strip(target)[4:364, 4:644].astype(int)[40:]
    world = match.recording.value("truth/TrueWorld", 1.0)
    blue = (picture[..., 2] > 180) & (picture[..., 0] < 90)
    red = (picture[..., 0] > 180) & (picture[..., 2] < 90)
    for mask, x in zip((blue, red), world.torso_positions[:, 0].tolist(), strict=True):
        rows, columns = np.nonzero(mask)
        assert len(rows) > 30
        assert columns.mean() == pytest.approx(320.0 + x * 45.0, abs=6.0)


def test_a_film_that_follows_the_ball_keeps_it_in_the_middle(
    match: RecordedMatch, tmp_path: Path
) -> None:
    target = tmp_path / "strip.png"
    options = FilmOptions(
        target=target, start=1.0, end=1.1, every=1.0, size="640x360", follow="ball"
    )
    _made(match, options)
    picture = _strip(target)[4:364, 4:644]
    ball = picture[175:190, 312:328].astype(int)
    assert (ball.min(axis=2) > 230).sum() > 20  # white
    assert (ball.max(axis=2) < 70).sum() > 5  # its dark patch


def test_an_interrupted_film_leaves_the_old_file_and_nothing_else(
    match: RecordedMatch, tmp_path: Path
) -> None:
    endings = [ending.removeprefix(".") for ending in ENDINGS if _can_be_made(ending)]
    for ending in endings:
        target = tmp_path / f"film.{ending}"
        target.write_text("before")
        plan = film_plan(FilmOptions(target=target, end=1.0, size=SIZE), match)

        def interrupted(count: int) -> None:
            if count == 2:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            make_film(plan, match, interrupted)
        assert target.read_text() == "before"
    assert len(list(tmp_path.iterdir())) == len(endings)
