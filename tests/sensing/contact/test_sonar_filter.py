"""Single wrong echoes do not move the distances."""

from kickabout.framework import FrameInfo
from kickabout.representations import SensorFrame, SonarState
from kickabout.sensing.contact.sonar_filter import SonarFilter, SonarFilterParameters

DT = 0.012


def heard(
    readings: list[tuple[float, float]], parameters: SonarFilterParameters | None = None
) -> SonarState:
    sonar = SonarFilter(parameters or SonarFilterParameters())
    for cycle, reading in enumerate(readings):
        frame = FrameInfo(time=cycle * DT, dt=DT, cycle=cycle)
        state = sonar.update(frame, SensorFrame(connected=True, sonar=reading))
    return state


def test_an_obstacle_is_as_far_as_most_echoes_say() -> None:
    readings = [(0.5 + 0.01 * (i % 3), 5.0) for i in range(9)]
    readings[4] = (2.0, 0.3)
    state = heard(readings)
    assert state.working
    assert state.distances == (0.51, 5.0)


def test_far_echoes_are_nothing() -> None:
    assert heard([(2.8, 0.4)] * 9).distances == (5.0, 0.4)


def test_zeros_are_errors_and_errors_alone_are_a_broken_sensor() -> None:
    assert heard([(0.5, 0.5)] * 9 + [(0.0, 0.0)] * 20).distances == (0.5, 0.5)
    assert not heard([(0.5, 0.5)] * 9 + [(0.0, 0.0)] * 100).working
    assert not heard([(0.0, 0.0)] * 200).working


def test_one_side_that_gives_errors_only_forgets_its_echoes() -> None:
    state = heard([(0.3, 1.0)] * 20 + [(0.0, 1.0)] * 100)
    assert state.working
    assert state.distances == (5.0, 1.0)


def test_the_first_echo_after_silence_counts_alone() -> None:
    readings = [(0.3, 0.3)] * 20 + [(0.0, 0.0)] * 100 + [(2.0, 0.0)]
    assert heard(readings).distances == (2.0, 5.0)


def test_a_side_known_to_be_broken_says_nothing() -> None:
    left = heard([(0.3, 0.4)] * 9, SonarFilterParameters(broken=("left",)))
    assert left.working
    assert left.distances == (5.0, 0.4)
    assert not heard([(0.3, 0.4)] * 9, SonarFilterParameters(broken=("left", "right"))).working
