"""The studio on the command line: it opens where there is a screen, and explains errors."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.commands import studio
from kickabout.commands.play import _in_studio
from kickabout.commands.run import _host_and_port
from kickabout.framework import ConfigurationError
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.source import StudioError


def test_a_missing_recording_is_reported(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["studio", str(tmp_path / "nothing.mcap"), "--no-browser"])
    assert isinstance(result.exception, ConfigurationError)
    assert "no such recording" in str(result.exception)


def test_a_short_token_is_refused(live: LiveMatch, history: Path) -> None:
    arguments = ["studio", str(history), "--no-browser", "--host", "0.0.0.0", "--token", "abc"]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, StudioError)
    assert "a token has at least" in str(result.exception)


def test_the_terminal_is_used_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "browser_can_be_opened", lambda: True)
    assert not _in_studio(None)  # the output of tests is no terminal
    assert _in_studio(True)
    assert not _in_studio(False)


def test_a_terminal_without_a_browser_is_told_how_to_get_a_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(studio, "browser_can_be_opened", lambda: False)
    assert not _in_studio(None)
    said = capsys.readouterr().err
    assert "--studio serves it as a page" in said
    assert "Ctrl+C" in said
    assert not _in_studio(False)  # as requested, so there is nothing to say
    assert not capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_no_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not studio.browser_can_be_opened()


def test_the_recording_of_the_studio_is_deleted_afterwards() -> None:
    with studio.recorder_for(None, True) as make:
        assert make is not None
        recorder = make()
        assert recorder.path.exists()
        recorder.close()
    assert not recorder.path.exists()
    with studio.recorder_for(None, False) as nothing:
        assert nothing is None


@pytest.mark.slow
def test_the_command_serves_until_it_is_stopped(live: LiveMatch, history: Path) -> None:
    command = [sys.executable, "-m", "kickabout", "studio", str(history), "--port", "0"]
    with subprocess.Popen([*command, "--no-browser"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "the studio is at http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert "stopped by hand" in output
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_match_in_the_studio_ends_with_its_result(kind: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kickabout", "play", "dummies", "dummies", "--studio"]
    with subprocess.Popen(
        [*command, "--robots", "1", "--workers", "1"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "the studio is at" in process.stdout.readline()
        process.send_signal(kind)
        output, _ = process.communicate(timeout=60)
    assert "stopped by hand" in output
    assert "dummies 0 : 0 dummies" in output
    assert process.returncode == 0
    assert not list(tmp_path.glob("kickabout-*"))


@pytest.mark.parametrize("address", ["x", "host:", "0", "70000", "1:2:three", "²"])
def test_an_address_to_serve_at_needs_a_port(address: str) -> None:
    with pytest.raises(ConfigurationError, match="give a port, or HOST:PORT"):
        _host_and_port(address)


def test_robots_serve_this_machine_unless_told_otherwise() -> None:
    assert _host_and_port("9000") == ("127.0.0.1", 9000)
    assert _host_and_port("0.0.0.0:9000") == ("0.0.0.0", 9000)
    assert _host_and_port("[::1]:9000") == ("::1", 9000)
