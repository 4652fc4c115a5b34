"""Cache of compiled kernels, in the user's cache folder and keyed by what a kernel is made of.

numba keeps compiled code beside its source and asks only whether that one file has changed. Here
the key is the content: the bytecode of a kernel and of every kernel it calls, the constants and
named tuples it refers to, its options, and the versions of the compiler. So compiled code
survives new clones and changed comments, and is never stale.
"""

import os
import pickle
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import platformdirs
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.serialize import dumps

from kickabout.framework.compilation.content import content_of

MAX_BYTES = 1 << 30
SUFFIX = ".kernel"
# What reading a damaged file, or one that names what is no more, ends with.
UNREADABLE = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, ValueError)


def cache_folder() -> Path:
    """Return the folder of compiled kernels; NUMBA_CACHE_DIR overrides the user's."""
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR)
    return platformdirs.user_cache_path("kickabout") / "kernels"


@dataclass(frozen=True, slots=True)
class CacheSize:
    """How much the cache holds."""

    files: int
    bytes: int


def cache_size() -> CacheSize:
    """Return how many kernels the cache holds, and their size."""
    sizes = [size for _, size, _ in _entries()]
    return CacheSize(len(sizes), sum(sizes))


def clear_cache() -> CacheSize:
    """Delete all compiled kernels; return what was there."""
    size = cache_size()
    for _, _, path in _entries():
        path.unlink(missing_ok=True)
    return size


def prune_cache(max_bytes: int = MAX_BYTES) -> None:
    """Delete the kernels not used for the longest time until the cache is within its bound."""
    total = 0
    for _, size, path in sorted(_entries(), reverse=True):
        total += size
        if total > max_bytes:
            path.unlink(missing_ok=True)


def _entries() -> list[tuple[float, int, Path]]:
    """Time of last use, size and path of each file in the cache."""
    found = []
    with suppress(OSError):  # there is no such folder
        for path in cache_folder().iterdir():
            with suppress(FileNotFoundError):  # another process has just deleted it
                if path.suffix == SUFFIX or SUFFIX + "." in path.name:
                    status = path.stat()
                    found.append((status.st_mtime, status.st_size, path))
    return found


class KernelFiles:
    """One file for each signature of a kernel; stands in for numba's index and data files.

    Without an index, processes that compile the same kernel at the same time cannot mix up files.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self._function = function
        self._options = options
        self._content = b""  # taken at the first use, when all that the kernel calls is defined

    def has(self, key: object) -> bool:
        """Whether something was saved for this signature."""
        return self._path(key).exists()

    def load(self, key: object) -> Any:
        """Return what was saved for this signature; None if there is nothing readable."""
        path = self._path(key)
        if passes_kernels(key):
            return None
        try:
            saved_key, data = pickle.loads(path.read_bytes())
            os.utime(path)  # it was used now
        except UNREADABLE:
            return None
        return data if saved_key == key else None

    def save(self, key: object, data: object) -> None:
        """Keep compiled code for this signature."""
        if passes_kernels(key):
            return
        path = self._path(key)
        unfinished = path.with_name(f"{path.name}.{uuid4().hex[:8]}")
        try:
            _make_room(os.getpid())
            unfinished.write_bytes(dumps((key, data)))
            unfinished.replace(path)
        except OSError as error:
            with suppress(OSError):
                unfinished.unlink()
            warnings.warn(f"cannot keep compiled code: {error}", RuntimeWarning, stacklevel=2)

    def _path(self, key: object) -> Path:
        if not self._content:
            self._content = content_of(self._function, self._options)
        name = f"{self._function.__module__}.{self._function.__name__}"
        digest = sha256(self._content + repr(key).encode()).hexdigest()
        return cache_folder() / f"{name[-80:]}-{digest[:24]}{SUFFIX}"


def passes_kernels(key: object) -> bool:
    """Whether an argument is itself a kernel, which is known only by its address in memory."""
    return " at 0x" in repr(key)


@cache
def _make_room(process: int) -> None:
    """Prune the cache once in this process, before it adds something."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    prune_cache()


class _Locator(_CacheLocator):
    """A locator by which numba can cache any function."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Self:
        return cls()

    def ensure_cache_path(self) -> None:
        """`KernelFiles` makes the folder."""

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> None:
        """`KernelFiles` names files by content."""

    def get_disambiguator(self) -> str:
        return ""


class _Compiled(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 (numba reads it from the class)


class KernelCache(FunctionCache):
    """numba's cache of one function, with files keyed by content."""

    _impl_class = _Compiled

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function)
        self._cache_file = KernelFiles(function, options)

    def holds(self, signature: object, target: Any) -> bool:
        """Whether compiled code for this signature is kept."""
        return self._cache_file.has(self._index_key(signature, target.codegen()))
