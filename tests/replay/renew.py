"""Renews the golden recording: `python -m tests.replay.renew` at the root of the project."""

from pathlib import Path

from tests.recording.samples import record

from kickabout.recording import Recording
from kickabout.recording.format.rewriting import cut

GOLDEN = Path(__file__).parent / "golden.mcap"
SECONDS = 0.49  # s
LARGE = ("*/BodyModel", "*/PoseHypotheses", "*/FieldCoverage", "*/TeamFieldCoverage")


def renew() -> None:
    whole = GOLDEN.with_suffix(".whole")
    record(whole, settings="models", seconds=SECONDS)
    with Recording(whole) as recording:
        cut(recording, GOLDEN, keep=["home/1/*"], remove=LARGE)
    whole.unlink()


if __name__ == "__main__":
    renew()
