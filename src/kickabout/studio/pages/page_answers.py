"""Answers to what pages ask beyond the newest."""

import threading
from typing import Any

from kickabout.framework import KickaboutError
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


class PageAnswers:
    """Layouts from the user's folder; curves and behavior from the recording that is shown."""

    def __init__(self, controller: StudioController) -> None:
        self._controller = controller
        self._layouts = KeptLayouts(controller.layers.parent / "layouts")
        self._whole: WholeRecording | None = None
        self._source: RecordedMatch | None = None
        self._lock = threading.Lock()

    def answer(self, request: PageRequest) -> dict[str, Any]:
        match request:
            case Layouts():
                return {"ok": True, "layouts": self._layouts.all()}
            case KeepLayout():
                return {"ok": True, "text": self._kept(request)}
            case AskOverview():
                return {"ok": True, "curves": self._curves(request)}
            case AskBehavior():
                source, whole = self._opened()
                topic = source.topic_of(request.robot, "ActivationGraph")
                return {"ok": True, **whole.behavior(topic)}
            case AskPositions():
                return {"ok": True, **self._opened()[1].positions(request.time)}

    def _kept(self, request: KeepLayout) -> str:
        if request.layout is None:
            return f"deleted {self._layouts.remove(request.name)}"
        return f"saved to {self._layouts.keep(request.name, request.layout)}"

    def _curves(self, request: AskOverview) -> dict[str, Any]:
        if request.end <= request.start:
            raise StudioError(f"nothing lies between {request.start:g} s and {request.end:g} s")
        source, whole = self._opened()
        topics: dict[str, str] = {}
        problems: dict[str, Any] = {}
        for path in request.paths:
            try:
                topics[path] = source.topic_of(request.robot, path)
            except KickaboutError as error:
                problems[path] = {"problem": str(error)}
        start, end, points = request.start, request.end, request.points
        return problems | whole.overviews(topics, start=start, end=end, points=points)

    def _opened(self) -> tuple[RecordedMatch, WholeRecording]:
        """Return the recording that is shown, and the same file open once more."""
        source = self._controller.source
        if not isinstance(source, RecordedMatch):
            raise StudioError("only a recording holds what was before; look back first")
        with self._lock:
            if self._whole is None or self._source is not source:
                self.close()
                self._whole = WholeRecording(source.recording.path, list(source.packages))
                self._source = source
            return source, self._whole

    def close(self) -> None:
        if self._whole is not None:
            self._whole.close()
        self._whole = self._source = None
