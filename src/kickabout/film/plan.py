"""Film plan: from the options of a film to the times of its pictures, checked before rendering."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kickabout.film.video import check_library
from kickabout.framework import ConfigurationError
from kickabout.framework.errors import did_you_mean

if TYPE_CHECKING:
    from kickabout.studio.sources.recorded_match import RecordedMatch

VIEWS = ("field", "3d", "camera")
ENDINGS = (".mp4", ".webm", ".webp", ".gif", ".png")
SIZES = {"field": (1280, 720), "3d": (1280, 720), "camera": (960, 720)}  # px
TILE_SIZES = {"field": (480, 270), "3d": (480, 270), "camera": (400, 300)}  # px, in a strip
RATES = {".mp4": 25.0, ".webm": 25.0, ".webp": 12.5, ".gif": 10.0}  # pictures a second
MIN_SIDE, MAX_SIDE = 64, 4096  # px
MAX_TILES = 400
USUAL_TILES = 12
MAX_SPEED = 100.0
MAX_GIF = 1 << 30  # bytes: its encoder needs all pictures at once
BALL = "ball"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmOptions:
    """What to film; None and empty values are filled in from the recording."""

    target: Path
    view: str = "field"
    start: float | None = None  # s
    end: float | None = None  # s
    robot: str = ""
    camera: str = ""
    follow: str = ""  # "ball" or a robot
    speed: float = 1.0
    size: str = ""  # "1280x720"
    rate: float | None = None  # pictures a second
    every: float | None = None  # s between the pictures of a strip


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmPlan:
    """A film that can be made."""

    target: Path
    view: str
    times: tuple[float, ...]  # s, in the recording
    size: tuple[int, int]  # px
    rate: float  # pictures a second
    robot: str = ""
    camera: str = ""
    follow: str = ""

    @property
    def is_strip(self) -> bool:
        return self.target.suffix == ".png"


def check_options(options: FilmOptions) -> None:
    """Refuse what no recording can be shown with."""
    _check_target(options.target)
    check_library(options.target)
    _check_view(options)
    _size(options)


def film_plan(options: FilmOptions, match: "RecordedMatch") -> FilmPlan:
    """Return a film that can be made, or raise an error that says what cannot."""
    check_options(options)
    if not match.robots:
        raise ConfigurationError("has no robots to show", file=match.recording.path)
    size = _size(options)
    times = _times(options, match)
    if options.target.suffix == ".gif" and len(times) * size[0] * size[1] * 4 > MAX_GIF:
        raise ConfigurationError(
            f"{len(times)} pictures of {size[0]}x{size[1]} are too much for one GIF; "
            "name a .webp or .mp4 file, or choose a smaller --size",
            file=options.target,
        )
    is_camera = options.view == "camera"
    robot = _robot(options.robot, match, "--robot") if is_camera else ""
    return FilmPlan(
        target=options.target,
        view=options.view,
        times=times,
        size=size,
        rate=_rate(options),
        robot=robot,
        camera=_camera(options.camera, robot, match) if is_camera else "",
        follow=_followed(options.follow, match),
    )


def _check_target(target: Path) -> None:
    if target.suffix not in ENDINGS:
        raise ConfigurationError(f"a film ends in {_listed(ENDINGS)}", file=target)
    if target.is_dir():
        raise ConfigurationError("cannot be written: it is a folder", file=target)
    if not target.parent.is_dir():
        raise ConfigurationError(
            f"cannot be written: there is no folder {target.parent}; create it first", file=target
        )
    if not os.access(target.parent, os.W_OK):
        raise ConfigurationError(
            f"cannot be written: no permission to write into {target.parent}", file=target
        )


def _check_view(options: FilmOptions) -> None:
    if options.view not in VIEWS:
        raise ConfigurationError(
            f"there is no view '{options.view}'.{did_you_mean(options.view, VIEWS)}"
        )
    if options.view == "camera":
        _refuse(options.follow, "--follow", "field and 3d")
        if not options.robot:
            raise ConfigurationError("--view camera needs a robot, such as --robot home/3")
    else:
        _refuse(options.robot, "--robot", "camera")
        _refuse(options.camera, "--camera", "camera")
    is_strip = options.target.suffix == ".png"
    if options.every is not None and not is_strip:
        raise ConfigurationError("--every is for strips, which end in .png")
    if is_strip and options.rate is not None:
        raise ConfigurationError("--rate is for films; a strip has --every")


def _refuse(value: str, option: str, views: str) -> None:
    if value:
        raise ConfigurationError(f"{option} is for --view {views}")


def _size(options: FilmOptions) -> tuple[int, int]:
    if not options.size:
        usual = TILE_SIZES if options.target.suffix == ".png" else SIZES
        return usual[options.view]
    width, _, height = options.size.lower().partition("x")
    if not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise ConfigurationError(f"--size {options.size} is not of the form 1280x720")
    size = int(width), int(height)
    if any(side % 2 or not MIN_SIDE <= side <= MAX_SIDE for side in size):
        raise ConfigurationError(
            f"--size {options.size}: width and height are even and within {MIN_SIDE} and {MAX_SIDE}"
        )
    return size


def _times(options: FilmOptions, match: "RecordedMatch") -> tuple[float, ...]:
    """Return the times of all pictures."""
    start, end = _span(options, match)
    if options.target.suffix == ".png":
        return _strip_times(start, end, options.every)
    _check_positive("--speed", options.speed, MAX_SPEED)
    step = options.speed / _rate(options)
    count = max(1, int((end - start) / step + 1e-6))
    return tuple((start + step * np.arange(count)).tolist())


def _strip_times(start: float, end: float, every: float | None) -> tuple[float, ...]:
    if every is None:
        return tuple(np.linspace(start, end, USUAL_TILES).tolist())
    _check_positive("--every", every)
    count = int((end - start) / every + 1e-6) + 1
    if count > MAX_TILES:
        raise ConfigurationError(
            f"a strip of {count} pictures; it has at most {MAX_TILES}, so raise --every"
        )
    return tuple((start + every * np.arange(count)).tolist())


def _span(options: FilmOptions, match: "RecordedMatch") -> tuple[float, float]:
    first, last = match.recording.start, match.recording.end
    start = first if options.start is None else options.start
    end = last if options.end is None else options.end
    held = f"the recording holds {first:.2f} s to {last:.2f} s"
    for option, time in (("--start", start), ("--end", end)):
        if not first - 0.01 <= time <= last + 0.01:
            raise ConfigurationError(f"{option} {time:g} is outside: {held}")
    if end <= start:
        raise ConfigurationError(f"--end {end:g} is not after --start {start:g}; {held}")
    return start, end


def _rate(options: FilmOptions) -> float:
    rate = RATES.get(options.target.suffix, 1.0) if options.rate is None else options.rate
    _check_positive("--rate", rate, 100.0)
    return rate


def _check_positive(option: str, value: float, most: float = 1e6) -> None:
    if not 0.0 < value <= most:
        raise ConfigurationError(f"{option} {value:g}; it is more than 0 and at most {most:g}")


def _robot(name: str, match: "RecordedMatch", option: str) -> str:
    """Return a robot's name as recordings have it: "home 3" for home/3."""
    robot = name.replace("/", " ")
    if robot not in match.robots:
        known = [known.replace(" ", "/") for known in match.robots]
        hint = did_you_mean(name.replace(" ", "/"), known)
        raise ConfigurationError(f"{option} {name}: no such robot is in the recording.{hint}")
    return robot


def _followed(name: str, match: "RecordedMatch") -> str:
    return name if name in ("", BALL) else _robot(name, match, "--follow")


def _camera(name: str, robot: str, match: "RecordedMatch") -> str:
    """Return a camera of the robot, by default its first one."""
    kind = match.kinds[robot]
    known = [camera.name for camera in kind.cameras] if kind is not None else []
    if not known:
        raise ConfigurationError(f"--robot {robot.replace(' ', '/')}: it has no camera")
    if name and name not in known:
        raise ConfigurationError(
            f"--camera {name}: {robot.replace(' ', '/')} has no such camera. {_listed(known)}?"
        )
    return name or known[0]


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
