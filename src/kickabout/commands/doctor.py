"""The doctor command: whether this machine has what kickabout needs, and what to do if not."""

import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from kickabout.commands.output import AsJson, show

MIN_PYTHON = (3, 11)
MIN_FREE_BYTES = 2e9
MIN_MEMORY_BYTES = 4e9


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, what was found, and what to do about it."""

    check: str
    found: str
    advice: str = ""  # empty if all is well

    def row(self) -> dict[str, object]:
        return {"check": self.check, "found": self.found, "what to do": self.advice or "nothing"}


def doctor(
    as_json: AsJson = False,
    strict: Annotated[bool, typer.Option(help="Exit with code 1 if there is advice.")] = False,
) -> None:
    """Check whether this machine is ready.

    Prints findings about machine, versions, cache, ports and browser, with advice.
    """
    findings = [finding for check in CHECKS for finding in check()]
    show([finding.row() for finding in findings], title="Doctor", as_json=as_json)
    if strict and any(finding.advice for finding in findings):
        raise typer.Exit(1)


def _python() -> Iterator[Finding]:
    found = f"{platform.python_version()} at {sys.executable}"
    advice = "" if sys.version_info >= MIN_PYTHON else "install Python 3.11 or newer"
    yield Finding("Python", found, advice)
    import sysconfig

    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    if sys.platform == "linux" and "--enable-optimizations" not in arguments:
        advice = "an optimized build of Python plays about 8 % faster"
        yield Finding("interpreter", "built without optimization", advice)


def _machine() -> Iterator[Finding]:
    from kickabout.framework.compilation.preparation import default_processes

    cores = default_processes()
    advice = "" if cores >= 2 else "matches play in real time with two cores or more"
    yield Finding("cores", str(cores), advice)
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        advice = "" if memory >= MIN_MEMORY_BYTES else "play with fewer robots: --robots 2"
        yield Finding("memory", f"{memory / 1e9:.1f} GB", advice)


def _packages() -> Iterator[Finding]:
    """Versions of what we build on; an extra that is not installed is no fault."""
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement

    for text in requires("kickabout") or ():
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            yield Finding(requirement.name, "missing", f"pip install '{requirement}'")
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            yield Finding(requirement.name, found, f"pip install '{requirement}'")


def _cache() -> Iterator[Finding]:
    from kickabout.framework.compilation.cache import cache_folder, cache_size

    folder = cache_folder()
    size = cache_size()
    advice = "" if size.files else "kickabout cache fill compiles now what matches need"
    found = f"{size.files} kernels, {size.bytes / 1e6:.0f} MB in {folder}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        advice = f"make {folder} writable, or set NUMBA_CACHE_DIR; else every start compiles"
    yield Finding("compiled code", found, advice)
    free = shutil.disk_usage(folder if writable else ".").free
    advice = "" if free >= MIN_FREE_BYTES else "free some disk space; recordings need it"
    yield Finding("disk", f"{free / 1e9:.0f} GB free", advice)


def _ports() -> Iterator[Finding]:
    from kickabout.communication.game_controller_protocol import GameControllerPorts
    from kickabout.studio.server import PORT

    for name, port, kind, option in (
        ("studio's port", PORT, socket.SOCK_STREAM, "--port chooses another"),
        (
            "GameController's port",
            GameControllerPorts().control,
            socket.SOCK_DGRAM,
            "end what uses it",
        ),
    ):
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                yield Finding(name, f"{port} is in use", option)
            else:
                yield Finding(name, f"{port} is free")


def _browser() -> Iterator[Finding]:
    from kickabout.commands.studio import browser_can_be_opened

    if browser_can_be_opened():
        yield Finding("browser", "can be opened")
    else:
        advice = "the terminal shows the match; with --studio, open the printed address yourself"
        yield Finding("browser", "none can be opened here", advice)


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _python,
    _machine,
    _packages,
    _cache,
    _ports,
    _browser,
)
