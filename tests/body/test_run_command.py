"""`kickabout run`: a team on a robot, and the state in which it leaves the robot."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from tests.body.lola_server import LolaServer
from typer.testing import CliRunner

from kickabout.commands.run import run
from kickabout.framework import KickaboutError
from kickabout.recording import Recording, Replay

RED, BLUE = [1.0] * 8 + [0.0] * 16, [0.0] * 16 + [1.0] * 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LolaServer]:
    with LolaServer(tmp_path / "lola") as server:
        yield server


def output_of(*words: str) -> str:
    app = typer.Typer()
    app.command()(run)
    result = CliRunner().invoke(app, words)
    if result.exception is not None:
        raise result.exception
    return result.output


def test_a_team_stands_for_a_while(server: LolaServer) -> None:
    shown = output_of(
        "dummies",
        "--socket",
        str(server.path),
        "--no-supervise",
        "--duration",
        "1",
        "--player",
        "3",
    )
    assert "dummies plays number 3 with head P0000073A07S94M00020 on body P0000074" in shown
    assert len(server.received) > 20
    assert any(command["Stiffness"][0] == pytest.approx(0.8) for command in server.received)


def test_parameters_come_from_the_command_line(server: LolaServer) -> None:
    words = ("--no-supervise", "--duration", "0.3", "--set", "StandEngine.stiffness=0.25")
    output_of("dummies", "--socket", str(server.path), *words)
    assert any(command["Stiffness"] == [0.25] * 25 for command in server.received)


def test_a_live_robot_is_recorded_and_can_be_replayed(server: LolaServer, tmp_path: Path) -> None:
    file = tmp_path / "live.mcap"
    words = ("--no-supervise", "--duration", "1.5", "--record", str(file), "--player", "3")
    shown = output_of("dummies", "--socket", str(server.path), *words)
    assert f"recorded to {file}" in shown.replace("\n", "")
    with Recording(file) as recording:
        joints = list(recording.messages("dummies/3/motion/JointRequest"))
        assert len(joints) > 20
        replay = Replay(recording, "dummies/3", threads=["motion"])
        replay.run()
        assert replay.comparison.values > 20
        assert replay.comparison.is_equal


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--socket", "/no/such"), "there is no LoLA socket at /no/such"),
        (("--body", "lolla"), "there is no body 'lolla'. Did you mean 'lola'?"),
        (("--field", "moon"), "there is no field 'moon'"),
        (("--league", "spl1999"), "there is no league 'spl1999'. Did you mean 'spl2019'"),
        (("--set", "StandEngine.x=1"), "StandEngine has no parameter 'x'"),
    ],
)
def test_a_mistake_gives_one_clear_sentence(
    server: LolaServer, words: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(KickaboutError, match=sentence):
        output_of("dummies", "--socket", str(server.path), "--no-supervise", *words)


def test_a_robot_that_the_league_does_not_allow_is_refused(
    server: LolaServer, tmp_path: Path
) -> None:
    league = tmp_path / "wheels.toml"
    league.write_text(
        'name = "wheels"\nfield = "spl2019"\nrules = "2019"\nrobots = ["box"]\n'
        "[teams]\nplayers = 1\nmax_players = 1\n"
    )
    with pytest.raises(KickaboutError, match="robot 'nao', but league wheels allows only box"):
        output_of(
            "dummies", "--socket", str(server.path), "--no-supervise", "--league", str(league)
        )


def test_a_team_of_another_robot_than_the_bodys_is_refused(server: LolaServer) -> None:
    words = ("--socket", str(server.path), "--no-supervise", "--league", "open")
    sentence = (
        "team aibo_walkers plays with robot 'ers7', but 'lola' is the interface of robot 'nao'"
    )
    with pytest.raises(KickaboutError, match=sentence):
        output_of("aibo_walkers", *words)
    assert not server.received


def test_a_module_made_for_another_robot_is_refused(server: LolaServer, tmp_path: Path) -> None:
    team = tmp_path / "trotters.toml"
    team.write_text('extends = "dummies"\n[threads.motion]\nadd = ["TrotEngine"]\n')
    with pytest.raises(KickaboutError, match="module TrotEngine is made for 'ers210' and 'ers7'"):
        output_of(str(team), "--socket", str(server.path), "--no-supervise")
    assert not server.received


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_supervised_team_sits_down_when_it_is_stopped(
    server: LolaServer, kind: signal.Signals
) -> None:
    command = [sys.executable, "-m", "kickabout", "run", "dummies", "--socket", str(server.path)]
    with subprocess.Popen(command) as process:
        assert server.wait_until(lambda: len(server.received) >= 30, within=60.0)
        process.send_signal(kind)
        assert process.wait(60.0) == 0
    assert server.received[-1]["LEye"] == BLUE
    assert server.received[-1]["Stiffness"] == [0.0] * 25


def test_a_supervised_team_that_cannot_start_leaves_red_eyes(server: LolaServer) -> None:
    command = [sys.executable, "-m", "kickabout", "run", "dumies", "--socket", str(server.path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "there is no team 'dumies'. Did you mean 'dummies'?" in done.stderr
    assert server.received[-1]["LEye"] == RED
