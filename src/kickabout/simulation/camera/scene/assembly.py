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

    def with_objects(self, objects: SceneObjects) -> tuple[SceneObjects, SceneObjects]:
        """Return all objects, and the moving ones; views that the next call overwrites."""
        everything, moving = {}, {}
        for name in _NAMES:
            start, added = self._starts[name], getattr(objects, name)
            end = start + len(added)
            if end > len(self._arrays[name]):
                self._grow(name, end + _SPARE)
            array = self._arrays[name]
            if self._added[name] is not added:
                array[start:end] = added
                self._added[name] = added
            everything[name], moving[name] = array[:end], array[start:end]
        return SceneObjects(**everything), SceneObjects(**moving)

    def _grow(self, name: str, length: int) -> None:
        old, start = self._arrays[name], self._starts[name]
        grown = np.zeros((length, *old.shape[1:]), old.dtype)
        grown[:start] = old[:start]
        self._arrays[name] = grown
