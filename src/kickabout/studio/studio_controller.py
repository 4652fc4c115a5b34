"""The controller of a studio: shows one source, and switches between a match and its past."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs

from kickabout.recording import RecordingError
from kickabout.simulation.match.inspection import Question
from kickabout.studio.calibration import Calibrations
from kickabout.studio.motion_editor import MotionEditor
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.running_robot import RunningRobot
from kickabout.studio.sources.source import Moment, Source, Status, StudioError, TimelineEvent

INTRODUCTION = "introduction"  # the mode of a recording that is shown while a match cannot begin
LAYERS = "locations"  # folder in which a match searches layers by name
NOT_RECORDED = "this match is not recorded; play it with --record to look back"
MAX_NAME = 60  # letters; file systems count bytes, of which some letters have four


class StudioController:
    """A match with its growing recording, a recording alone, or robots elsewhere.

    Looking back pauses the match; `to_live` resumes it. Until a match can begin, another recording
    may be shown as an introduction.
    """

    def __init__(
        self,
        source: Source,
        *,
        history: Path | None = None,
        layers: Path | None = None,
        scripts: Path | None = None,
        motions: Path | None = None,
        read_only: bool = False,
    ) -> None:
        self.live = source if isinstance(source, LiveMatch) else None
        self.history = history
        self.layers = layers or platformdirs.user_config_path("kickabout") / LAYERS
        self.scripts = scripts
        self._motions = None if isinstance(source, RunningRobot) else MotionEditor(motions)
        self._calibrations = Calibrations(self.inspect)
        self.read_only = read_only
        self.notice = ""
        self._source: Source = source
        self._was_running = False
        self._lock = threading.RLock()

    @property
    def source(self) -> Source:
        """The source that is shown now."""
        return self._source

    @property
    def title(self) -> str:
        """What is shown: the name of a recording's file, or the match."""
        source = self._source
        if self.live is None and isinstance(source, RecordedMatch):
            return source.recording.path.name
        return "match"

    @property
    def time(self) -> float:
        """The time that is shown, in seconds."""
        source = self._source
        return source.transport.time if isinstance(source, RecordedMatch) else source.status().time

    @property
    def motions(self) -> MotionEditor:
        """The editor of motions; not on robots, whose processors it would overload."""
        if self._motions is None:
            raise StudioError(
                "a robot is too slow to show motions; open them in a studio elsewhere"
            )
        return self._motions

    @property
    def calibrations(self) -> Calibrations:
        """The calibration of cameras; not on robots, whose processors it would overload."""
        if self._motions is None:
            raise StudioError("a robot is too slow to calibrate itself; open a studio elsewhere")
        return self._calibrations

    @property
    def robots(self) -> Sequence[str]:
        return self._source.robots

    def stage(self) -> dict[str, Any]:
        return self._source.stage()

    def moment(self) -> Moment:
        return self._source.moment()

    def events(self) -> Sequence[TimelineEvent]:
        return self._source.events()

    def inspect(self, robot: str, question: Question) -> bytes:
        return self._source.inspect(robot, question)

    def status(self) -> Status:
        status = self._source.status()
        is_live = self.live is not None and not self.introduces
        end = self.live.match.time if self.live is not None and is_live else status.end
        back = self.history is not None or isinstance(self._source, RecordedMatch)
        read_only = self.read_only or status.read_only
        return replace(status, end=end, can_look_back=back, read_only=read_only, notice=self.notice)

    def introduce(self, path: Path) -> None:
        """Show a recording again and again until the match can begin."""
        with self._lock:
            introduction = RecordedMatch(path, mode=INTRODUCTION)
            introduction.transport.loops = True
            introduction.transport.play()
            self._source = introduction

    def begin_match(self) -> None:
        """Show the match instead of its introduction."""
        with self._lock:
            introduction, self.notice = self._source, ""
            assert self.live is not None
            self._source = self.live
            introduction.close()

    @property
    def introduces(self) -> bool:
        """Whether a recording is shown until the match can begin."""
        return isinstance(self._source, RecordedMatch) and self._source.mode == INTRODUCTION

    def shown_match(self) -> LiveMatch:
        """Return the match if it is shown now."""
        if self.live is None or self._source is not self.live:
            raise StudioError("this needs a running match; return to it with 'live'")
        return self.live

    def go_to(self, time: float) -> None:
        """Show another time; a match pauses and its recording is opened."""
        with self._lock:
            source = self._source
            if isinstance(source, LiveMatch):
                source = self._looking_back(source)
            elif isinstance(source, RecordedMatch) and self._grew_past(source, time):
                source = self._reopened(source)
            source.transport.go_to(time)

    def past(self) -> RecordedMatch:
        """Open what was recorded of the match so far, which goes on meanwhile."""
        if self.history is None:
            raise StudioError(NOT_RECORDED)
        return self._opened(self.history)

    def _grew_past(self, source: RecordedMatch, time: float) -> bool:
        is_past = self.live is not None and time > source.recording.end
        return is_past and not self.introduces

    def _looking_back(self, live: LiveMatch) -> RecordedMatch:
        if self.history is None:
            raise StudioError(NOT_RECORDED)
        self._was_running = live.status().running
        live.transport.pause()
        source = self._opened(self.history)
        self._source = source
        return source

    def _reopened(self, old: RecordedMatch) -> RecordedMatch:
        assert self.history is not None
        source = self._opened(self.history)
        self._source = source
        old.close()
        return source

    def _opened(self, path: Path) -> RecordedMatch:
        try:
            return RecordedMatch(path, mode="back", packages=self._packages())
        except RecordingError as error:
            raise StudioError(f"the match has no readable recording yet: {error}") from None

    def _packages(self) -> list[str]:
        """Return the packages whose modules the match runs anyway."""
        plans = self.live.match.plans if self.live is not None else ()
        return list(dict.fromkeys(name for plan in plans for name in plan.team.packages))

    def to_live(self) -> None:
        """Return to the match."""
        with self._lock:
            if self.live is None:
                raise StudioError("this studio has no match to return to")
            if self.introduces:
                raise StudioError("the match begins as soon as its code is compiled")
            old = self._source
            self._source = self.live
            if isinstance(old, RecordedMatch):
                old.close()
                if self._was_running:
                    self.live.transport.play()

    def layer_file(self, name: str) -> Path:
        """Return the file of a layer; only plain names, so that no other file can be written."""
        plain = name.replace("_", "").replace("-", "").isalnum()
        if not plain or len(name) > MAX_NAME:
            raise StudioError(
                f"'{name[:MAX_NAME]}' is not a valid name of a layer; "
                f"use at most {MAX_NAME} letters, digits, - and _"
            )
        return self.layers / f"{name}.toml"

    def script_text(self, name: str) -> str:
        """Return the text of a script, from the folder given at the start only."""
        if self.scripts is None:
            raise StudioError("the studio has no folder of scripts; start it with --scripts FOLDER")
        folder = self.scripts.resolve()
        path = (folder / name).with_suffix(".txt").resolve()
        if not path.is_relative_to(folder):
            raise StudioError(f"'{name}' is not in the folder of scripts")
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise StudioError(f"there is no script '{name}' in {folder}") from None

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        return self._source.change(robot, what, *arguments)

    def referee(self, call: Callable[[Any], None]) -> None:
        self._source.controls.referee(call)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._source.close()
        if self.live is not None:
            self.live.close()
