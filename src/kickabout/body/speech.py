"""Speech: from sentences to a speech program of the system."""

import shutil
import subprocess
from collections.abc import Sequence

PROGRAMS = (
    ("flite", "-t"),
    ("espeak-ng",),
    ("espeak",),
)  # the sentence is the last argument
STOP_WITHIN = 1.0  # s


class Speaker:
    """Says one sentence at a time; a sentence that comes meanwhile is left out."""

    def __init__(self, programs: Sequence[Sequence[str]] = PROGRAMS) -> None:
        found = [program for program in programs if shutil.which(program[0])]
        self.command = tuple(found[0]) if found else ()  # empty: there is no speech program
        self.left_out = 0
        self.speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> None:
        if not self.command or (self.speaking is not None and self.speaking.poll() is None):
            self.left_out += 1
            return
        try:
            self.speaking = subprocess.Popen(
                [*self.command, text],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            self.left_out += 1

    def close(self) -> None:
        """End the current sentence."""
        if self.speaking is not None:
            self.speaking.terminate()
            self.speaking.wait(STOP_WITHIN)
