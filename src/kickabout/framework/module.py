"""Modules: classes whose typed `update` signature is their declaration."""

import dataclasses
import inspect
import typing
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from kickabout.framework.debug import SILENT, Debug
from kickabout.framework.errors import GraphError
from kickabout.framework.parameter import NoParameters
from kickabout.framework.representation import is_representation
from kickabout.framework.teams.robot_configuration import RobotConfiguration

T = TypeVar("T")
P = TypeVar("P")


class _LastMarker:
    """Marks an argument that is the value of the previous cycle."""


@dataclass(frozen=True, slots=True)
class From:
    """Marks an argument taken from a named thread: `Annotated[X, From("lower")]`."""

    thread: str


Last = Annotated[T, _LastMarker()]


def inputs(cls: type[T]) -> type[T]:
    """Mark a frozen bundle of representations as one argument that the framework fills.

    A member with a default value is optional, as is an argument of `update` that has one.
    """
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"{cls.__name__}: @inputs must be applied to a dataclass")
    _bundles.add(cls)
    return cls


_bundles: set[type] = set()


class Module(Generic[P]):
    """Base of all modules: a derived class implements `update` with typed arguments and result.

    A module gets the time from FrameInfo, random numbers from `self.random` and sends debug
    output to `self.debug`. Parameters are replaced as a whole between cycles.
    """

    update: ClassVar[Callable[..., object]]
    robot_kinds: ClassVar[tuple[str, ...]] = ()  # that it is made for; empty: all
    random_stream: ClassVar[str] = ""  # names the random numbers; stays when the class is renamed
    replaces: ClassVar[tuple[str, ...]] = ()  # raw inputs that an oracle makes superfluous
    networks: ClassVar[tuple[str, ...]] = ()  # that it runs, by name
    # of the robot's kind; outside of a team, that of the first kind it is made for
    robot: RobotConfiguration = RobotConfiguration()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.robot_kinds:
            cls.robot = RobotConfiguration(cls.robot_kinds[0])

    @classmethod
    def made(cls, parameters: P, robot: RobotConfiguration) -> Self:
        """Create a module for a robot, whose configuration it can read while it is created."""
        module = cls.__new__(cls)
        module.robot = robot
        # Types: `module` is of this very class, so that the arguments of its initializer are known.
        module.__init__(parameters)  # type: ignore[misc]
        return module

    def __init__(self, parameters: P) -> None:
        self.parameters = parameters
        self.debug: Debug = SILENT
        self.random = seeded_generator(0, random_stream_of(type(self)))

    def parameters_changed(self) -> None:
        """Called once, before the next cycle, after the parameters were replaced."""


def random_stream_of(module: "type[Module[Any]]") -> str:
    """Return the name of a module's random numbers; by default, what the module provides."""
    provided = [kind.__name__ for kind in declaration_of(module).provides]
    return module.random_stream or " ".join(provided)


def seeded_generator(seed: int, *names: str) -> np.random.Generator:
    """Return a generator that depends only on the seed and the names, on every machine."""
    words = [seed, *(zlib.crc32(name.encode()) for name in names)]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One representation that a module requires."""

    representation: type
    last: bool = False  # the value of the previous cycle
    thread: str | None = None  # only from this thread
    # Stays at "nothing known" if no module provides it; compared without, as it is the same value.
    optional: bool = dataclasses.field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Inputs, outputs and parameters of a module, read from its `update` signature."""

    name: str
    station: str  # the package of the module, for lists and drawings
    parameters: type
    inputs: tuple[Input, ...]  # flat, bundles unfolded
    provides: tuple[type, ...]
    several: bool  # update returns a tuple
    arguments: tuple[type | None, ...]  # per argument: the bundle class to fill, or None

    @property
    def requires(self) -> tuple[type, ...]:
        """Representations that must be provided before `update` in the same cycle."""
        return tuple(entry.representation for entry in self.inputs if not entry.last)


def declaration_of(module: type[Module[Any]]) -> Declaration:
    """Return a module's declaration, read once from its `update` signature."""
    if module not in _declarations:
        _declarations[module] = _read_declaration(module)
    return _declarations[module]


_declarations: dict[type, Declaration] = {}


def _read_declaration(module: type[Module[Any]]) -> Declaration:
    hints = typing.get_type_hints(module.update, include_extras=True)
    if "return" not in hints:
        raise GraphError(
            f"{module.__name__}.update needs a return type: the representations it provides"
        )
    returned = hints.pop("return")
    several = typing.get_origin(returned) is tuple
    provides = typing.get_args(returned) if several else (returned,)
    flat: list[Input] = []
    arguments: list[type | None] = []
    defaulted = _with_default(module)
    for name, hint in hints.items():
        bundle = hint if hint in _bundles else None
        arguments.append(bundle)
        parts = typing.get_type_hints(hint, include_extras=True) if bundle else {name: hint}
        optional = _members_with_default(bundle) if bundle else defaulted
        flat += [
            _input(module, part, part_hint, optional=part in optional)
            for part, part_hint in parts.items()
        ]
    for provided in provides:
        _check_representation(module, "return", provided)
    return Declaration(
        name=module.__name__,
        station=module.__module__.rpartition(".")[0].removeprefix("kickabout."),
        parameters=_parameter_class(module),
        inputs=tuple(flat),
        provides=provides,
        several=several,
        arguments=tuple(arguments),
    )


def _with_default(module: type[Module[Any]]) -> set[str]:
    """Return the arguments of a module's `update` that have a default value."""
    arguments = inspect.signature(module.update).parameters.values()
    return {a.name for a in arguments if a.default is not inspect.Parameter.empty}


def _members_with_default(bundle: Any) -> set[str]:
    nothing = dataclasses.MISSING
    return {
        member.name
        for member in dataclasses.fields(bundle)
        if member.default is not nothing or member.default_factory is not nothing
    }


def _input(module: type[Module[Any]], name: str, hint: Any, *, optional: bool) -> Input:
    last, thread = False, None
    if typing.get_origin(hint) is Annotated:
        hint, *markers = typing.get_args(hint)
        last = any(isinstance(marker, _LastMarker) for marker in markers)
        thread = next((marker.thread for marker in markers if isinstance(marker, From)), None)
    _check_representation(module, name, hint)
    return Input(representation=hint, last=last, thread=thread, optional=optional)


def _check_representation(module: type[Module[Any]], name: str, hint: object) -> None:
    if not is_representation(hint):
        shown = getattr(hint, "__name__", hint)
        raise GraphError(f"{module.__name__}.update, '{name}': {shown} is not a representation")


def _parameter_class(module: type[Module[Any]]) -> type:
    for cls in module.__mro__:
        for base in getattr(cls, "__orig_bases__", ()):
            if typing.get_origin(base) is Module:
                parameters = typing.get_args(base)[0]
                return parameters if isinstance(parameters, type) else NoParameters
    return NoParameters
