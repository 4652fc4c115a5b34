"""The pictures of the documentation, all made from seeds: run by `make pictures`.

docs/pictures/sources.toml names what each picture shows, with a hash of these sources: a picture
is up to date as long as they are the same.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from docs import (
    aibo_camera_pictures,
    aibo_pictures,
    germanteam_pictures,
    percept_pictures,
)

from examples import camera_gallery
from kickabout import Match
from kickabout.evaluation.trials.motion_by_hand import get_up_by_hand, kick_by_hand, walk_by_hand
from kickabout.film.film import make_film
from kickabout.film.plan import FilmOptions, film_plan
from kickabout.recording import Recorder
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.studio.sources.recorded_match import RecordedMatch

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
MANIFEST = FOLDER / "sources.toml"
LINE_UP = ((-4.2, 0.0), (-0.7, 0.3), (-1.6, 1.4), (-1.6, -1.4), (-2.8, 0.5))  # m, own field frame
SOURCES = (".py", ".js", ".css", ".html")
START, END = 2.0, 15.0  # s of the match


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A picture, how it is made, and what it shows."""

    name: str
    maker: str
    shows: tuple[str, ...]  # files and folders
    sources: str  # hash of these when the picture was made


def entries() -> list[Entry]:
    """Return the entries of the manifest."""
    content = tomlkit.parse(MANIFEST.read_text(encoding="utf-8")).unwrap()
    return [
        Entry(
            name=name,
            maker=str(value["maker"]),
            shows=tuple(value["shows"]),
            sources=str(value.get("sources", "")),
        )
        for name, value in content.items()
    ]


def hash_of(paths: Sequence[str], root: Path = ROOT) -> str:
    """Return a hash of names and contents of files, and of the source files of folders."""
    digest = hashlib.sha256()
    for path in paths:
        found = root / path
        inside = [file for file in found.rglob("*") if file.suffix in SOURCES]
        for file in [found] if found.is_file() else sorted(inside):
            digest.update(str(file.relative_to(root).as_posix()).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def outdated(listed: Sequence[Entry], root: Path = ROOT) -> list[str]:
    """Return the names of pictures whose sources have changed since they were made."""
    return [entry.name for entry in listed if hash_of(entry.shows, root) != entry.sources]


def make_pictures(names: Sequence[str] = ()) -> None:
    """Make pictures by their names, or those that are outdated, and renew the manifest."""
    listed = entries()
    wanted = set(names or outdated(listed))
    chosen = [entry for entry in listed if entry.name in wanted]
    for maker in dict.fromkeys(entry.maker for entry in chosen):
        MAKERS[maker](FOLDER)
    for entry in listed:
        if entry.maker in {one.maker for one in chosen}:
            _renew(entry)


def _renew(entry: Entry) -> None:
    document = tomlkit.parse(MANIFEST.read_text(encoding="utf-8"))
    document[entry.name]["sources"] = hash_of(entry.shows)
    MANIFEST.write_text(tomlkit.dumps(document), encoding="utf-8")


def _in_play() -> Scene:
    """Return five against five around the ball, with the game in progress."""
    robots = tuple(
        RobotPlan(number=number, pose=(x, y, 0.0)) for number, (x, y) in enumerate(LINE_UP, 1)
    )
    home = TeamPlan(color="blue", number=1, robots=robots)
    away = TeamPlan(color="red", number=2, robots=robots)
    return Scene(home=home, away=away, referee=RefereePlan(start="playing"))


def _film_match(folder: Path) -> None:
    """Play a match and film it from the stand."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "match.mcap"
        with Match(
            "bhuman2019",
            "hulks2021",
            scene=_in_play(),
            fidelity="truth",
            seed=4,
            recorder=lambda: Recorder(path),
        ) as match:
            match.run(END + 0.1)
        recorded = RecordedMatch(path)
        try:
            options = FilmOptions(
                target=folder / "match.webp",
                view="3d",
                start=START,
                end=END,
                size="640x360",
                rate=10.0,
            )
            make_film(film_plan(options, recorded), recorded)
        finally:
            recorded.close()


def _motions(folder: Path) -> None:
    """Make strips of single motions of one robot."""
    walk_by_hand((0.3, 0.0, 0.0), seconds=4.0, seed=1, picture=folder / "motion_walk.png")
    kick_by_hand(
        "forward_long", standing=False, left=False, seed=1, picture=folder / "motion_kick.png"
    )
    get_up_by_hand("back", seed=1, picture=folder / "motion_getup.png")


def _studio(folder: Path) -> None:
    """Take the screenshots of the browser tests."""
    command = [sys.executable, "-m", "pytest", "-m", "browser", "tests/browser"]
    environment = {**os.environ, "KICKABOUT_PICTURES": str(folder), "CI": "true"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


MAKERS: dict[str, Callable[[Path], None]] = {
    "film": _film_match,
    "cameras": camera_gallery.main,
    "percepts": percept_pictures.main,
    "motions": _motions,
    "aibos": aibo_pictures.main,
    "aibo_cameras": aibo_camera_pictures.main,
    "germanteam": germanteam_pictures.main,
    "studio": _studio,
}


if __name__ == "__main__":
    make_pictures(sys.argv[1:])
