"""Kernels: from typed Python functions to compiled ones that keep their types."""

import types
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar, cast

import numpy as np
from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


class CacheFile(Protocol):
    """The part of numba's cache that says what the compiled code was made from."""

    _source_stamp: object


def kernel(function: Function) -> Function:
    """Compile with numba, cached on disk and releasing the GIL.

    Unlike a bare `njit`, the result keeps the function's signature for type checkers, and it
    is compiled anew when a kernel or a constant that it uses changes in another file.
    """
    compiled = njit(cache=True, nogil=True)(function)
    cache_file = cache_file_of(compiled)
    if cache_file is not None:
        # numba looks at the time of the function's own file only
        cache_file._source_stamp = (cache_file._source_stamp, *stamps_of_used(function))
    return cast(Function, compiled)


def stamps_of_used(function: Callable[..., Any]) -> Iterator[object]:
    """Something that changes with each kernel and constant the function refers to."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType):
            for attribute in names:
                cache_file = cache_file_of(getattr(value, attribute, None))
                if cache_file is not None:
                    yield attribute, cache_file._source_stamp
        elif isinstance(value, np.ndarray):
            yield name, value.dtype.str, value.shape, value.tobytes()
        elif isinstance(value, int | float | tuple):
            yield name, value
        else:
            cache_file = cache_file_of(value)
            if cache_file is not None:
                yield name, cache_file._source_stamp


def cache_file_of(value: object) -> CacheFile | None:
    """Where numba keeps the compiled code of a kernel; None for anything else."""
    return getattr(getattr(value, "_cache", None), "_cache_file", None)
