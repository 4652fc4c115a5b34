"""The GermanTeam's motions in physics: ball, stand-ups, odometry, upload, lights."""

from pathlib import Path

import pytest

from kickabout.evaluation.trials.motion_net_trials import (
    NOMINAL_DEG,
    STAND,
    grab_kicks,
    grabs,
    head_kicks,
    long_walk,
    net_drill,
    special,
    stand_ups,
    state_of,
)
from kickabout.evaluation.trials.odometry_trials import straight_walks
from kickabout.framework.errors import ConfigurationError
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.pools.pool import LocalPool

NOD = "motion nod; ~ 500 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ 1 20"
BLINKING = """
extends = "germanteam_walkers"
packages = ["tests.motion.motion_net.toys"]
threads.behavior = { rate = 25.0, modules = ["Blinker"] }
"""


@pytest.mark.slow
def test_a_head_kick_sends_the_ball_forward() -> None:
    assert all(kick.hit for kick in head_kicks(count=2, seed=5))


@pytest.mark.slow
def test_most_grabbed_balls_are_held_through_a_turn() -> None:
    assert sum(trial.held for trial in grabs(count=4, seed=5)) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", NOMINAL_DEG)
def test_kicks_after_a_grab_go_to_their_side(name: str) -> None:
    kicks = grab_kicks(name, count=3, seed=5)
    assert sum(kick.within(NOMINAL_DEG[name]) for kick in kicks) >= 2


@pytest.mark.slow
def test_a_bicycle_kick_sends_the_ball_behind_the_robot() -> None:
    assert all(kick.ahead < 0.0 for kick in grab_kicks("bicycle_kick", count=1, seed=5))


@pytest.mark.slow
@pytest.mark.parametrize("side", ["front", "back", "left", "right"])
def test_a_robot_stands_up_from_all_sides(side: str) -> None:
    assert stand_ups(side, count=1, seed=5)[0] < 4.0


@pytest.mark.slow
def test_the_trot_is_fast_on_its_paws() -> None:
    walk = long_walk(seconds=15.0, seed=5)
    assert walk.forward > 0.22
    assert walk.sideways > 0.15
    assert walk.turn > 1.6
    assert walk.falls == 0
    assert walk.off_paws < 0.01


@pytest.mark.slow
def test_odometry_follows_a_straight_walk() -> None:
    for trial in straight_walks(count=2, seed=5):
        assert trial.walked > 0.5
        assert trial.error < 0.1


@pytest.mark.slow
def test_a_text_is_uploaded_to_a_running_robot() -> None:
    with net_drill(seed=1) as drill:
        drill.request(STAND)
        drill.run(1.0)
        with pytest.raises(ConfigurationError, match="upload:1: motion 'nod': unknown label"):
            drill.change("GermanTeamMotionNet", upload=NOD + "; jump nowhere")
        assert state_of(drill).report == ""
        drill.change("GermanTeamMotionNet", upload=NOD)
        drill.request(special("nod"))
        drill.run(0.8)
        assert state_of(drill).report == "uploaded nod"
        pan = drill.match.snapshot.kinds[0].joint("neck_pan")
        assert drill.match.snapshot.joint_angles[0][pan] == pytest.approx(0.5, abs=0.03)


def test_lights_are_those_of_the_last_request(tmp_path: Path) -> None:
    team = tmp_path / "blinking.toml"
    team.write_text(BLINKING)
    with Drill(str(team), seed=1, league="legged2001") as drill:
        drill.run(0.3)
        requested = drill.robot["LedRequest"]
        pool = drill.match.pool
        assert isinstance(pool, LocalPool)
        (player,) = pool.players.values()
        assert requested.brightness["face"] == (1.0,) * 7
        assert player.body.leds == requested
