"""The golden recording: refactoring changes nothing that a robot thinks.

A change that is meant is taken over by `python -m tests.replay.renew`.
"""

from tests.replay.renew import GOLDEN

from kickabout.recording import Recording, Replay, Tolerances

# Other processors round differently in the last bits; modules multiply that a little.
TOLERANCES = Tolerances(everywhere=1e-6)


def test_the_golden_recording_is_small() -> None:
    assert GOLDEN.stat().st_size <= 300_000


def test_modules_think_as_they_did() -> None:
    with Recording(GOLDEN) as recording:
        replay = Replay(recording, "home/1", isolated=True, tolerances=TOLERANCES)
        comparison = replay.run()
    assert comparison.values > 1000
    found = [f"{d.module}: {d.path} at {d.first_at:.3f} s" for d in comparison.deviations.values()]
    assert not found, "renew the golden recording if this is meant: " + "; ".join(found[:10])
