"""Recordings of the repository: refactoring changes no output of a module.

An intended change is accepted by `python -m tests.replay.renew`. `old_names.mcap` was recorded by
revision 8659704, before modules were renamed, and is never renewed.
"""

from pathlib import Path

from tests.replay.renew import GOLDEN

from kickabout.recording import Recording, Replay, Tolerances

OLD_NAMES = GOLDEN.with_name("old_names.mcap")

# Other processors round differently in the last bits; modules multiply that a little.
TOLERANCES = Tolerances(everywhere=1e-6)


def deviations(path: Path) -> list[str]:
    with Recording(path) as recording:
        replay = Replay(recording, "home/1", isolated=True, tolerances=TOLERANCES)
        comparison = replay.run()
    assert comparison.values > 1000
    return [f"{d.module}: {d.path}" for d in comparison.deviations.values()]


def test_the_golden_recording_is_small() -> None:
    assert GOLDEN.stat().st_size <= 300_000


def test_modules_compute_their_recorded_outputs() -> None:
    found = deviations(GOLDEN)
    assert not found, "renew the golden recording if this is meant: " + "; ".join(found[:10])


def test_a_recording_with_old_names_still_replays() -> None:
    renamed_option = "BehaviorControl: ActivationGraph.options.option"  # Robot is now RootOption
    assert deviations(OLD_NAMES) == [renamed_option]
