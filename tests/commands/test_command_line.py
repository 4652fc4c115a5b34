"""Commands as a user types them: wrong ones end with one sentence and exit code 2."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kickabout import __version__


def kickabout(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kickabout", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, cwd=cwd, check=False
    )


def test_help_needs_no_heavy_imports() -> None:
    heavy = "{'numpy', 'numba', 'mujoco', 'PIL'}"
    code = f"import sys, kickabout.cli; sys.exit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("play", "bhumann"),
        ("play", "bhuman2019", "--league", "spl1999"),
        ("play", "bhuman2019", "--scene", "nowhere"),
        ("play", "bhuman2019", "--fidelity", "real"),
        ("studio", "missing.mcap"),
        ("replay", "missing.mcap"),
        ("film", "missing.mcap", "--out", "film.webp"),
        ("film", __file__, "--out", "film.mpeg"),
        ("film", __file__, "--out", "film.webp", "--view", "stadium"),
        ("play", "bhuman2019", "--location", "nowhere"),
        ("play", "bhuman2019", "--robots", "-3"),
        ("play", "bhuman2019", "--set", "BallTracker=1"),
        ("modules", "bhumann"),
        ("compare", "bhuman2019", "hulks2020"),
        ("tournament", "bhuman2019", "hulks2021", "--league", "spl1999"),
        ("calibrate", "whistle", "fox", "--recording", "missing.wav"),
    ],
)
def test_a_wrong_name_is_refused_before_slow_imports(words: tuple[str, ...]) -> None:
    code = f"""
import sys
from kickabout.cli import main
sys.argv = ["kickabout", *{words}]
try:
    main()
except SystemExit as end:
    slow = {{"numba", "mujoco", "scipy.special", "kickabout.studio"}} & set(sys.modules)
    sys.exit(f"imported {{slow}}" if slow else end.code)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("kickabout: ")


def test_the_version_is_an_option_too() -> None:
    done = kickabout("--version")
    assert done.stdout.strip() == __version__
    assert kickabout("version").stdout == done.stdout


def test_the_module_of_the_command_line_can_be_run() -> None:
    command = [sys.executable, "-m", "kickabout.cli", "version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == __version__


def test_lists_are_json_for_machines() -> None:
    for what in ("teams", "fields", "robots", "modules"):
        done = kickabout(what, "--json")
        assert done.returncode == 0, done.stderr
        assert isinstance(json.loads(done.stdout), list)


def test_a_graph_is_written_as_text_picture_and_dot(tmp_path: Path) -> None:
    done = kickabout(
        "modules",
        "dummies",
        "--graph",
        "--svg",
        str(tmp_path / "g.svg"),
        "--dot",
        str(tmp_path / "g.dot"),
    )
    assert "thread motion" in done.stdout
    assert (tmp_path / "g.svg").read_text().startswith("<svg")
    assert "digraph" in (tmp_path / "g.dot").read_text()


def test_teams_are_listed_side_by_side_where_they_differ() -> None:
    swapped = "bhuman2019+BallModel=HulksBallTracker"
    done = kickabout("modules", "bhuman2019", swapped, "--json")
    rows = [tuple(row.values()) for row in json.loads(done.stdout)]
    assert rows == [
        (
            "modeling",
            ["FilteredBallPercept"],
            ["BallPerceptFilter"],
            [],
        ),  # no longer required by any module
        ("modeling", ["BallModel"], ["BallTracker"], ["HulksBallTracker"]),
    ]
    assert kickabout("modules", "dummies", "dummies").stdout == "What differs: nothing\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("modules", "dumies"), "there is no team 'dumies'. Did you mean 'dummies'?"),
        (("modules", "--graph"), "a graph needs a team"),
        (("modules", "dummies", "walkers", "--graph"), "a graph needs a team"),
        (("bench", "framewrk"), "there is no bench 'framewrk'. Did you mean 'framework'?"),
        (
            ("parameters", "dummies", "Standr"),
            "runs no module 'Standr'. Did you mean 'StandEngine'?",
        ),
        (
            ("parameters", "dummies", "--set", "StandEngine.x"),
            "does not have the form Module.parameter=value",
        ),
        (("parameters", "dummies", "--set", "StandEngine.x=1"), "StandEngine has no parameter 'x'"),
        (("modules", "dummies+JointRequest"), "does not have the form +Representation=Module"),
        (("modules", "missing.toml"), "missing.toml: the file does not exist"),
        (("modules", "dummies", "--svg", "nowhere/x.svg"), "nowhere/x.svg: cannot be written"),
        (("modules", "dummies", "--dot", "nowhere/x.dot"), "nowhere/x.dot: cannot be written"),
        (("new", "module", "lower", "--provides", "BallModel"), "not a name in CamelCase"),
        (("new", "module", "X", "--provides", "BallModl"), "Did you mean 'BallModel'?"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = kickabout(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert sentence in " ".join(done.stderr.split())


TEAM = """robot = "nao"
[threads.motion]
rate = 83.3
inputs = ["SensorFrame"]
modules = ["StandEngine"]
"""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("robot = \n", ":1: not valid TOML"),
        (TEAM + "colour = 1\n", ":6: unknown key 'colour'"),
        ('robt = "nao"\n' + TEAM, ":1: unknown key 'robt'. Did you mean 'robot'?"),
        (
            TEAM.replace("StandEngine", "Stnder"),
            ":5: there is no module 'Stnder'. Did you mean 'StandEngine'?",
        ),
        (
            TEAM + "[parameters.StandEngine]\nstifness = 1.0\n",
            ":7: StandEngine has no parameter 'stifness'",
        ),
        (
            TEAM + "[parameters.StandEngine]\nstiffness = 3.0\n",
            ":7: StandEngine.stiffness: 3 is above",
        ),
        (
            TEAM + '[parameters.StandEngine]\nstiffness = "hard"\n',
            ":7: StandEngine.stiffness: expected float",
        ),
        (TEAM.replace("83.3", "-1"), ":3: thread 'motion': the rate is -1 Hz"),
        (TEAM.replace("83.3", '"fast"'), ":3: thread 'motion', rate"),
        ('extends = "x.toml"\n' + TEAM, "x.toml: the file does not exist"),
    ],
)
def test_errors_in_a_team_file_are_reported_with_their_line(
    tmp_path: Path, text: str, place: str
) -> None:
    (tmp_path / "team.toml").write_text(text)
    done = kickabout("modules", "team.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert place in " ".join(done.stderr.split())
