"""Whole recordings: curves and behavior over all of their time, read on while pages ask."""

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kickabout.framework import KickaboutError
from kickabout.recording import Recording
from kickabout.studio.pages.behavior_spans import BehaviorSpans
from kickabout.studio.pages.overview import Overview
from kickabout.studio.sources.recorded_moments import TRUTH

BUDGET = 0.35  # s, of one answer
MAX_CURVES = 200  # kept; beyond, the oldest are forgotten


class WholeRecording:
    """A recording that is read beside the one that is watched, which never waits for it."""

    def __init__(self, path: Path, packages: list[str]) -> None:
        self._files = ExitStack()
        self._recording = self._files.enter_context(Recording(path, packages=packages))
        self._lock = threading.Lock()
        self._curves: dict[tuple[str, str], Overview] = {}
        self._behaviors: dict[str, BehaviorSpans] = {}

    def overviews(
        self, topics: dict[str, str], *, start: float, end: float, points: int
    ) -> dict[str, Any]:
        """Return the curve of each path, which is found in a topic; or why it has none."""
        found: dict[str, Any] = {}
        with self._lock:
            for path, topic in topics.items():
                try:
                    curve = self._curve(topic, path)
                    curve.scan.advance(BUDGET / len(topics))
                    found[path] = curve.answer(start=start, end=end, points=points)
                except KickaboutError as error:
                    found[path] = {"problem": str(error)}
        return found

    def _curve(self, topic: str, path: str) -> Overview:
        if (topic, path) not in self._curves:
            while len(self._curves) >= MAX_CURVES:
                self._curves.pop(next(iter(self._curves)))
            self._curves[topic, path] = Overview(self._recording, topic, path)
        return self._curves[topic, path]

    def behavior(self, topic: str) -> dict[str, Any]:
        """Return which options were active when, in the topic of an activation graph."""
        with self._lock:
            if topic not in self._behaviors:
                self._behaviors[topic] = BehaviorSpans(self._recording, topic)
            spans = self._behaviors[topic]
            spans.scan.advance(BUDGET)
            return spans.answer()

    def positions(self, time: float) -> dict[str, Any]:
        """Return where ball and robots were at a time; nothing without ground truth."""
        with self._lock:
            known = TRUTH in self._recording.topics
            world = self._recording.value(TRUTH, time) if known else None
        if world is None:
            return {"ball": None, "robots": {}}
        places = [row[:2].tolist() for row in world.torso_positions]
        robots = dict(zip(world.robots, places, strict=True))
        return {"ball": world.ball_position[:2].tolist(), "robots": robots}

    def close(self) -> None:
        with self._lock:
            self._files.close()
