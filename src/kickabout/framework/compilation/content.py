"""What a compiled kernel is made of, as a digest: equal digests mean equal compiled code."""

import sys
import types
from collections.abc import Callable, Iterator
from enum import Enum
from hashlib import sha256
from importlib.metadata import version
from typing import Any, get_args

import numpy as np
from numba.core.dispatcher import Dispatcher

LIBRARIES = ("numba", "llvmlite", "numpy")
COMPILER = (sys.version, *map(version, LIBRARIES))


def content_of(function: Callable[..., Any], options: dict[str, Any]) -> bytes:
    """Return a digest of all that a kernel's compiled code depends on but its signature."""
    content = _Content()
    content.add(COMPILER, sorted(options.items(), key=lambda item: item[0]))
    content.add_function(function)
    return content.digest.digest()


class _Content:
    """Collects a function and, once each, everything it refers to."""

    def __init__(self) -> None:
        self.digest = sha256()
        self._known: dict[object, int] = {}

    def add(self, *values: object) -> None:
        for value in values:
            self._add(value)

    def add_function(self, function: Any) -> None:
        """Add a function by its names, bytecode, annotations and all that it refers to."""
        if self._is_known(function):
            return
        self.add(function.__module__, function.__qualname__, function.__defaults__)
        self.add(list(function.__annotations__.values()))
        self._add_code(function.__code__, function.__doc__)
        self.add(*(cell.cell_contents for cell in function.__closure__ or ()))
        for name, value in _referred(function.__code__, function.__globals__):
            self.add(name, value)

    def _add(self, value: object) -> None:
        match value:
            case Dispatcher():
                self._text("kernel")
                self.add(value.targetoptions)
                self.add_function(value.py_func)
            case np.ndarray():
                self._text(f"array {value.dtype.str} {value.shape}")
                self.digest.update(value.tobytes())
            case list() | tuple():
                self._text(f"{type(value).__name__} {len(value)}")
                self.add(*value)
            case set() | frozenset():
                self.add("set", sorted(map(repr, value)))
            case dict():
                self.add("dict", sorted(value.items(), key=repr))
            case type():
                self._add_type(value)
            case types.FunctionType() if value.__module__.partition(".")[0] not in LIBRARIES:
                self.add_function(value)
            case types.CodeType():
                self._add_code(value, None)
            case types.ModuleType():
                self._text(value.__name__)
            case _:
                self._add_plain(value)

    def _add_plain(self, value: object) -> None:
        arguments = get_args(value)  # of an annotation such as tuple[Wall, ...]
        if arguments:
            self._text(str(value))
            self.add(*arguments)
        elif isinstance(value, bool | int | float | complex | str | bytes | Enum | np.generic):
            self._text(f"{type(value).__name__} {value!r}")
        else:
            self._text(type(value).__qualname__)

    def _add_type(self, kind: type) -> None:
        self._text(f"{kind.__module__}.{kind.__qualname__}")
        if issubclass(kind, Enum):
            self.add(*kind)
        elif hasattr(kind, "_fields") and not self._is_known(kind):
            self.add(*kind._fields, *kind.__annotations__.values())

    def _add_code(self, code: types.CodeType, doc: str | None) -> None:
        constants = code.co_consts
        if doc is not None and constants and constants[0] == doc:
            constants = constants[1:]  # what a function's docstring says does not matter
        self.digest.update(code.co_code)
        self.add(constants, code.co_names, code.co_varnames, code.co_freevars, code.co_flags)
        self.add(code.co_argcount, code.co_exceptiontable)

    def _is_known(self, value: object) -> bool:
        """Whether this is part of the digest already; its number stands for it then."""
        number = self._known.get(value)
        if number is not None:
            self._text(f"again {number}")
            return True
        self._known[value] = len(self._known)
        return False

    def _text(self, text: str) -> None:
        data = text.encode()
        self.digest.update(len(data).to_bytes(4, "little"))
        self.digest.update(data)


def _referred(code: types.CodeType, names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The globals that bytecode refers to, and the attributes it may take of modules."""
    for name in code.co_names:
        if name not in names:
            continue  # a builtin, or an attribute
        value = names[name]
        yield name, value
        if isinstance(value, types.ModuleType) and value.__name__ not in LIBRARIES:
            for attribute in code.co_names:
                if hasattr(value, attribute):
                    yield attribute, getattr(value, attribute)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _referred(constant, names)


def kernels_used_by(kernel: Dispatcher) -> set[Dispatcher]:
    """Return the kernels that a kernel calls, directly or through others."""
    found: set[Dispatcher] = set()
    open_ends = [kernel]
    while open_ends:
        function = open_ends.pop().py_func
        values = [value for _, value in _referred(function.__code__, function.__globals__)]
        called = {value for value in values if isinstance(value, Dispatcher)} - found
        found |= called
        open_ends.extend(called)
    return found
