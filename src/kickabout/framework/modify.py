"""Modify: any representation overridden or frozen from outside, by path, until released."""

from contextlib import suppress
from typing import Any

from kickabout.framework.paths import MissingElement, PathError, Step, parse_path, with_value_at
from kickabout.framework.representation import default_of, representation_named


class Overrides:
    """What is overridden; applied by the threads right after a provider ran."""

    def __init__(self) -> None:
        self._values: dict[type, dict[tuple[Step, ...], object]] = {}
        self._frozen: dict[type, object | None] = {}
        self.refused: dict[
            str, str
        ] = {}  # path → why the value did not fit when its place appeared

    def __bool__(self) -> bool:
        return bool(self._values or self._frozen)

    def override(self, path: str, value: object) -> None:
        """From the next cycle on this place has this value; a misfit raises and changes nothing."""
        name, steps = parse_path(path)
        representation = representation_named(name)
        # Elements of a list may come later; then the value is checked when there is a place for it.
        with suppress(MissingElement):
            with_value_at(default_of(representation), steps, value, representation)
        self.refused.pop(path, None)
        self._values.setdefault(representation, {})[steps] = value

    def freeze(self, name: str) -> None:
        """Keep the value of the next cycle until released."""
        self._frozen.setdefault(representation_named(name), None)

    def release(self, path: str) -> None:
        """End overriding at a path, or all of a representation."""
        name, steps = parse_path(path)
        representation = representation_named(name)
        places = self._values.get(representation, {})
        for place in [place for place in places if place[: len(steps)] == steps]:
            del places[place]
        if not places:
            self._values.pop(representation, None)
        if not steps:
            self._frozen.pop(representation, None)

    def active(self) -> dict[str, object]:
        """All overrides by path, frozen representations as "frozen"."""
        listed: dict[str, object] = {cls.__name__: "frozen" for cls in self._frozen}
        for cls, places in self._values.items():
            for steps, value in places.items():
                listed[_written(cls, steps)] = value
        return listed

    def applied(self, representation: type, value: Any) -> Any:
        """What the others should see instead of a fresh value."""
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
