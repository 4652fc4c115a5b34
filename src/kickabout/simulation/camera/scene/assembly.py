"""Static and moving objects in one set of arrays that is reused for each picture."""

from dataclasses import fields

import numpy as np

from kickabout.simulation.camera.scene.objects import SceneObjects

_NAMES = tuple(f.name for f in fields(SceneObjects))
_SPARE = 256  # primitives, so that arrays need not grow often


class Assembly:
    """Static objects first, then those of the current picture.

    Kernels get only these arrays, so that other layouts of a caller's arrays are not compiled for.
    Arrays are assumed to be unchanged if the same ones are given again: robots move, but keep
    their shapes and colors.
    """

    def __init__(self, standing: SceneObjects) -> None:
        self._starts = {name: len(getattr(standing, name)) for name in _NAMES}
        self._arrays = {name: getattr(standing, name).copy() for name in _NAMES}
        self._added = {name: array[:0] for name, array in self._arrays.items()}
        self._views: tuple[SceneObjects, SceneObjects] | None = None  # all and the moving ones

    def with_objects(self, objects: SceneObjects) -> tuple[SceneObjects, SceneObjects]:
        """Return all objects, and the moving ones; views that the next call overwrites."""
        resized = False
        for name in _NAMES:
            added, before = getattr(objects, name), self._added[name]
            if before is added:
                continue
            start, end = self._starts[name], self._starts[name] + len(added)
            resized |= len(added) != len(before)
            if end > len(self._arrays[name]):
                self._grow(name, end + _SPARE)
            self._arrays[name][start:end] = added
            self._added[name] = added
        if resized or self._views is None:
            self._views = self._all(), self._moving()
        return self._views

    def _all(self) -> SceneObjects:
        ends = {name: self._starts[name] + len(self._added[name]) for name in _NAMES}
        return SceneObjects(**{name: self._arrays[name][: ends[name]] for name in _NAMES})

    def _moving(self) -> SceneObjects:
        views = {}
        for name in _NAMES:
            start = self._starts[name]
            views[name] = self._arrays[name][start : start + len(self._added[name])]
        return SceneObjects(**views)

    def _grow(self, name: str, length: int) -> None:
        old, start = self._arrays[name], self._starts[name]
        grown = np.zeros((length, *old.shape[1:]), old.dtype)
        grown[:start] = old[:start]
        self._arrays[name] = grown
