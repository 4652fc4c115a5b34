"""Editing motions: from the text of key frames or kicks to postures over time."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kickabout.framework.teams.toml_file import TomlFile, toml_of
from kickabout.motion.keyframes import keyframe_file
from kickabout.motion.keyframes.keyframe_file import motion_in
from kickabout.motion.kick import bezier_kick
from kickabout.motion.kick.bezier_kick import read_kick
from kickabout.robots.kind import robot_kind
from kickabout.robots.nao.configuration import NAO
from kickabout.studio.motion_shows import KeyframeShow, KickShow, Show, Start, kinematic, simulated
from kickabout.studio.sources.source import StudioError
from kickabout.studio.sources.stage import body_of

KICK = "kick "  # before the names of standing kicks


class MotionEditor:
    """The motions of the configuration, and the user's folder of the robot for changed ones."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or NAO.user_folder
        self._simulating = threading.Lock()  # one at a time, as a match may run at the same time

    def body(self) -> dict[str, Any]:
        """Return what draws the robot that moves, as a part of a stage."""
        return body_of(robot_kind(NAO.robot))

    def names(self) -> list[str]:
        return sorted(self._names())

    def _names(self) -> Iterator[str]:
        for sort, prefix in ((keyframe_file.SORT, ""), (bezier_kick.SORT, KICK)):
            saved = (path.stem for path in (self.folder / sort).glob("*.toml"))
            yield from {prefix + name for name in (*NAO.names(sort), *saved)}

    def text(self, name: str) -> str:
        """Return the text of a motion, from the user's folder or else from the configuration."""
        saved = self._file(name)
        path = saved if saved.is_file() else NAO.find(_sort(name), name.removeprefix(KICK))
        return path.read_text(encoding="utf-8")

    def shown(self, name: str, text: str, start: Start | None) -> dict[str, Any]:
        """Return postures over time; without a start they are kinematic, with one simulated."""
        show = self._show(name, toml_of(text, self._file(name)))
        if start is None:
            return show.page_data(kinematic(show))
        with self._simulating:
            return show.page_data(simulated(show, start))

    def save(self, name: str, text: str) -> Path:
        """Write a valid motion to the user's folder."""
        path = self._file(name)
        self._show(name, toml_of(text, path))
        new = path.with_suffix(".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8")
            new.replace(path)
        except OSError as error:
            raise StudioError(f"{path}: cannot be written: {error.strerror}") from None
        return path

    def _show(self, name: str, file: TomlFile) -> Show:
        return KickShow(read_kick(file)) if name.startswith(KICK) else KeyframeShow(motion_in(file))

    def _file(self, name: str) -> Path:
        stem = name.removeprefix(KICK)
        if not stem or not stem.replace("_", "").replace("-", "").isalnum():
            raise StudioError(
                f"'{name}' is not a valid name of a motion; use letters, digits, - and _"
            )
        return self.folder / _sort(name) / f"{stem}.toml"


def _sort(name: str) -> str:
    return bezier_kick.SORT if name.startswith(KICK) else keyframe_file.SORT
