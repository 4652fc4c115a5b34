"""Overrides: any representation replaced in part or frozen, by path, until released."""

from contextlib import suppress
from typing import Any

from kickabout.framework.paths import MissingElement, PathError, Step, parse_path, with_value_at
from kickabout.framework.representation import default_of, representation_named


class Overrides:
    """Overridden values, applied by the threads after each module."""

    def __init__(self) -> None:
        self._values: dict[type, dict[tuple[Step, ...], object]] = {}
        self._frozen: dict[type, object | None] = {}
        # path → why the value did not fit when its element appeared
        self.refused: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._values or self._frozen)

    def override(self, path: str, value: object) -> None:
        """Override a value from the next cycle on; if it does not fit, raise and change nothing."""
        name, steps = parse_path(path)
        representation = representation_named(name)
        # Elements of a list may appear later; the value is checked then.
        with suppress(MissingElement):
            with_value_at(default_of(representation), steps, value, representation)
        self.refused.pop(path, None)
        self._values.setdefault(representation, {})[steps] = value

    def freeze(self, name: str) -> None:
        """Freeze a representation at its value in the next cycle until released."""
        self._frozen.setdefault(representation_named(name), None)

    def release(self, path: str) -> None:
        """Release a path and all below it; given a representation, all of it."""
        name, steps = parse_path(path)
        representation = representation_named(name)
        values = self._values.get(representation, {})
        for path_steps in [each for each in values if each[: len(steps)] == steps]:
            del values[path_steps]
        if not values:
            self._values.pop(representation, None)
        if not steps:
            self._frozen.pop(representation, None)

    def active(self) -> dict[str, object]:
        """Return all overrides by path, frozen representations as "frozen"."""
        listed: dict[str, object] = {cls.__name__: "frozen" for cls in self._frozen}
        for cls, values in self._values.items():
            for steps, value in values.items():
                listed[_written(cls, steps)] = value
        return listed

    def applied(self, representation: type, value: Any) -> Any:
        """Return the value to publish instead of a new one."""
        if representation in self._frozen:
            frozen = self._frozen[representation]
            if frozen is not None:
                value = frozen
            else:
                self._frozen[representation] = value
        for steps, new in list(self._values.get(representation, {}).items()):
            try:
                value = with_value_at(value, steps, new, representation)
            except MissingElement:
                continue
            except PathError as error:
                path = _written(representation, steps)
                self.refused[path] = str(error)
                self.release(path)
        return value


def _written(representation: type, steps: tuple[Step, ...]) -> str:
    words = (f".{step}" if isinstance(step, str) else f"[{step}]" for step in steps)
    return representation.__name__ + "".join(words)
