"""Templates: a new module starts from a file that already runs."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Create a module from a template.", no_args_is_help=True)

MODULE = '''"""{title}: from {inputs_text} to {provides}."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.representations import {imports}


@dataclass(frozen=True, slots=True, kw_only=True)
class {name}Parameters:
    gain: float = param(1.0, low=0.0, high=10.0, doc="what this value means")


class {name}(Module[{name}Parameters]):
    """Describe here: method, assumptions, what happens when inputs are missing, source."""

    def update(self, {arguments}) -> {provides}:
        self.debug.plot("gain", self.parameters.gain)
        return {provides}()
'''

TEST = '''"""Does {name} do its task?"""

from {package} import {name}, {name}Parameters
from kickabout.representations import {imports}


def test_nothing_known_gives_nothing_known() -> None:
    module = {name}({name}Parameters())
    result = module.update({values})
    assert isinstance(result, {provides})
'''


@app.callback()
def _group() -> None:
    """Create a module from a template."""


@app.command("module")
def module(
    name: Annotated[
        str, typer.Argument(help="Name of the module in CamelCase, such as BallTracker.")
    ],
    provides: Annotated[
        str, typer.Option(help="Representation that it provides, such as BallModel.")
    ],
    requires: Annotated[
        str, typer.Option(help="Representations that it requires, separated by commas.")
    ] = "FrameInfo",
    folder: Annotated[
        str, typer.Option(help="Folder to put it into, such as modeling/ball.")
    ] = "modeling",
    root: Annotated[Path, typer.Option(help="Root folder of the project.")] = Path(),
) -> None:
    """Create a module and its test."""
    from kickabout.framework.registry import file_name_of

    inputs = [part.strip() for part in requires.split(",") if part.strip()]
    _check_names(name, folder, [*inputs, provides])
    stem = file_name_of(name)
    source = root / "src" / "kickabout" / folder / f"{stem}.py"
    test = root / "tests" / folder / f"test_{stem}.py"
    words = {
        "title": stem.replace("_", " ").capitalize(),
        "name": name,
        "package": f"kickabout.{folder.replace('/', '.')}.{stem}",
        "provides": provides,
        "imports": ", ".join(sorted({*inputs, provides})),
        "inputs_text": " and ".join(inputs),
        "arguments": ", ".join(f"{file_name_of(used)}: {used}" for used in inputs),
        "values": ", ".join(f"{used}()" for used in inputs),
    }
    _write({source: MODULE.format(**words), test: TEST.format(**words)})
    typer.echo(f"wrote {source} and {test}\nnext: name {name} in a team's thread, then `make test`")


def _check_names(name: str, folder: str, representations: list[str]) -> None:
    from kickabout.framework.errors import ConfigurationError, did_you_mean
    from kickabout.framework.registry import stations
    from kickabout.framework.representation import representation_named

    station = folder.partition("/")[0]
    known = [package.removeprefix("kickabout.") for package in stations()]
    if station not in known:
        hint = did_you_mean(station, known)
        raise ConfigurationError(f"there is no station '{station}'.{hint}")
    if not (name.isidentifier() and name[0].isupper()):
        raise ConfigurationError(f"'{name}' is not a name in CamelCase, such as BallTracker")
    for used in representations:
        representation_named(used)


def _write(files: dict[Path, str]) -> None:
    """Write all files, or none if one of them exists or the folder is missing."""
    from kickabout.framework.errors import ConfigurationError

    source = next(iter(files))
    if not source.parent.is_dir():
        raise ConfigurationError(f"there is no folder {source.parent}; go to the project's root")
    for path in files:
        if path.exists():
            raise ConfigurationError("exists already", file=path)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
