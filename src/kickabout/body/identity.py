"""Identity of a robot: from serial numbers to names and layers of its head and body."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kickabout.body.lola_sensors import RobotIdentity
from kickabout.framework import ConfigurationError
from kickabout.framework.errors import did_you_mean
from kickabout.framework.teams.configuration import Layer, config_folders, file_layer
from kickabout.framework.teams.toml_file import TomlFile, read_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotParts:
    """The head and the body of a robot, with their names and parameter values."""

    head: str
    body: str
    layers: tuple[Layer, ...] = ()


def robot_parts(identity: RobotIdentity, folders: Sequence[Path] | None = None) -> RobotParts:
    """Look up both serial numbers in the files that describe parts.

    The file `robots/heads/<name>.toml` or `robots/bodies/<name>.toml` names a part; it contains its
    `serial` and parameters in the format of a team file. Each part has its own values, because
    heads and bodies are exchanged in repairs. The name of a part without a file is its serial.
    """
    searched = config_folders("robots") if folders is None else folders
    head = _file_of(identity.head_id, [base / "heads" for base in searched])
    body = _file_of(identity.body_id, [base / "bodies" for base in searched])
    layers = [
        file_layer(f"robot {half} {file.path.stem}", file)
        for half, file in (("head", head), ("body", body))
        if file is not None
    ]
    return RobotParts(
        head=head.path.stem if head is not None else identity.head_id,
        body=body.path.stem if body is not None else identity.body_id,
        layers=tuple(layers),
    )


def named_layers(head: str, body: str) -> list[Layer]:
    """Load the values of a head and a body by their names, as given in scenes."""
    layers = []
    for half, folder, name in (("head", "heads", head), ("body", "bodies", body)):
        paths = [base / folder / f"{name}.toml" for base in config_folders("robots")]
        found = next((path for path in paths if path.is_file()), None)
        if name and found is None:
            known = {path.stem for searched in paths for path in searched.parent.glob("*.toml")}
            raise ConfigurationError(f"there is no {half} '{name}'.{did_you_mean(name, known)}")
        if found is not None:
            layers.append(file_layer(f"robot {half} {name}", read_toml(found)))
    return layers


def _file_of(serial: str, folders: Sequence[Path]) -> TomlFile | None:
    same = [file for file in _files(folders) if file.data.get("serial") == serial]
    for file in same:
        file.demand_known(file.data, ("serial", "parameters"))
        if file is not same[0]:
            raise file.error(f"serial '{serial}' is already used in {same[0].path}", "serial")
    return same[0] if same else None


def _files(folders: Sequence[Path]) -> Iterator[TomlFile]:
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            yield read_toml(path)
