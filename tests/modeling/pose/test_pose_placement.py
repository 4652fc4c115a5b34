"""Detection of when and where a robot was placed."""

import math

import numpy as np
import pytest

from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementDetector,
    Situation,
    kick_off_poses,
    own_half_poses,
    return_poses,
    shootout_pose,
    situation_of,
    start_poses,
)
from kickabout.modeling.pose.self_locator_parameters import KICK_OFF_POSITIONS, START_POSITIONS
from kickabout.representations import (
    FallPhase,
    GameInfo,
    GamePhase,
    GameState,
    Penalty,
    PlayerInfo,
    SetPlay,
    load_field,
)

FIELD = load_field("spl2019")


class Feeder:
    """Feeds one detector, a tenth of a second per call."""

    def __init__(self) -> None:
        self.detector = PlacementDetector()
        self.now = 0.0

    def __call__(
        self,
        state: GameState = GameState.PLAYING,
        penalty: Penalty = Penalty.NONE,
        *,
        phase: GamePhase = GamePhase.NORMAL,
        kicks: bool = False,
        fall: FallPhase = FallPhase.UPRIGHT,
        contact: bool = True,
        seconds: float = 0.1,
    ) -> list[Placement]:
        """Return all placements detected in this time."""
        situation = Situation(
            state=state, phase=phase, set_play=SetPlay.NONE, penalty=penalty, kicks=kicks
        )
        found = []
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            found.append(
                self.detector.update(
                    situation, phase=fall, contact=contact, now=self.now, min_lift=0.5
                )
            )
        return [placement for placement in found if placement is not Placement.NONE]


def playing() -> Feeder:
    feeder = Feeder()
    feeder(GameState.INITIAL)
    feeder(GameState.READY)
    feeder(GameState.PLAYING)
    return feeder


def test_robots_begin_at_the_side_line() -> None:
    feeder = Feeder()
    assert feeder(GameState.INITIAL, seconds=1.0) == [Placement.AT_START]
    assert feeder(GameState.READY) == feeder(GameState.SET) == feeder(GameState.PLAYING) == []
    assert feeder(GameState.FINISHED) == []
    assert feeder(GameState.INITIAL) == [Placement.AT_START]


def test_robots_return_from_penalties() -> None:
    feeder = playing()
    assert feeder(penalty=Penalty.PLAYER_PUSHING, contact=False, seconds=2.0) == []
    assert feeder(penalty=Penalty.PLAYER_PUSHING, seconds=2.0) == [Placement.SOMEWHERE]
    assert feeder() == [Placement.AFTER_PENALTY]
    assert feeder(seconds=2.0) == []


def test_robots_that_moved_in_set_stay_where_they_are() -> None:
    feeder = playing()
    assert feeder(penalty=Penalty.MOTION_IN_SET, seconds=2.0) == feeder() == []


def test_lifted_robots_may_be_anywhere() -> None:
    feeder = playing()
    assert feeder(contact=False, seconds=2.0) == []
    assert feeder() == [Placement.SOMEWHERE]


def test_in_set_robots_are_lifted_to_kick_off_positions() -> None:
    feeder = playing()
    feeder(GameState.READY)
    feeder(GameState.SET, fall=FallPhase.PICKED_UP, seconds=2.0)
    assert feeder(GameState.SET) == [Placement.FOR_KICK_OFF]


def situation(state: GameState, **more: object) -> Situation:
    given = {"phase": GamePhase.NORMAL, "set_play": SetPlay.NONE, "penalty": Penalty.NONE}
    # Types: the facts of each test by name.
    return Situation(state=state, **({"kicks": False} | given | more))  # type: ignore[arg-type]


def test_after_ready_robots_are_in_their_own_half_unless_there_is_a_penalty_kick() -> None:
    ready, ready_to_set = situation(GameState.READY), situation(GameState.SET)
    assert ready_to_set.begins_in_own_half(ready)
    assert not ready_to_set.begins_in_own_half(ready_to_set)
    penalty_kick = situation(GameState.SET, set_play=SetPlay.PENALTY_KICK)
    assert not penalty_kick.begins_in_own_half(ready)


def test_a_robot_without_a_game_controller_does_not_wait() -> None:
    assert not situation_of(GameInfo(), PlayerInfo()).waits_in_own_half
    assert situation_of(GameInfo(received=True), PlayerInfo()).waits_in_own_half


def test_a_short_loss_of_contact_is_no_lift() -> None:
    feeder = playing()
    assert feeder(contact=False, seconds=0.3) == feeder() == []


def test_a_lying_robot_was_not_lifted() -> None:
    feeder = playing()
    feeder(fall=FallPhase.FALLING, contact=False)
    feeder(fall=FallPhase.FALLEN, contact=False, seconds=4.0)
    feeder(fall=FallPhase.SQUATTING, contact=False, seconds=2.0)
    feeder(contact=False)
    assert feeder() == [Placement.FELL]


@pytest.mark.parametrize("kicks", [True, False])
def test_in_a_shootout_each_robot_has_one_position(kicks: bool) -> None:
    feeder, shootout = playing(), GamePhase.PENALTY_SHOOTOUT
    feeder(GameState.INITIAL, Penalty.SUBSTITUTE, phase=shootout)
    expected = Placement.AS_STRIKER if kicks else Placement.AS_KEEPER
    assert feeder(GameState.SET, phase=shootout, kicks=kicks) == [expected]
    assert feeder(GameState.PLAYING, phase=shootout, kicks=kicks) == []


@pytest.mark.parametrize("number", range(1, 7))
def test_half_of_the_particles_begin_at_the_position_of_the_number(number: int) -> None:
    poses = start_poses(FIELD, 12, number=number, positions=START_POSITIONS)
    x, side = START_POSITIONS[number - 1]
    np.testing.assert_allclose(poses[:6], np.tile((x, 3.0 * side, -0.5 * math.pi * side), (6, 1)))
    assert len(poses) == 12
    assert (poses[:, 0] < 0.0).all()
    assert set(poses[6:, 1].tolist()) == {3.0, -3.0}


def test_returning_robots_face_the_field_from_either_side() -> None:
    poses = return_poses(FIELD, 12)
    assert np.sum(poses[:, 1] > 0.0) == 6
    assert (poses[:, 1] * np.sin(poses[:, 2]) < 0.0).all()


def test_placed_robots_are_in_their_own_half() -> None:
    assert (kick_off_poses(FIELD, 12, KICK_OFF_POSITIONS)[:, 0] < 0.0).all()
    anywhere = own_half_poses(FIELD, 12, np.random.default_rng(1))
    assert (anywhere[:, 0] <= 0.0).all()


def test_strikers_look_at_the_mark_and_keepers_stand_on_their_line() -> None:
    striker = shootout_pose(FIELD, striker=True, behind=1.0)
    keeper = shootout_pose(FIELD, striker=False, behind=1.0)
    np.testing.assert_allclose(striker, (2.2, 0.0, 0.0))
    np.testing.assert_allclose(keeper, (-4.5, 0.0, 0.0))
