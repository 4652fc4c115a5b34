"""Frozen data: classes that are written like dataclasses and implemented as msgspec structs.

A match creates some hundred thousand small objects a second. The initializer of a frozen dataclass
takes about 0.15 µs per field, that of a msgspec struct less than 0.02 µs. The functions of the
`dataclasses` module (fields, replace, asdict) work with the result, too.
"""

import dataclasses
import typing
from typing import Any, TypeVar, dataclass_transform

import msgspec

C = TypeVar("C")


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(dataclasses.field,)
)
def frozen(cls: type[C]) -> type[C]:
    """Turn a class with annotated fields into a frozen, slotted, keyword-only struct."""
    return frozen_struct(cls, eq=True)


def frozen_struct(cls: type[C], *, eq: bool) -> type[C]:
    """Return the class as a struct; without `eq`, objects are compared by identity."""
    made: Any = cls if issubclass(cls, msgspec.Struct) else _struct(cls, eq=eq)
    made.__dataclass_fields__ = _described(made)
    return typing.cast("type[C]", made)


def _struct(cls: type, *, eq: bool) -> type:
    namespace = {
        key: value for key, value in vars(cls).items() if key not in ("__dict__", "__weakref__")
    }
    annotations = namespace.pop("__annotations__", {})
    fields = [
        (name, hint, _default(namespace.pop(name, msgspec.NODEFAULT)))
        for name, hint in annotations.items()
        if not _is_class_variable(hint)
    ]
    made = msgspec.defstruct(
        cls.__name__,
        fields,
        namespace=namespace,
        module=cls.__module__,
        frozen=True,
        kw_only=True,
        eq=eq,
    )
    made.__qualname__ = cls.__qualname__
    return made


def _default(given: Any) -> Any:
    if not isinstance(given, dataclasses.Field):
        return given
    if given.default_factory is not dataclasses.MISSING:
        return msgspec.field(default_factory=given.default_factory)
    return msgspec.NODEFAULT if given.default is dataclasses.MISSING else given.default


def _described(made: Any) -> dict[str, Any]:
    """Return the description of the fields that the `dataclasses` module requires."""
    hints = {
        name: hint
        for base in reversed(made.__mro__)
        for name, hint in vars(base).get("__annotations__", {}).items()
    }
    names, defaults = made.__struct_fields__, made.__struct_defaults__
    given = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    shadow: Any = dataclasses.make_dataclass(
        made.__name__,
        [(name, hints[name], _field(given.get(name, msgspec.NODEFAULT))) for name in names],
        kw_only=True,
    )
    fields: dict[str, Any] = shadow.__dataclass_fields__
    return fields


def _field(default: Any) -> Any:
    if default is msgspec.NODEFAULT:
        return dataclasses.field()
    factory = getattr(default, "factory", None)
    if factory is not None and type(default).__module__ == "msgspec._core":
        return dataclasses.field(default_factory=factory)
    return dataclasses.field(default=default)


def _is_class_variable(hint: object) -> bool:
    return typing.get_origin(hint) is typing.ClassVar or str(hint).startswith("ClassVar")
