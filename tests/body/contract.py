"""What every body has to fulfill, and the bodies that are held to it (HU21-FW-01).

A further body needs one more entry in BODIES: a function that takes an empty folder and gives a
body together with the ways to disturb it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.body.lola_server import LolaServer

from kickabout.body import Body
from kickabout.body.lola import LolaBody


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyUnderTest:
    """A NAO's body on solid ground, and what can happen to it."""

    body: Body
    lose: Callable[[], None]  # from now on the body does not answer
    find: Callable[[], None]  # it answers again


BodyFactory = Callable[[Path], AbstractContextManager[BodyUnderTest]]


@contextmanager
def lola(folder: Path) -> Iterator[BodyUnderTest]:
    with LolaServer(folder / "lola") as server:
        body = LolaBody(server.path, silent_after=0.5)  # the machine may be busy
        yield BodyUnderTest(body=body, lose=server.fall_silent, find=server.speak_again)
        body.close()


BODIES: dict[str, BodyFactory] = {"lola": lola}
