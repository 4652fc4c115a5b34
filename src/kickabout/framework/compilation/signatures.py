"""Signatures: from the types a kernel was compiled for to lines of text, and back."""

from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any, TypeAlias

import msgspec
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.types.containers import BaseNamedTuple, BaseTuple

# A scalar by name, or a list of the kind of type and its parts.
TypeText: TypeAlias = str | list[Any]


class KernelSignature(msgspec.Struct, frozen=True, kw_only=True):
    """A kernel, the types of its arguments, and what needs it."""

    kernel: str  # module:name
    arguments: tuple[TypeText, ...]
    seconds: float = 0.0  # of compilation, once on one machine
    needed_by: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """The kernel and its types, hashable."""
        return self.kernel, repr(self.arguments)

    def resolved(self) -> tuple[Dispatcher, tuple[types.Type, ...]]:
        """Return the kernel and its argument types; LookupError if this code has none of them."""
        try:
            dispatcher = resolve_name(self.kernel)
            arguments = tuple(map(_type, self.arguments))
        except (AttributeError, ImportError, TypeError, ValueError) as error:
            raise LookupError(f"{self.kernel}: {error}") from None
        if not isinstance(dispatcher, Dispatcher):
            raise LookupError(f"{self.kernel} is no kernel")
        return dispatcher, arguments


def name_of(kernel: Dispatcher) -> str:
    """Return the name that `KernelSignature` gives to a kernel."""
    return f"{kernel.py_func.__module__}:{kernel.py_func.__qualname__}"


def signature_of(kernel: Dispatcher, arguments: Sequence[types.Type]) -> KernelSignature | None:
    """Return a signature; None if only kernels can call the kernel with such arguments."""
    texts = _texts(arguments)
    return None if texts is None else KernelSignature(kernel=name_of(kernel), arguments=(*texts,))


def _text(kind: types.Type) -> TypeText | None:
    """The type as text; None for literals and others that only kernels pass to kernels."""
    match kind:
        case types.Array():
            flags = [kind.dtype.name, kind.ndim, kind.layout, kind.mutable, kind.aligned]
            return ["array", *flags] if isinstance(kind.dtype, types.Number) else None
        case BaseNamedTuple():
            parts = _texts(kind.types)
            owner = kind.instance_class
            name = f"{owner.__module__}:{owner.__qualname__}"
            return None if parts is None else ["named", name, *parts]
        case BaseTuple():
            parts = _texts(kind.types)
            return None if parts is None else ["tuple", *parts]
        case types.Float() | types.Integer() | types.Boolean() if not isinstance(
            kind, types.Literal
        ):
            return "boolean" if isinstance(kind, types.Boolean) else str(kind.name)
        case _:
            return None


def _texts(kinds: Sequence[types.Type]) -> list[TypeText] | None:
    texts = [_text(kind) for kind in kinds]
    return None if None in texts else [text for text in texts if text is not None]


def _type(text: TypeText) -> Any:
    match text:
        case str():
            return getattr(types, text)
        case ["array", dtype, dimensions, layout, mutable, aligned]:
            element = getattr(types, dtype)
            return types.Array(element, dimensions, layout, readonly=not mutable, aligned=aligned)
        case ["named", name, *parts]:
            return _named(tuple(map(_type, parts)), resolve_name(name))
        case ["tuple", *parts]:
            return BaseTuple.from_types(tuple(map(_type, parts)))
        case _:
            raise ValueError(f"no type: {text}")


def _named(parts: tuple[types.Type, ...], owner: Any) -> Any:
    if len(parts) != len(owner._fields):
        raise ValueError(f"{owner.__name__} has {len(owner._fields)} fields, not {len(parts)}")
    return BaseTuple.from_types(parts, owner)
