"""Bodies of Aibos in a match: what they hear, and that recordings of them replay to the bit."""

from pathlib import Path

import numpy as np
import pytest

from kickabout import Match
from kickabout.recording import Recorder, Recording, Replay
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan

FOLDER = Path(__file__).parent
LEAGUES = {"ers210": "legged2001", "ers7": "legged2004"}
SCENE = Scene(
    home=TeamPlan(robots=(RobotPlan(number=1, pose=(-0.6, 0.1, 0.0)),)),
    away=TeamPlan(robots=(RobotPlan(number=1, pose=(0.3, -0.2, 3.0)),)),
    referee=RefereePlan(start="playing", automatic=False),
)


def team_of(robot: str, folder: Path) -> str:
    """Return a team that sees, hears and stands."""
    name = "pups.toml" if robot == "ers210" else "big_pups.toml"
    path = folder / "listeners.toml"
    path.write_text(
        f'extends = "{FOLDER / name}"\nthreads.sound = {{ rate = 25.0, inputs = ["AudioFrame"] }}\n'
    )
    return str(path)


def play(robot: str, team: str, **settings: object) -> Match:
    match = Match(
        team,
        team,
        robots=1,
        league=LEAGUES[robot],
        scene=SCENE,
        fidelity="images",
        workers=0,
        **settings,  # type: ignore[arg-type]
    )
    match.run(0.4)
    return match


@pytest.mark.parametrize("robot", LEAGUES)
def test_aibos_hear_with_two_microphones(robot: str, tmp_path: Path) -> None:
    with play(robot, team_of(robot, tmp_path)) as match:
        audio = match.robot("home", 1)["AudioFrame"]
    assert audio.samples.shape[0] == 2
    assert audio.samples.any()
    assert not np.array_equal(audio.samples[0], audio.samples[1])  # on both sides of the head


@pytest.mark.parametrize("robot", LEAGUES)
def test_a_recording_of_aibos_replays_to_the_bit(robot: str, tmp_path: Path) -> None:
    path = tmp_path / "aibos.mcap"
    play(robot, team_of(robot, tmp_path), recorder=Recorder(path)).close()
    with Recording(path, packages=("tests.legged",)) as recording:
        assert recording.programs["home 1"].team.robot == robot
        for name in ("home/1", "away/1"):
            assert Replay(recording, name).run().is_equal
