"""Does the robot notice that it was put somewhere, and where to?"""

import math

import numpy as np
import pytest

from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementWatch,
    Situation,
    kick_off_poses,
    own_half_poses,
    return_poses,
    shootout_pose,
    start_poses,
)
from kickabout.modeling.pose.self_locator_parameters import KICK_OFF_SPOTS, START_SPOTS
from kickabout.representations import (
    FallPhase,
    GameInfo,
    GamePhase,
    GameState,
    Penalty,
    SetPlay,
    load_field,
)

FIELD = load_field("spl2019")


class Watcher:
    """Feeds one watch, a tenth of a second per call."""

    def __init__(self) -> None:
        self.watch = PlacementWatch()
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
        """All that happened in this time."""
        situation = Situation(
            state=state, phase=phase, set_play=SetPlay.NONE, penalty=penalty, kicks=kicks
        )
        found = []
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            found.append(
                self.watch.update(
                    situation, phase=fall, contact=contact, now=self.now, patience=0.5
                )
            )
        return [placement for placement in found if placement is not Placement.NONE]


def playing() -> Watcher:
    watcher = Watcher()
    watcher(GameState.INITIAL)
    watcher(GameState.READY)
    watcher(GameState.PLAYING)
    return watcher


def test_robots_begin_at_the_side_line() -> None:
    watcher = Watcher()
    assert watcher(GameState.INITIAL, seconds=1.0) == [Placement.AT_START]
    assert watcher(GameState.READY) == watcher(GameState.SET) == watcher(GameState.PLAYING) == []
    assert watcher(GameState.FINISHED) == []
    assert watcher(GameState.INITIAL) == [Placement.AT_START]


def test_robots_return_from_penalties() -> None:
    watcher = playing()
    assert watcher(penalty=Penalty.PLAYER_PUSHING, contact=False, seconds=2.0) == []
    assert watcher(penalty=Penalty.PLAYER_PUSHING, seconds=2.0) == [Placement.SOMEWHERE]
    assert watcher() == [Placement.AFTER_PENALTY]
    assert watcher(seconds=2.0) == []


def test_robots_that_moved_in_set_stay_where_they_are() -> None:
    watcher = playing()
    assert watcher(penalty=Penalty.MOTION_IN_SET, seconds=2.0) == watcher() == []


def test_lifted_robots_may_be_anywhere() -> None:
    watcher = playing()
    assert watcher(contact=False, seconds=2.0) == []
    assert watcher() == [Placement.SOMEWHERE]


def test_in_set_robots_are_lifted_to_kick_off_positions() -> None:
    watcher = playing()
    watcher(GameState.READY)
    watcher(GameState.SET, fall=FallPhase.PICKED_UP, seconds=2.0)
    assert watcher(GameState.SET) == [Placement.FOR_KICK_OFF]


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


def test_nobody_waits_for_a_game_that_was_never_heard_of() -> None:
    assert not Situation.of(GameInfo(), 1, 1).waits_in_own_half
    assert Situation.of(GameInfo(received=True), 1, 1).waits_in_own_half


def test_a_short_loss_of_contact_is_no_lift() -> None:
    watcher = playing()
    assert watcher(contact=False, seconds=0.3) == watcher() == []


def test_a_lying_robot_was_not_lifted() -> None:
    watcher = playing()
    watcher(fall=FallPhase.FALLING, contact=False)
    watcher(fall=FallPhase.FALLEN, contact=False, seconds=4.0)
    watcher(fall=FallPhase.SQUATTING, contact=False, seconds=2.0)
    watcher(contact=False)
    assert watcher() == [Placement.FELL]


@pytest.mark.parametrize("kicks", [True, False])
def test_in_a_shootout_everybody_has_one_place(kicks: bool) -> None:
    watcher, shootout = playing(), GamePhase.PENALTY_SHOOTOUT
    watcher(GameState.INITIAL, Penalty.SUBSTITUTE, phase=shootout)
    expected = Placement.AS_STRIKER if kicks else Placement.AS_KEEPER
    assert watcher(GameState.SET, phase=shootout, kicks=kicks) == [expected]
    assert watcher(GameState.PLAYING, phase=shootout, kicks=kicks) == []


@pytest.mark.parametrize("number", range(1, 7))
def test_half_of_the_particles_begin_at_the_place_of_the_number(number: int) -> None:
    poses = start_poses(FIELD, 12, number=number, spots=START_SPOTS)
    x, side = START_SPOTS[number - 1]
    np.testing.assert_allclose(poses[:6], np.tile((x, 3.0 * side, -0.5 * math.pi * side), (6, 1)))
    assert len(poses) == 12
    assert (poses[:, 0] < 0.0).all()
    assert set(poses[6:, 1].tolist()) == {3.0, -3.0}


def test_returning_robots_face_the_field_from_either_side() -> None:
    poses = return_poses(FIELD, 12)
    assert np.sum(poses[:, 1] > 0.0) == 6
    assert (poses[:, 1] * np.sin(poses[:, 2]) < 0.0).all()


def test_placed_robots_are_in_their_own_half() -> None:
    assert (kick_off_poses(12, KICK_OFF_SPOTS)[:, 0] < 0.0).all()
    anywhere = own_half_poses(FIELD, 12, np.random.default_rng(1))
    assert (anywhere[:, 0] <= 0.0).all()


def test_strikers_look_at_the_mark_and_keepers_stand_on_their_line() -> None:
    striker = shootout_pose(FIELD, striker=True, behind=1.0)
    keeper = shootout_pose(FIELD, striker=False, behind=1.0)
    np.testing.assert_allclose(striker, (2.2, 0.0, 0.0))
    np.testing.assert_allclose(keeper, (-4.5, 0.0, 0.0))
