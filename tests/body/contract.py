"""The bodies that have to fulfill the contract of the interface (HU21-FW-01).

A further body needs one more entry in BODIES: a function that takes an empty folder and yields a
body together with functions that disturb it.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.body.lola_server import LolaServer
from tests.body.standalone_body import StandaloneBody

from kickabout import Match
from kickabout.body import Body, ImageSource
from kickabout.body.lola import LolaBody
from kickabout.geometry import Pose2
from kickabout.recording import Recorder, Recording, RecordingSettings
from kickabout.recording.replayed_body import ReplayedBody
from kickabout.representations import load_field
from kickabout.simulation.match.faults import Fault, FaultKind, Faults


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyUnderTest:
    """The body of a NAO on the ground, and functions that disturb it."""

    body: Body
    cameras: ImageSource | None = None  # None: images do not come from the body
    moves: bool = True  # a replayed body does not
    lose: Callable[[], None] | None = None  # the body stops answering
    find: Callable[[], None] | None = None  # the body answers again


BodyFactory = Callable[[Path], AbstractContextManager[BodyUnderTest]]


@contextmanager
def lola(folder: Path) -> Iterator[BodyUnderTest]:
    with LolaServer(folder / "lola") as server:
        body = LolaBody(server.path, silent_after=0.5)  # the machine may be busy
        yield BodyUnderTest(body=body, lose=server.fall_silent, find=server.speak_again)
        body.close()


@contextmanager
def simulated(folder: Path) -> Iterator[BodyUnderTest]:
    body = StandaloneBody(load_field("spl2019"), robot_to_world=Pose2(-1.0, 0.5, 0.2), seed=4)

    def lose() -> None:
        lost = Fault(kind=FaultKind.LOST_BODY, robot="home 1")
        body.sensors.faults = body.actuators.faults = Faults((lost,))

    def find() -> None:
        body.sensors.faults = body.actuators.faults = Faults()

    yield BodyUnderTest(body=body, cameras=body, lose=lose, find=find)
    body.close()


@contextmanager
def replayed(folder: Path) -> Iterator[BodyUnderTest]:
    path = folder.parent / "robot_with_images.mcap"  # recorded once for all tests
    if not path.exists():
        _record(folder / "recorded.mcap").rename(path)
    with Recording(path) as recording:
        body = ReplayedBody(recording, "home 1")
        yield BodyUnderTest(body=body, cameras=body, moves=False)
        body.close()


def _record(path: Path) -> Path:
    settings = RecordingSettings(rates={"*/SensorFrame": math.inf, "*/Camera*": math.inf})
    with Match(
        "bhuman2019",
        robots=1,
        fidelity="images",
        workers=0,
        seed=3,
        recorder=Recorder(path, settings),
    ) as match:
        match.run(0.4)
    return path


BODIES: dict[str, BodyFactory] = {"lola": lola, "simulated": simulated, "replayed": replayed}
