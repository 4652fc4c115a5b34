"""The sector wheel: from obstacles around a point to the nearest one in each direction."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped


class SectorKind(Enum):
    """The kind of the nearest object in a sector."""

    FREE = "free"
    OBSTACLE = "obstacle"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Sector:
    """Directions from `start` to `end` (rad, start < end) and the nearest object there."""

    start: float
    end: float
    distance: float = math.inf  # m
    kind: SectorKind = SectorKind.FREE

    @property
    def size(self) -> float:
        return self.end - self.start

    @property
    def middle(self) -> float:
        return 0.5 * (self.start + self.end)

    def contains(self, angle: float) -> bool:
        return self.start <= angle < self.end


class SectorWheel:
    """Sectors that cover the circle [−pi, pi); nearer objects hide farther ones."""

    def __init__(self, center: Vector2[Field]) -> None:
        self.center = center
        self.sectors: list[Sector] = [Sector(-math.pi, math.pi)]

    def add_circle(self, position: Vector2[Field], radius: float, kind: SectorKind) -> None:
        """Add a circle; if it contains the center, it fills the half circle on its side."""
        offset = position - self.center
        distance = offset.norm
        half = math.asin(radius / distance) if distance > radius else 0.5 * math.pi
        self.add_range(offset.angle - half, offset.angle + half, distance=distance, kind=kind)

    def add_range(self, start: float, end: float, *, distance: float, kind: SectorKind) -> None:
        """Add directions from start counterclockwise to end."""
        if end - start >= 2.0 * math.pi:
            self._insert(Sector(-math.pi, math.pi, distance, kind))
            return
        start, end = _turned(start), _turned(end)
        if start <= end:
            self._insert(Sector(start, end, distance, kind))
        else:
            self._insert(Sector(start, math.pi, distance, kind))
            self._insert(Sector(-math.pi, end, distance, kind))

    def at(self, angle: float) -> Sector:
        turned = _turned(angle)
        return next(s for s in reversed(self.sectors) if s.start <= turned)

    def of_kind(self, *kinds: SectorKind) -> list[Sector]:
        """Return the sectors of some kinds; sectors that meet at ±pi are not merged."""
        return [sector for sector in self.sectors if sector.kind in kinds]

    def _insert(self, new: Sector) -> None:
        if new.size <= 0.0:
            return
        pieces: list[Sector] = []
        for old in self.sectors:
            pieces += _pieces(old, new)
        self.sectors = _merged(pieces)


def _turned(angle: float) -> float:
    """Return the angle in [−pi, pi)."""
    turned = wrapped(angle)
    return turned if turned < math.pi else -math.pi


def _pieces(old: Sector, new: Sector) -> Iterable[Sector]:
    start, end = max(old.start, new.start), min(old.end, new.end)
    if start >= end or new.distance >= old.distance:
        yield old
        return
    if old.start < start:
        yield replace(old, end=start)
    yield Sector(start, end, new.distance, new.kind)
    if end < old.end:
        yield replace(old, start=end)


def _merged(pieces: list[Sector]) -> list[Sector]:
    merged = [pieces[0]]
    for piece in pieces[1:]:
        last = merged[-1]
        if (piece.kind, piece.distance) == (last.kind, last.distance):
            merged[-1] = replace(last, end=piece.end)
        else:
            merged.append(piece)
    return merged
