"""Is a film refused before anything is rendered if it cannot be made?"""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from kickabout.film.plan import FilmOptions, film_plan
from kickabout.framework import ConfigurationError
from kickabout.studio.sources.recorded_match import RecordedMatch


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"view": "filed"}, "there is no view 'filed'. Did you mean 'field'?"),
        ({"view": "camera"}, "needs a robot, such as --robot home/3"),
        ({"view": "camera", "robot": "home/7"}, "--robot home/7: no such robot is in the"),
        (
            {"view": "camera", "robot": "home/1", "camera": "left"},
            "home/1 has no such camera. upper or lower?",
        ),
        ({"view": "camera", "robot": "home/1", "follow": "ball"}, "--follow is for --view field"),
        ({"robot": "home/1"}, "--robot is for --view camera"),
        ({"camera": "upper"}, "--camera is for --view camera"),
        ({"follow": "away/9"}, "--follow away/9: no such robot is in the recording"),
        ({"start": 50.0}, "--start 50 is outside: the recording holds 0.00 s to"),
        ({"end": 99.0}, "--end 99 is outside: the recording holds"),
        ({"start": 0.5, "end": 0.5}, "--end 0.5 is not after --start 0.5"),
        ({"start": float("nan")}, "--start nan is outside"),
        ({"speed": 0.0}, "--speed 0; it is more than 0"),
        ({"rate": -1.0}, "--rate -1; it is more than 0"),
        ({"size": "big"}, "--size big is not of the form 1280x720"),
        ({"size": "161x90"}, "width and height are even"),
        ({"every": 0.5}, "--every is for strips"),
    ],
)
def test_a_film_that_cannot_be_made_is_refused_in_one_sentence(
    options: dict[str, Any], words: str, match: RecordedMatch, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        film_plan(FilmOptions(target=tmp_path / "film.webp", **options), match)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("film.avi", "a film ends in .mp4, .webm, .webp, .gif or .png"),
        ("film", "a film ends in"),
        ("missing/film.mp4", "there is no folder"),
        ("folder.mp4", "it is a folder"),
    ],
)
def test_a_target_that_cannot_be_written_is_refused(
    name: str, words: str, match: RecordedMatch, tmp_path: Path
) -> None:
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(ConfigurationError, match=words):
        film_plan(FilmOptions(target=tmp_path / name), match)


def test_a_strip_too_long_or_a_gif_too_large_is_refused(
    match: RecordedMatch, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError, match="at most 400, so raise --every"):
        film_plan(FilmOptions(target=tmp_path / "strip.png", every=0.001), match)
    gif = FilmOptions(target=tmp_path / "film.gif", rate=100.0, size="4096x4096")
    with pytest.raises(ConfigurationError, match="too much for one GIF"):
        film_plan(gif, match)


def test_speed_and_rate_give_the_times_of_pictures(match: RecordedMatch, tmp_path: Path) -> None:
    options = FilmOptions(target=tmp_path / "film.webp", start=0.2, end=1.0, speed=2.0, rate=10.0)
    plan = film_plan(options, match)
    assert plan.times == pytest.approx((0.2, 0.4, 0.6, 0.8))
    assert plan.size == (1280, 720)


def test_a_strip_has_pictures_at_equal_distances(match: RecordedMatch, tmp_path: Path) -> None:
    target = tmp_path / "strip.png"
    plan = film_plan(FilmOptions(target=target, start=0.0, end=1.0, every=0.25), match)
    assert plan.times == pytest.approx((0.0, 0.25, 0.5, 0.75, 1.0))
    usual = film_plan(FilmOptions(target=target, start=0.0, end=1.1), match)
    assert len(usual.times) == 12
    assert (usual.times[0], usual.times[-1]) == pytest.approx((0.0, 1.1))


def test_a_robot_is_named_as_in_topics_or_as_in_words(match: RecordedMatch, tmp_path: Path) -> None:
    for name in ("away/1", "away 1"):
        options = FilmOptions(
            target=tmp_path / "film.webp", view="camera", robot=name, camera="lower"
        )
        plan = film_plan(options, match)
        assert (plan.robot, plan.camera) == ("away 1", "lower")


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_without_its_library_a_video_is_refused_and_an_animation_is_not(
    ending: str, match: RecordedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        ConfigurationError, match=r"pip install -e '\.\[film\]' in the clone"
    ) as caught:
        film_plan(FilmOptions(target=tmp_path / f"film.{ending}"), match)
    assert "\n" not in str(caught.value)
    assert film_plan(FilmOptions(target=tmp_path / "film.webp"), match).times
