"""Check that two revisions play the same matches to the bit, as required of a refactoring.

`kickabout bench identity --against REVISION` plays three pairings at three fidelities with the
present source and with the source of the other revision at the same time on this machine, and
compares hashes of the world's state.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import platformdirs

from kickabout.benching import Bench
from kickabout.framework import ConfigurationError, KickaboutError

PAIRINGS = (("bhuman2019", "hulks2021"), ("bhuman2021", "hulks2021"), ("bhuman2019", "bhuman2021"))
FIDELITIES = ("truth", "percepts", "images")
SECONDS = 20.0  # simulated, of each match
KEPT = 3  # sources of other revisions that stay on disk, with their compiled kernels
LIMIT = 3600.0  # s of wall clock for one match, compilation included

ROOT = Path(__file__).parents[1]
PROBE = ROOT / "benchmarks" / "_identity_probe.py"
SCENE = ROOT / "benchmarks" / "_identity_scene.toml"


def run(bench: Bench) -> None:
    against = bench.against or "HEAD"
    other = source_of(against)
    different = False
    jobs = [(home, away, fidelity) for home, away in PAIRINGS for fidelity in FIDELITIES]
    for home, away, fidelity in bench.each(jobs, "matches"):
        settings = {
            "home": home,
            "away": away,
            "fidelity": fidelity,
            "scene": str(SCENE),
            "seed": 1,
            "seconds": 2.0 if bench.quick else SECONDS,
        }
        same_for, detail = compared(settings, {"now": ROOT, against: other})
        different |= same_for < float(str(settings["seconds"]))
        name = f"identity_{home}_{away}_{fidelity}"
        bench.metric(name, same_for, "s", goal=f">= {settings['seconds']:g}", detail=detail)
    if different:
        raise KickaboutError(f"the matches differ from those of {against}")


def source_of(revision: str) -> Path:
    """Unpack the source of a revision into the user's cache, where its kernels stay compiled."""
    commit = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    folder = platformdirs.user_cache_path("kickabout") / "revisions"
    source = folder / commit
    if not source.exists():
        archive = _git("archive", "--format=tar", commit, "src")
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(source, filter="data")
    source.touch()
    newest_first = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in newest_first[KEPT:]:
        shutil.rmtree(old)
    return source


def compared(settings: Mapping[str, object], sources: Mapping[str, Path]) -> tuple[float, str]:
    """Play a match with each source at the same time; return how long both were the same."""
    playing = {name: _start(settings, source) for name, source in sources.items()}
    hashes = {name: _finish(name, process) for name, process in playing.items()}
    one, two = hashes.values()
    same = next(
        (index for index, pair in enumerate(zip(one, two, strict=True)) if len(set(pair)) > 1),
        len(one),
    )
    seconds = float(str(settings["seconds"])) * same / len(one)
    detail = f"{one[-1][:12]} now, {two[-1][:12]} at {list(sources)[1]}"
    return seconds, detail


def _start(settings: Mapping[str, object], source: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    command = [sys.executable, str(PROBE), json.dumps(settings)]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def _finish(name: str, process: "subprocess.Popen[bytes]") -> list[str]:
    try:
        output, errors = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        raise ConfigurationError(f"the match of '{name}' took more than {LIMIT:g} s") from None
    if process.returncode:
        last = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise ConfigurationError(f"the match of '{name}' failed: {last}")
    found: list[str] = json.loads(output)
    return found


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip() or "no such revision"
        raise ConfigurationError(f"git {arguments[0]} {arguments[-1]}: {message}")
    return done.stdout
