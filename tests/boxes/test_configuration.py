"""Key frames, kicks and networks belong to a kind of robot, also to one of a user's package."""

from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError
from kickabout.framework.teams import robot_configuration
from kickabout.framework.teams.robot_configuration import MOTIONS, RobotConfiguration
from kickabout.framework.teams.toml_file import read_toml
from kickabout.motion.kick.bezier_kick_engine import BezierKickEngine, BezierKickEngineParameters
from kickabout.robots.kind import robot_names
from kickabout.robots.nao.configuration import NAO

BOX = RobotConfiguration("box", ("tests.boxes",))
TEAM = Path(__file__).with_name("boxes.toml").read_text(encoding="utf-8")


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's own configuration."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "kickabout"


def refusal(team: str, path: Path) -> str:
    """Return why a match with this team as the home team does not start."""
    path.write_text(team, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        Match(str(path), "walkers", robots=1, league="open", fidelity="images", workers=0)
    return str(caught.value)


@pytest.mark.parametrize("kind", robot_names())
def test_each_motion_says_which_robot_it_is_made_for(kind: str) -> None:
    robot = RobotConfiguration(kind)
    paths = [path for sort in MOTIONS for path in robot.folders(sort)[-1].rglob("*.toml")]
    assert paths
    assert {read_toml(path).data["robot"] for path in paths} == {kind}


def test_a_package_brings_the_kicks_of_its_robot() -> None:
    assert BOX.names("kicks") == ["charge"]
    assert BOX.load("kicks", "charge").data == {"speed": 4.0}
    assert not NAO.names("nothing")


def test_a_package_brings_more_kicks_for_the_nao(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "more_kicks" / "config" / "robots" / "nao" / "kicks" / "standing"
    folder.mkdir(parents=True)
    (tmp_path / "more_kicks" / "__init__.py").touch()
    original = NAO.find("kicks/standing", "forward").read_text(encoding="utf-8")
    (folder / "my_kick.toml").write_text(original, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    robot = RobotConfiguration("nao", ("more_kicks",))
    engine = BezierKickEngine.made(BezierKickEngineParameters(), robot)
    assert engine.kicks["my_kick"] == engine.kicks["forward"]


def test_a_file_of_the_user_takes_precedence(user: Path) -> None:
    folder = user / "robots" / "box" / "kicks"
    folder.mkdir(parents=True)
    (folder / "charge.toml").write_text('robot = "box"\nspeed = 1.0\n', encoding="utf-8")
    assert BOX.load("kicks", "charge").data["speed"] == 1.0


def test_a_kick_of_another_kind_is_refused_by_its_path(tmp_path: Path) -> None:
    kick = NAO.find("kicks/standing", "forward")
    said = refusal(TEAM + f'parameters.WheelDriver.kick = "{kick}"\n', tmp_path / "team.toml")
    assert "team team, WheelDriver" in said
    assert "forward.toml:4: this motion is made for robot 'nao', but is used by robot 'box'" in said


def test_a_kick_of_another_kind_is_refused_by_its_name(tmp_path: Path) -> None:
    said = refusal(TEAM + 'parameters.WheelDriver.kick = "catalogue"\n', tmp_path / "team.toml")
    assert said.endswith("robot 'box' has no kick 'catalogue'; it is made for 'nao'")


def test_a_nao_with_the_key_frames_of_a_box_is_refused(tmp_path: Path) -> None:
    motion = tmp_path / "roll.toml"
    motion.write_text('robot = "box"\n[[frames]]\nduration = 1.0\n', encoding="utf-8")
    team = f'extends = "bhuman2019"\nparameters.FallEngine.front = "{motion}"\n'
    said = refusal(team, tmp_path / "team.toml")
    assert "roll.toml:1: this motion is made for robot 'box', but is used by robot 'nao'" in said


def test_a_file_in_the_folder_of_another_kind_is_refused(user: Path, tmp_path: Path) -> None:
    folder = user / "robots" / "box" / "kicks"
    folder.mkdir(parents=True)
    (folder / "push.toml").write_text('robot = "nao"\nspeed = 1.0\n', encoding="utf-8")
    assert "made for robot 'nao', but is used by robot 'box'" in refusal(TEAM, tmp_path / "a.toml")
    (folder / "push.toml").write_text("speed = 1.0\n", encoding="utf-8")
    assert "does not say which kind of robot it is made for" in refusal(TEAM, tmp_path / "a.toml")


def test_a_module_whose_network_the_robot_lacks_is_refused(tmp_path: Path) -> None:
    said = refusal(
        TEAM.replace('"CameraInfo"] }', '"CameraInfo"], modules = ["NetFieldBoundaryDetector"] }'),
        tmp_path / "team.toml",
    )
    assert "team team, NetFieldBoundaryDetector" in said
    assert "robot 'box' has no network 'boundary'; it is made for 'nao'" in said


def test_a_kick_that_no_robot_has_is_reported_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match="Did you mean 'charge'"):
        BOX.find("kicks", "chrage")
    with pytest.raises(ConfigurationError, match="has no arm motion 'wave'"):
        BOX.find("arms", "wave")


def test_files_in_folders_of_the_last_edition_are_not_lost_in_silence(user: Path) -> None:
    (user / "keyframes").mkdir(parents=True)
    (user / "keyframes" / "bow.toml").touch()
    with pytest.warns(FutureWarning, match="are no longer used; move them to"):
        robot_configuration.RobotConfiguration("nao").check_motions()
