"""Kept layouts: arrangements of the studio's panels, saved under names in the user's folder."""

from pathlib import Path
from typing import Any

import msgspec

from kickabout.studio.sources.source import StudioError

MAX_LAYOUTS = 40
MAX_NAME = 40  # letters
MAX_SIZE = 60_000  # bytes of one layout

Layout = dict[str, Any]


class KeptLayouts:
    """A folder with one JSON file per layout; a file that cannot be read is left out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> dict[str, Layout]:
        """Return the layouts by name."""
        found = {path.stem: _read(path) for path in sorted(self.folder.glob("*.json"))}
        return {name: layout for name, layout in found.items() if layout is not None}

    def keep(self, name: str, layout: Layout) -> Path:
        """Save a layout under a name and return its file."""
        path = self._file(name)
        data = msgspec.json.encode(layout)
        if len(data) > MAX_SIZE:
            raise StudioError(f"a layout has at most {MAX_SIZE} bytes, not {len(data)}")
        self.folder.mkdir(parents=True, exist_ok=True)
        if not path.exists() and len(list(self.folder.glob("*.json"))) >= MAX_LAYOUTS:
            raise StudioError(f"at most {MAX_LAYOUTS} layouts are kept; delete one first")
        path.write_bytes(data)
        return path

    def remove(self, name: str) -> Path:
        """Delete the layout of a name and return what was its file."""
        path = self._file(name)
        if not path.exists():
            raise StudioError(f"no layout is named '{name}'")
        path.unlink()
        return path

    def _file(self, name: str) -> Path:
        plain = name.replace("_", "").replace("-", "").replace(" ", "").isalnum()
        if not plain or name != name.strip() or len(name) > MAX_NAME:
            raise StudioError(
                f"'{name[:MAX_NAME]}' cannot name a layout; "
                f"use at most {MAX_NAME} letters, digits, spaces, - and _"
            )
        return self.folder / f"{name}.json"


def _read(path: Path) -> Layout | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Layout)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
