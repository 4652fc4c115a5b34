"""Inspection of a running program: from its blackboards to JSON for people."""

import base64
import fnmatch
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from kickabout.framework import Agent, KickaboutError
from kickabout.framework.debug import DebugChannel, Kind, Message
from kickabout.framework.graph import Graph
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.representation import representation_named
from kickabout.framework.running.agent import Cycle
from kickabout.framework.running.executor import ThreadExecutor
from kickabout.framework.running.step import EVERY_CYCLE
from kickabout.framework.running.stopwatch import Stopwatch
from kickabout.pictures.camera_pictures import jpeg_of_yuyv
from kickabout.representations import CameraImage

LISTED = 64  # elements; larger arrays are only described
RECENT = 100  # cycles for statistics of times
JPEG_QUALITY = 80
NAMES_ONLY = "-"  # matches no name: modules then register drawings without drawing
DRAWN = (Kind.FIELD, Kind.IMAGE, Kind.SPACE)

CHANGES = ("override", "release", "freeze", "switch", "change_parameters")  # recorded

Boards = Mapping[str, Mapping[type, Any]]  # thread → representation → newest value


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The data of a program that an inspection asks for."""

    values: tuple[str, ...] = ()  # representations, or "thread/Representation"
    drawings: tuple[str, ...] = ()  # "RobotPose.pose", "BallTracker.*"
    parameters: tuple[str, ...] = ()  # modules
    draw: bool = False  # whether to collect drawings, or at least their names
    timings: bool = False
    images: bool = False
    graph: bool = False


def inspected(agent: Agent, question: Question) -> bytes:
    """Answer a question about a running program as JSON."""
    boards = {name: executor.published for name, executor in agent.threads.items()}
    answer: dict[str, Any] = {
        "time": max(executor.frame.time for executor in agent.threads.values()),
        "values": values_of(boards, question.values),
        "overrides": agent.overrides.active(),
        "refused": agent.overrides.refused,
    }
    probe = _probes.get(agent)
    if probe is not None or question.draw:
        probe = probe or _probes.setdefault(agent, Probe(agent))
        probe.listen(question.drawings if question.draw else None)
    if probe is not None and question.draw:
        shown, known = drawings_of(boards, question.drawings)
        answer["drawings"] = shown + probe.shown(question.drawings)
        answer["known_drawings"] = sorted(known | probe.known())
    if question.timings:
        answer["timings"] = {name: times_of(thread) for name, thread in agent.threads.items()}
    if question.images:
        answer["images"] = images_of(boards)
    if question.parameters:
        changed = agent.changed_parameters()
        answer["parameters"] = {
            module: parameters_of(agent.parameters(module), changed.get(module, {}))
            for module in question.parameters
        }
    if question.graph:
        answer["graph"] = graph_of(agent.graph)
    return as_json(answer)


def program_verbs(agent: Agent) -> dict[str, Callable[..., Any]]:
    """Return the functions that change a running program from outside, by name."""
    return {
        "override": agent.overrides.override,
        "release": agent.overrides.release,
        "freeze": agent.overrides.freeze,
        "switch": agent.switch,
        "change_parameters": lambda module, values: agent.change_parameters(module, **values),
        "changed_parameters": agent.changed_parameters,
        "save_parameters": agent.save_parameters,
    }


class Probe:
    """Keeps the latest drawings of the modules of a program while they are requested."""

    def __init__(self, agent: Agent) -> None:
        self._agent = weakref.proxy(agent)
        self._patterns: set[str] = set()
        self._messages: dict[tuple[str, str], Message] = {}
        self._lock = threading.Lock()  # threads of a live robot draw concurrently
        agent.watch(self._take)

    def listen(self, patterns: Iterable[str] | None) -> None:
        """Request exactly these drawings from now on; None: no drawings."""
        modules = [p for p in patterns or () if not _is_representation(p.partition(".")[0])]
        wanted = set(modules) | ({NAMES_ONLY} if patterns is not None else set())
        for pattern in self._patterns - wanted:
            self._agent.ignore(pattern)
        for pattern in wanted - self._patterns:
            self._agent.listen(pattern)
        self._patterns = wanted

    def known(self) -> set[str]:
        """Return the names of all drawings of the modules."""
        channels = [thread.debug for thread in self._agent.threads.values()]
        return {n for channel in channels for n, kind in channel.known.items() if kind in DRAWN}

    def shown(self, patterns: Iterable[str]) -> list[dict[str, Any]]:
        listed = list(patterns)
        with self._lock:
            messages = list(self._messages.items())
        return [
            _drawing(thread, message)
            for (thread, name), message in messages
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in listed)
        ]

    def _take(self, cycle: Cycle) -> None:
        if not self._patterns:
            return
        drawn = [m for m in cycle.debug if m.kind in DRAWN]
        with self._lock:
            for key in [key for key in self._messages if key[0] == cycle.thread]:
                del self._messages[key]
            for message in drawn:
                if not _is_representation(message.name.partition(".")[0]):
                    self._messages[cycle.thread, message.name] = message


_probes: "weakref.WeakKeyDictionary[Agent, Probe]" = weakref.WeakKeyDictionary()


def values_of(boards: Boards, names: Iterable[str]) -> dict[str, Any]:
    """Return representations by name; None for those that no thread has."""
    found: dict[str, Any] = {}
    for name in names:
        thread, _, kind = name.rpartition("/")
        representation = representation_named(kind)
        threads = [thread] if thread else list(boards)
        held = [b[representation] for t in threads if representation in (b := boards.get(t, {}))]
        found[name] = _plain(held[-1]) if held else None
    return found


def drawings_of(boards: Boards, patterns: Iterable[str]) -> tuple[list[dict[str, Any]], set[str]]:
    """Return the drawings of representations, and the names of all drawings they offer."""
    shown: list[dict[str, Any]] = []
    known: set[str] = set()
    done: set[int] = set()  # hand-overs put the same value on several boards
    for thread, board in boards.items():
        channel = DebugChannel()
        for pattern in (NAMES_ONLY, *patterns):
            channel.listen(pattern)
        for kind, value in board.items():
            draw = getattr(kind, "draw", None)
            if draw is None or id(value) in done:
                continue
            done.add(id(value))
            draw(value, channel.debug_of(kind.__name__))
        shown += [_drawing(thread, m) for m in channel.taken() if m.kind in DRAWN]
        known |= {name for name, kind_of in channel.known.items() if kind_of in DRAWN}
    return shown, known


def _drawing(thread: str, message: Message) -> dict[str, Any]:
    return {
        "thread": thread,
        "name": message.name,
        "kind": message.kind.value,
        "frame": message.detail,
        "shapes": message.content,
    }


def times_of(executor: ThreadExecutor) -> dict[str, Any]:
    """Return the times of the last cycles in ms, of the whole thread and each module."""
    rows = {"cycle": _recent(executor.cycle_stopwatch)}
    rows |= {step.node.name: _recent(step.stopwatch) for step in executor.steps}
    return {
        "rate": executor.graph.plan.rate,
        "cycles": executor.cycle_stopwatch.count,
        "misses": executor.deadline_misses,
        "rows": rows,
    }


def _recent(stopwatch: Stopwatch) -> list[float]:
    """Return minimum, quartiles and maximum of recent times."""
    times = stopwatch.latest(RECENT)
    if not len(times):
        return [0.0] * 5
    spread: list[float] = (np.quantile(times, (0.0, 0.25, 0.5, 0.75, 1.0)) * 1e-6).tolist()
    return spread


def images_of(boards: Boards) -> dict[str, str]:
    """Return camera images by thread, as JPEG in base64."""
    images = {}
    for thread, board in boards.items():
        image = board.get(CameraImage)
        if image is not None and image.height and thread not in images:
            data = jpeg_of_yuyv(image.yuyv, quality=JPEG_QUALITY)
            images[thread] = base64.b64encode(data).decode()
    return images


def parameters_of(parameters: object, changed: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of a module's parameters with their declarations."""
    return {
        name: {
            "value": _plain(getattr(parameters, name)),
            "default": _plain(info.default),
            "unit": info.unit,
            "low": info.low,
            "high": info.high,
            "doc": info.doc,
            "changed": name in changed,
        }
        for name, info in parameter_infos(type(parameters)).items()
    }


