"""Short recordings for tests."""

from pathlib import Path

from kickabout import Match
from kickabout.recording import Recorder, Recording, RecordingSettings, load_settings
from kickabout.recording.format.index import ChunkLocation
from kickabout.simulation.match.scene import BallPlan, RefereePlan, Scene

PLAYING = Scene(
    referee=RefereePlan(start="playing", half=60.0), ball=BallPlan(position=(-2.5, 1.0))
)


def record(
    path: Path,
    *,
    settings: RecordingSettings | str = "models",
    seconds: float = 1.2,
    workers: int = 0,
    team: str = "bhuman2019",
    robots: int = 1,
) -> Recorder:
    """Record a short match in play."""
    chosen = load_settings(settings) if isinstance(settings, str) else settings
    recorder = Recorder(path, chosen)
    with Match(
        team,
        team,
        robots=robots,
        fidelity="percepts",
        scene=PLAYING,
        workers=workers,
        seed=3,
        recorder=recorder,
    ) as match:
        match.run(seconds)
    return recorder


def damage(recording: Recording, chunk: ChunkLocation, path: Path) -> None:
    """Copy a recording with one wrong byte in a chunk."""
    data = bytearray(recording.path.read_bytes())
    data[chunk.offset + chunk.length - 20] ^= 0xFF
    path.write_bytes(data)
