"""A match sends nothing to other machines and leaves no file in the user's folders."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kickabout.framework.compilation.cache import cache_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="preloads a library as Linux does")

TIMEOUT = 1800.0  # s; the first match after a change compiles kernels, beside other tests

MATCH = """
from kickabout import Match
if __name__ == "__main__":
    with Match("bhuman2021", "hulks2021", robots=1, workers=2, fidelity="images") as match:
        match.run(0.3)
        print(*(match.robot(team, 1)["CameraImage"].width > 0 for team in ("home", "away")))
"""
NETWORKS = """
from kickabout.framework.teams.robot_configuration import NETS
from kickabout.perception.networks import network
from kickabout.robots.nao.configuration import NAO
print(*(network(NAO, name) for name in NAO.names(NETS)), sep="\\n")
"""
KERNEL = """
from kickabout.geometry.angles import normalized_angle
print(normalized_angle(7.0))
"""
TALKATIVE = """
import socket
from contextlib import suppress
from pathlib import Path
Path.home().joinpath("traces").touch()
with suppress(OSError):
    socket.getaddrinfo("telemetry.invalid", 443)
with suppress(OSError):
    socket.gethostbyname_ex("other.invalid")
with suppress(OSError), socket.socket() as stream:
    stream.connect(("192.0.2.1", 443))
with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
    datagrams.sendto(b"", ("192.0.2.2", 443))
    datagrams.sendto(b"", ("127.0.0.1", 9))
"""


@dataclass(frozen=True, kw_only=True)
class Traces:
    """What a process left behind."""

    printed: str
    network: list[str]  # hosts it looked up or sent to, other than this machine
    files: list[str]  # in its home, working and temporary folders


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that records what a process looks up and sends to."""
    compiler = shutil.which("cc")
    if compiler is None:
        assert not os.environ.get("CI"), "CI needs a C compiler for the tests of telemetry"
        pytest.skip("no C compiler to build the recorder of look-ups with")
    library = tmp_path_factory.mktemp("recorder") / "network_recorder.so"
    source = Path(__file__).with_name("network_recorder.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def traces_of(
    program: str, recorder: Path, folder: Path, kernels: str = str(cache_folder())
) -> Traces:
    """Run a program with empty home, working and temporary folders.

    Nothing of this process's environment is passed on: onnxruntime, for one, keeps quiet if it
    finds signs of CI.
    """
    places = {name: folder / name.lower() for name in ("HOME", "TMPDIR", "WORK")}
    for place in places.values():
        place.mkdir()
    log = folder / "network.log"
    source = folder / "program.py"
    source.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, source],
        cwd=places["WORK"],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(sys.path),
            "HOME": str(places["HOME"]),
            "TMPDIR": str(places["TMPDIR"]),
            "LD_PRELOAD": str(recorder),
            "NETWORK_LOG": str(log),
            "NUMBA_CACHE_DIR": kernels,
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Traces(
        printed=done.stdout,
        network=log.read_text(encoding="utf-8").splitlines() if log.exists() else [],
        files=[str(path.relative_to(folder)) for p in places.values() for path in p.rglob("*")],
    )


def test_the_recorder_sees_look_ups_packets_and_files(recorder: Path, tmp_path: Path) -> None:
    traces = traces_of(TALKATIVE, recorder, tmp_path)
    assert traces.files == ["home/traces"]
    assert traces.network == [
        "look-up telemetry.invalid",
        "look-up other.invalid",
        "connect 192.0.2.1",
        "sendto 192.0.2.2",
    ]


def test_compiled_code_is_written_into_the_cache_folder_alone(
    recorder: Path, tmp_path: Path
) -> None:
    traces = traces_of(KERNEL, recorder, tmp_path, kernels="")
    cache = Path("home/.cache/kickabout/kernels")
    written = [Path(name) for name in traces.files]
    assert any(path.parent == cache and path.suffix == ".kernel" for path in written)
    assert all(cache in path.parents or path in {cache, *cache.parents} for path in written)
    assert not traces.network


def test_loading_networks_leaves_no_trace(recorder: Path, tmp_path: Path) -> None:
    traces = traces_of(NETWORKS, recorder, tmp_path)
    assert "Network object" in traces.printed
    assert not traces.files
    assert not traces.network


def test_robots_that_see_leave_no_trace(recorder: Path, tmp_path: Path) -> None:
    traces = traces_of(MATCH, recorder, tmp_path)
    assert traces.printed == "True True\n"
    assert not traces.files
    assert not traces.network
