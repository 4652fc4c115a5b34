"""Kernels: from typed Python functions to compiled ones that keep their types."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

from kickabout.framework.compilation.cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile with numba, cached on disk and releasing the GIL.

    Unlike a bare `njit`, the result keeps the function's signature for type checkers.
    """
    return kernel_with()(function)


def kernel_with(**options: Any) -> Callable[[Function], Function]:
    """Return the decorator `kernel` with further options of numba's `njit`."""

    def compiled(function: Function) -> Function:
        dispatcher = njit(nogil=True, **options)(function)
        dispatcher._cache = KernelCache(function, dispatcher.targetoptions)
        return cast(Function, dispatcher)

    return compiled
