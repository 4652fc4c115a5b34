"""Answers to what pages ask beyond the newest."""

import threading
from typing import Any

from kickabout.framework import KickaboutError, clock
from kickabout.studio.pages.kept_layouts import KeptLayouts
from kickabout.studio.pages.requests import (
    AskBehavior,
    AskOverview,
    AskPositions,
    KeepLayout,
    Layouts,
    PageRequest,
)
from kickabout.studio.pages.whole_recording import WholeRecording
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

READ_EVERY = 2.0  # s, after which the growing recording of a match may be read again


class PageAnswers:
    """Layouts from the user's folder; curves and behavior from the recording that is shown.

    While a match is shown, they come from what was recorded of it so far.
    """

    def __init__(self, controller: StudioController) -> None:
        self._controller = controller
        self._layouts = KeptLayouts(controller.layers.parent / "layouts")
        self._whole: WholeRecording | None = None
        self._source: RecordedMatch | None = None
        self._past: RecordedMatch | None = None  # of the match that is shown
        self._past_read_at = 0.0  # s
        self._past_size = 0  # bytes of its file
        self._lock = threading.Lock()

    def answer(self, request: PageRequest) -> dict[str, Any]:
        match request:
            case Layouts():
                return {"ok": True, "layouts": self._layouts.all()}
            case KeepLayout():
                return {"ok": True, "text": self._kept(request)}
            case AskOverview():
                return self._curves(request)
            case AskBehavior():
                source, whole = self._opened(request.end)
                topic = source.topic_of(request.robot, "ActivationGraph")
                return {"ok": True, **whole.behavior(topic), **self._growth(request.end)}
            case AskPositions():
                return {"ok": True, **self._opened(request.time)[1].positions(request.time)}

    def _kept(self, request: KeepLayout) -> str:
        if request.layout is None:
            return f"deleted {self._layouts.remove(request.name)}"
        return f"saved to {self._layouts.keep(request.name, request.layout)}"

    def _curves(self, request: AskOverview) -> dict[str, Any]:
        if request.end <= request.start:
            raise StudioError(f"nothing lies between {request.start:g} s and {request.end:g} s")
        source, whole = self._opened(request.end)
        topics: dict[str, str] = {}
        problems: dict[str, Any] = {}
        for path in request.paths:
            try:
                topics[path] = source.topic_of(request.robot, path)
            except KickaboutError as error:
                problems[path] = {"problem": str(error)}
        start, end, points = request.start, request.end, request.points
        curves = problems | whole.overviews(topics, start=start, end=end, points=points)
        return {"ok": True, "curves": curves, **self._growth(end)}

    def _opened(self, until: float) -> tuple[RecordedMatch, WholeRecording]:
        """Return the recording that is shown, or of the match; and the same file once more."""
        shown = self._controller.source
        with self._lock:
            source = shown if isinstance(shown, RecordedMatch) else self._past_until(until)
            if self._whole is None or self._source is not source:
                self._close_whole()
                self._whole = WholeRecording(source.recording.path, list(source.packages))
                self._source = source
            if self._past is not None and source is not self._past:
                self._past.close()
                self._past = None
            return source, self._whole

    def _past_until(self, until: float) -> RecordedMatch:
        """Return the match's recording, read again if it may have grown to a time since."""
        old = self._past
        if old is None or (old.recording.end < until and self._may_have_grown(old)):
            self._past, self._past_read_at = self._controller.past(), clock.monotonic()
            self._past_size = self._past.recording.path.stat().st_size
            if old is not None:
                old.close()
        assert self._past is not None
        return self._past

    def _may_have_grown(self, past: RecordedMatch) -> bool:
        is_late = clock.monotonic() - self._past_read_at > READ_EVERY
        return is_late and past.recording.path.stat().st_size != self._past_size

    def _growth(self, until: float) -> dict[str, Any]:
        """Return whether the match's file does not reach this time yet."""
        past = self._past
        return {"grows": past is not None and past.recording.end < until}

    def _close_whole(self) -> None:
        if self._whole is not None:
            self._whole.close()
        self._whole = self._source = None

    def close(self) -> None:
        with self._lock:
            self._close_whole()
            if self._past is not None:
                self._past.close()
            self._past = None