def graph_of(graph: Graph) -> list[dict[str, Any]]:
    """Return threads with their modules in order of execution, with inputs and outputs."""
    return [
        {
            "name": thread.name,
            "rate": thread.plan.rate,
            "camera": thread.plan.camera,
            "after": thread.plan.after,
            "inputs": thread.plan.inputs,
            "taken": [entry.key.representation.__name__ for entry in thread.hand_overs],
            "modules": [
                {
                    "name": node.name,
                    "station": node.declaration.station.split(".")[0],
                    "takes": [entry.representation.__name__ for entry in node.declaration.inputs],
                    "gives": [given.__name__ for given in node.provides if given],
                    "tunable": bool(parameter_infos(node.declaration.parameters)),
                    "cadence": "" if node.cadence == EVERY_CYCLE else str(node.cadence),
                }
                for node in thread.nodes
            ],
        }
        for thread in graph.threads
    ]


def as_json(value: object) -> bytes:
    """Encode a value as JSON for people; describe large arrays instead of listing them."""
    return _encoder.encode(value)


def _plain(value: object) -> Any:
    try:
        return msgspec.Raw(_encoder.encode(value))
    except (TypeError, ValueError):
        return repr(value)[:200]


def _hook(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        if value.size <= LISTED:
            return value.tolist()
        size = " × ".join(str(length) for length in value.shape)
        return f"{size} of {value.dtype}"
    if isinstance(value, np.generic):
        return value.item()
    if callable(value):
        return "function"
    raise TypeError(f"cannot show a {type(value).__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_hook)


def _is_representation(name: str) -> bool:
    try:
        representation_named(name)
    except KickaboutError:
        return False
    return True
