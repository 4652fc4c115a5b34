"""The supervisor brings the robot to rest, however its program ends."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.body.lola_server import LolaServer

from kickabout.body import supervisor as supervision
from kickabout.body.lola import LolaBody
from kickabout.body.supervisor import Ending, Outcome, Supervisor
from kickabout.framework import KickaboutError

RED, BLUE = [1.0] * 8 + [0.0] * 16, [0.0] * 16 + [1.0] * 8
WAIT_FOR_SIGNAL = """
import signal, sys
signal.signal(signal.SIGTERM, {reaction})
print("ready", flush=True)
signal.pause()
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LolaServer]:
    with LolaServer(tmp_path / "lola") as server:
        server.sensors["Stiffness"] = [0.8] * 25
        yield server


def supervised(server: LolaServer, program: str) -> Supervisor:
    return Supervisor([sys.executable, "-c", program], lambda: LolaBody(server.path))


def assert_sat_down_and_limp(server: LolaServer, eye_color: list[float]) -> None:
    assert any(any(command["Stiffness"]) for command in server.received)
    last = server.received[-1]
    assert last["Stiffness"] == [0.0] * 25
    assert last["LEye"] == last["REye"] == eye_color


def test_a_normal_end_leaves_blue_eyes(server: LolaServer) -> None:
    outcome = supervised(server, "").run()
    assert outcome == Outcome(code=0, ending=Ending.NORMAL, at_rest=True)
    assert_sat_down_and_limp(server, BLUE)


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_a_program_killed_by_a_signal_leaves_red_eyes(
    server: LolaServer, kind: signal.Signals
) -> None:
    outcome = supervised(server, f"import os; os.kill(os.getpid(), {int(kind)})").run()
    assert outcome == Outcome(code=-kind, ending=Ending.CRASH, at_rest=True)
    assert_sat_down_and_limp(server, RED)


def test_an_exception_is_a_crash(server: LolaServer) -> None:
    outcome = supervised(server, "import sys; sys.exit(1)").run()
    assert outcome.ending is Ending.CRASH
    assert_sat_down_and_limp(server, RED)


@pytest.mark.parametrize(
    ("reaction", "code"),
    [
        ("lambda *_: sys.exit(0)", 0),
        ("signal.SIG_DFL", -signal.SIGTERM),
        ("signal.SIG_IGN", -signal.SIGKILL),
    ],
    ids=["ends by itself", "default reaction", "ignores the signal"],
)
def test_a_program_that_is_asked_to_stop_ends_normally_or_is_killed(
    *,
    server: LolaServer,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    reaction: str,
    code: int,
) -> None:
    monkeypatch.setattr(supervision, "STOP_WITHIN", 0.3)
    supervisor = supervised(server, WAIT_FOR_SIGNAL.format(reaction=reaction))
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(supervisor.run()))
    thread.start()
    while "ready" not in capfd.readouterr().out:
        thread.join(0.01)
    supervisor.stop()
    thread.join(20.0)
    ending = Ending.CRASH if code == -signal.SIGKILL else Ending.NORMAL
    assert outcomes == [Outcome(code=code, ending=ending, at_rest=True)]
    assert_sat_down_and_limp(server, RED if ending is Ending.CRASH else BLUE)


def test_only_the_program_uses_the_body_while_it_runs(server: LolaServer) -> None:
    program = f"""
import socket
client = socket.socket(socket.AF_UNIX)
client.connect({os.fspath(server.path)!r})
assert client.recv(1000)
"""
    assert supervised(server, program).run().ending is Ending.NORMAL
    assert server.clients == 2


def test_a_program_that_does_not_exist_gives_one_clear_sentence(server: LolaServer) -> None:
    with pytest.raises(KickaboutError, match="/no/such cannot be started: No such file"):
        Supervisor(["/no/such"], lambda: LolaBody(server.path)).run()
