"""Deep equality of frozen data with arrays in it."""

import dataclasses

import msgspec
import numpy as np

from kickabout.framework.paths import field_names


def same(a: object, b: object) -> bool:
    """Return whether types, shapes and all bits are equal; functions are not compared."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and a.tobytes() == b.tobytes()
    if dataclasses.is_dataclass(a) or isinstance(a, msgspec.Struct):
        return all(same(getattr(a, name), getattr(b, name)) for name in field_names(type(a)))
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return callable(a) or a == b or (a != a and b != b)
