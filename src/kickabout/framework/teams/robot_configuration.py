"""Configuration of a kind of robot: key frames, kicks, arm motions, networks, color tables."""

import dataclasses
import warnings
from dataclasses import dataclass
from pathlib import Path

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.teams.configuration import config_folders, package_folders
from kickabout.framework.teams.toml_file import TomlFile, read_toml

HOME = "robots"  # folder of the configuration that has a folder for each kind
NETS = "nets"
COLOR_TABLES = "color_tables"
MOTIONS = (
    "arms",
    "gaits",
    "keyframes",
    "kicks",
)  # folders whose files say which kind they are made for
DRILLS = "drills"  # in which teams and leagues motions are tried
ROBOT = "robot"  # the key that says so
THINGS = {
    "arms": "arm motion",
    "gaits": "gait",
    "keyframes": "key-frame motion",
    DRILLS: "drill",
    NETS: "network",
    COLOR_TABLES: "color table",
}


@dataclass(frozen=True, slots=True)
class RobotConfiguration:
    """The folders `robots/<kind>` of the user's, some packages' and kickabout's configuration.

    A sort of files is a folder therein, such as `keyframes` or `kicks/walking`.
    """

    robot: str = ""  # name of the kind
    packages: tuple[str, ...] = ()  # that may bring files in their folder `config`

    @property
    def user_folder(self) -> Path:
        """The folder for the user's own files, which take precedence."""
        return config_folders(HOME)[0] / self.robot

    def folders(self, sort: str) -> tuple[Path, ...]:
        """Return the folders to search, the user's first and kickabout's last."""
        inside = f"{HOME}/{self.robot}/{sort}"
        user, own = config_folders(inside)
        brought = [
            folder / "config" / inside
            for package in self.packages
            for folder in package_folders(package)
        ]
        return (user, *brought, own)

    def names(self, sort: str) -> list[str]:
        """Return the names of all files of a sort."""
        folders = self.folders(sort)
        return sorted({path.stem for folder in folders for path in folder.glob("*.toml")})

    def find(self, sort: str, name: str) -> Path:
        """Return the file of this name, or of this path if it ends in .toml."""
        if name.endswith(".toml"):
            return Path(name)
        for folder in self.folders(sort):
            path = folder / f"{name}.toml"
            if path.is_file():
                return path
        problem = f"robot '{self.robot}' has no {thing(sort)} '{name}'"
        raise ConfigurationError(problem + self._hint(sort, name))

    def network_file(self, name: str) -> Path:
        """Return the file of a network, in the format ONNX."""
        path = self.find(NETS, name).with_suffix(".onnx")
        if not path.is_file():
            raise ConfigurationError(
                f"network file {path} not found; create it with `kickabout train {name}`"
            )
        return path

    def color_table_file(self, name: str) -> Path:
        """Return the file of a color table; a card of the same name describes it."""
        path = self.find(COLOR_TABLES, name).with_suffix(".table")
        if not path.is_file():
            raise ConfigurationError(
                f"color table {path} not found; create it with `kickabout calibrate color-table`"
            )
        return path

    def load(self, sort: str, name: str) -> TomlFile:
        """Return the content of a motion's file, which must be made for this kind."""
        return self.checked(read_toml(self.find(sort, name)))

    def checked(self, file: TomlFile) -> TomlFile:
        """Return a file without its key `robot`; raise an error if it is made for another kind."""
        made_for = file.data.get(ROBOT)
        if made_for is None:
            raise file.error(
                f"the file does not say which kind of robot it is made for; add {ROBOT} = "
                f"\"{self.robot}\" at its top if that is '{self.robot}'"
            )
        if made_for != self.robot:
            raise file.error(
                f"this motion is made for robot '{made_for}', but is used by robot '{self.robot}'",
                ROBOT,
            )
        data = {key: value for key, value in file.data.items() if key != ROBOT}
        return dataclasses.replace(file, data=data)

    def check_motions(self) -> None:
        """Check that the motions of the user and of packages are made for this kind."""
        _warn_of_old_folders()
        for sort in MOTIONS:
            for folder in self.folders(sort)[:-1]:
                for path in sorted(folder.rglob("*.toml")):
                    self.checked(read_toml(path))

    def _hint(self, sort: str, name: str) -> str:
        """Return the most similar name, or the kinds that have a file of this name."""
        homes = [folder.parents[len(Path(sort).parts)] for folder in self.folders(sort)]
        others = {
            path.name
            for home in homes
            for path in home.glob("*")
            if (path / sort / f"{name}.toml").is_file()
        }
        if others:
            return "; it is made for " + " and ".join(f"'{other}'" for other in sorted(others))
        known = self.names(sort)
        if not known:
            return f". None exists yet; write {self.folders(sort)[0] / name}.toml."
        return "." + did_you_mean(name, known)


def _warn_of_old_folders() -> None:
    for sort in (*MOTIONS, NETS):
        old = config_folders(sort)[0]
        if any(old.rglob("*.*")):
            warnings.warn(
                f"the files in {old} are no longer used; move them to "
                f"{config_folders(HOME)[0] / '<kind of robot>' / sort}",
                FutureWarning,
                stacklevel=2,
            )


def thing(sort: str) -> str:
    """Return what a file of a sort is: `kicks/walking` has walking kicks."""
    things, _, which = sort.partition("/")
    return THINGS.get(sort) or f"{which} {things}".strip().removesuffix("s")
