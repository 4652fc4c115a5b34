"""Soundscape: all sounds around a field, the same in every process."""

import dataclasses
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator

import numpy as np

from kickabout.simulation.ears.background import Background
from kickabout.simulation.ears.events import WHISTLES, SoundEvent, SoundKind
from kickabout.simulation.ears.playback import Playback, Recorder, drawn_duration
from kickabout.simulation.ears.settings import SPEED_OF_SOUND, Microphones, Point, SoundSettings

_SLOT = 10.0  # s; random sounds are drawn slot by slot
_KEPT_PLAYBACKS = 8
_MOUTH_HEIGHT = 1.6  # m

Listening = tuple[tuple[Point, ...], int]  # microphone positions and rate


class Soundscape:
    """Given and random events, and the tables from which they are sampled.

    Each worker process builds its own one from the same settings, seed and events. Nothing here
    depends on the listener, the time or the order of calls, so that all robots hear the same.
    """

    def __init__(self, settings: SoundSettings | None = None, seed: int = 0) -> None:
        self.settings = settings or SoundSettings()
        self.seed = seed
        self.events: list[SoundEvent] = []
        self._slots: dict[int, tuple[SoundEvent, ...]] = {}
        self._recorders: dict[Listening, Recorder] = {}
        self._backgrounds: dict[Listening, Background] = {}
        self._playbacks: OrderedDict[tuple[SoundEvent, Listening], Playback] = OrderedDict()

    def add(self, event: SoundEvent) -> SoundEvent:
        """Add an event; return it with a random duration if it had none."""
        hall = self.settings.hall
        if not (math.isfinite(event.start) and hall.contains(event.position_in_field)):
            raise ValueError(
                f"{event.kind} at {event.position_in_field}, {event.start} s: "
                f"the position must be inside the hall, from {hall.corners[0]} to {hall.corners[1]}"
            )
        if event.strength < 0.0 or not 0.0 <= event.duration <= 20.0:
            raise ValueError(
                f"{event.kind} with strength {event.strength} for {event.duration} s: the strength "
                "must not be negative and the duration at most 20 s"
            )
        self.events.append(self._timed(event))
        return self.events[-1]

    def whistle(
        self,
        time: float,
        *,
        position_in_field: Point,
        kind: SoundKind = SoundKind.FOX40,
        strength: float = 1.0,
        duration: float = 0.0,
    ) -> SoundEvent:
        """Add one blow of a whistle."""
        if kind not in WHISTLES:
            raise ValueError(f"{kind} is not a whistle; whistles are {', '.join(WHISTLES)}")
        return self.add(
            SoundEvent(
                kind=kind,
                start=time,
                position_in_field=position_in_field,
                strength=strength,
                duration=duration,
                seed=len(self.events),
            )
        )

    def audible(self, begin: float, end: float) -> Iterator[SoundEvent]:
        """Yield the events that are audible somewhere in the hall between two times."""
        first = math.floor((begin - self.reach - 20.0) / _SLOT)
        for slot in range(max(first, 0), math.floor(end / _SLOT) + 1):
            yield from self._audible(self._random_events(slot), begin=begin, end=end)
        yield from self._audible(self.events, begin=begin, end=end)

    def _audible(
        self, events: Iterable[SoundEvent], *, begin: float, end: float
    ) -> Iterator[SoundEvent]:
        for event in events:
            if event.start < end and event.start + event.duration + self.reach > begin:
                yield event

    @property
    def reach(self) -> float:
        """Return the seconds after which the last echo of a sound has decayed."""
        hall = self.settings.hall
        across = math.hypot(hall.length, hall.width, hall.height) / SPEED_OF_SOUND
        return (1 + hall.reflections) * across + hall.reverberation_time

    def background(self, microphones: Microphones) -> Background:
        key = (microphones.positions_in_head, microphones.rate)
        if key not in self._backgrounds:
            self._backgrounds[key] = Background(
                rate=microphones.rate, positions=microphones.positions_in_head, seed=self.seed
            )
        return self._backgrounds[key]

    def playback(self, event: SoundEvent, microphones: Microphones) -> Playback:
        """Return the tables of an event, which are made on first use and kept."""
        listening = (microphones.positions_in_head, microphones.rate)
        key = (event, listening)
        if key not in self._playbacks:
            self._playbacks[key] = self._recorder(listening).playback(event)
            if len(self._playbacks) > _KEPT_PLAYBACKS:
                self._playbacks.popitem(last=False)
        self._playbacks.move_to_end(key)
        return self._playbacks[key]

    def _recorder(self, listening: Listening) -> Recorder:
        if listening not in self._recorders:
            positions, rate = listening
            self._recorders[listening] = Recorder(
                self.settings.hall, positions=positions, rate=rate, seed=self.seed
            )
        return self._recorders[listening]

    def _timed(self, event: SoundEvent) -> SoundEvent:
        if event.duration > 0.0:
            return event
        return dataclasses.replace(event, duration=drawn_duration(event, self.seed))

    def _random_events(self, slot: int) -> tuple[SoundEvent, ...]:
        if slot not in self._slots:
            self._slots[slot] = tuple(self._draw_slot(slot))
        return self._slots[slot]

    def _draw_slot(self, slot: int) -> Iterator[SoundEvent]:
        crowd = self.settings.crowd
        rates = {
            SoundKind.CHEERING: crowd.cheers_per_minute,
            SoundKind.CLAPPING: crowd.applauses_per_minute,
            SoundKind.SPEECH: crowd.calls_per_minute,
            SoundKind.MUSIC: crowd.songs_per_minute,
        }
        for stream, (kind, rate) in enumerate(rates.items()):
            random = np.random.default_rng([self.seed, 4, stream, slot])
            for index in range(int(random.poisson(rate * _SLOT / 60.0))):
                event = SoundEvent(
                    kind=kind,
                    start=(slot + float(random.random())) * _SLOT,
                    position_in_field=self._position_in_crowd(random),
                    strength=float(random.uniform(0.4, 1.2)),
                    seed=1_000_000 + 100 * slot + index,
                )
                yield self._timed(event)

    def _position_in_crowd(self, random: np.random.Generator) -> Point:
        """Return a position behind one of the four edges of the carpet, but inside the hall."""
        crowd, (lower, upper) = self.settings.crowd, self.settings.hall.corners
        along, edge = random.uniform(-1.0, 1.0), int(random.integers(4))
        side = 1.0 if edge % 2 else -1.0
        half = np.array(crowd.carpet_half_size) + crowd.distance
        position = half * ((side, along) if edge < 2 else (along, side))
        inside = np.clip(position, np.array(lower[:2]) + 0.1, np.array(upper[:2]) - 0.1)
        return float(inside[0]), float(inside[1]), _MOUTH_HEIGHT
