"""The studio's options mean the same whether a match is played or watched."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from typer.testing import CliRunner, Result

from kickabout import Match
from kickabout.cli import app
from kickabout.commands import studio
from kickabout.recording import Recorder
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

Served = list[tuple[StudioController, studio.Serving]]

TEAMS = {"play": ("dummies", "dummies"), "studio": ("--home", "dummies", "--away", "dummies")}


def invoked(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("words", [("play", "--studio", "--workers", 0), ("studio",)])
def test_a_port_in_use_leads_to_the_option_that_chooses_another(
    words: tuple[object, ...], taken_port: int
) -> None:
    teams = TEAMS[str(words[0])]
    result = invoked(*words, *teams, "--robots", 1, "--port", taken_port)
    assert isinstance(result.exception, StudioError)
    assert f"127.0.0.1:{taken_port}: Address already in use" in str(result.exception)
    assert str(result.exception).endswith("choose another port with --port")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What would be served; the match ends at once."""
    seen: Served = []

    @contextmanager
    def closed(controller: StudioController, serving: studio.Serving) -> Iterator[Event]:
        seen.append((controller, serving))
        assert controller.live is not None
        controller.live.close()
        yield Event()
        controller.close()

    monkeypatch.setattr(studio, "_served", closed)
    return seen


@pytest.mark.parametrize("words", [("play", "--studio", "--workers", 0), ("studio",)])
def test_both_commands_take_the_options_of_match_and_server(
    words: tuple[object, ...], served: Served
) -> None:
    match = ("--scene", "one_robot", "--half", 77, "--fidelity", "truth")
    server = ("--host", "127.0.0.2", "--port", 8555, "--read-only")
    result = invoked(*words, *TEAMS[str(words[0])], *match, *server)
    assert result.exit_code == 0, result.output
    ((controller, serving),) = served
    assert controller.read_only
    assert (serving.host, serving.port) == ("127.0.0.2", 8555)
    assert controller.live is not None
    scene = controller.live.match.scene
    assert scene.fidelity == "truth"
    assert scene.referee.half == 77.0
    assert len(scene.home.robots) == 1


def test_a_torn_recording_says_so_when_it_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "torn.mcap"
    with Match("dummies", robots=1, workers=0, recorder=Recorder(path)) as match:
        match.run(1.2)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    studio.recording(path).close()
    assert f"{path}: not closed: it ends with its last complete chunk" in capsys.readouterr().err
