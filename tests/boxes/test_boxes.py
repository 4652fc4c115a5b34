"""A robot that is nothing like a NAO plays in a match beside NAOs."""

from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError, load_team
from kickabout.recording import Recorder, Recording, Replay
from kickabout.representations import CameraImage, CameraSettings
from kickabout.robots.kind import robot_kind
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.match.scene import Scene

PACKAGE = "tests.boxes"
TEAM = str(Path(__file__).with_name("boxes.toml"))
BOX = robot_kind("box", (PACKAGE,))
WORKERS = (0, 1, 2)


def play(*, workers: int = 0, seconds: float = 0.5, **settings: object) -> Match:
    match = Match(
        TEAM,
        "walkers",
        robots=1,
        league="open",
        fidelity="images",
        workers=workers,
        **settings,  # type: ignore[arg-type]
    )
    match.run(seconds)
    return match


def test_two_kinds_share_a_world_in_their_own_frame_times() -> None:
    with play(seconds=0.24) as match:
        assert match.snapshot.kinds == (BOX, NAO)
        assert match.world.frame_time == 0.004
        cycles = [match.robot(team, 1)["FrameInfo"].cycle for team in ("home", "away")]
    assert cycles == [29, 19]  # 0.24 s are 30 frames of 8 ms and 20 frames of 12 ms


def test_a_box_drives_once_its_camera_sees() -> None:
    with play(seconds=0.1) as match:
        start = match.truth.robots["home", 1].pose
        match.run(1.0)
        end, upright = match.truth.robots["home", 1].pose, match.truth.robots["home", 1].upright
        image = match.robot("home", 1)["CameraImage"]
    assert isinstance(image, CameraImage)
    assert (image.width, image.height) == (160, 120)
    assert 0.2 < (start.inverse() @ end).x < 1.0
    assert upright


def test_a_joint_group_is_moved_by_its_name(tmp_path: Path) -> None:
    team = tmp_path / "turners.toml"
    text = Path(TEAM).read_text().replace("WheelDriver", "WheelTurner")
    team.write_text(text)
    with Match(str(team), "walkers", robots=1, league="open", workers=0) as match:
        match.run(1.0)
        assert match.snapshot.angles_of(0) == pytest.approx([2.0] * 4, abs=0.2)


def test_a_nao_sees_a_box() -> None:
    with play(seconds=0.1) as match:
        match.place(robot=("home", 1), pose=(-1.8, 0.0, 0.0))
        match.place(robot=("away", 1), pose=(0.0, 0.0, 0.0))
        snapshot, ids, field = match.snapshot, match.ids, match.field
    eyes = Vision(1, ids, kind=NAO, field=field, settings=VisionSettings(), faults=Faults(), seed=1)
    shown = eyes.picture(snapshot, "upper", CameraSettings(), labels=True).labels
    assert shown is not None
    assert SceneClass.JERSEY in shown.classes[shown.instances == 2]


def test_a_box_upside_down_counts_as_fallen() -> None:
    with play(seconds=0.1) as match:
        root = match.world.robots[0].root_qpos
        match.world.data.qpos[root + 3 : root + 7] = (0.0, 1.0, 0.0, 0.0)
        match.run(0.2)
        assert not match.truth.robots["home", 1].upright
        assert match.observer.falls == [1, 0]


def test_a_recording_replays_to_the_bit_with_any_number_of_workers(tmp_path: Path) -> None:
    paths = [tmp_path / f"{workers}.mcap" for workers in WORKERS]
    for workers, path in zip(WORKERS, paths, strict=True):
        play(workers=workers, recorder=Recorder(path)).close()
    assert len({path.read_bytes() for path in paths}) == 1
    with Recording(paths[0], packages=(PACKAGE,)) as recording:
        assert recording.programs["home 1"].team.robot == "box"
        assert Replay(recording, "home/1").run().is_equal
        assert Replay(recording, "away/1").run().is_equal


def test_a_fault_of_a_joint_that_a_box_does_not_have_is_refused() -> None:
    knee = Fault(kind=FaultKind.STUCK_JOINT, robot="home 1", joint="left_knee_pitch")
    with pytest.raises(ConfigurationError, match="box has no joint 'left_knee_pitch'"):
        play(scene=Scene(faults=(knee,)))


def test_a_robot_that_does_not_exist_is_refused_with_the_team(tmp_path: Path) -> None:
    team = tmp_path / "ghosts.toml"
    team.write_text('robot = "ghost"\nthreads.motion = { rate = 10.0 }\n')
    with pytest.raises(ConfigurationError, match="team ghosts: there is no robot 'ghost'"):
        Match(str(team), "walkers", robots=1, league="open", workers=0)


def test_a_robot_that_the_league_does_not_allow_is_refused() -> None:
    with pytest.raises(ConfigurationError) as caught:
        Match(TEAM, "walkers", robots=1, league="spl2019", workers=0)
    assert "'box'" in str(caught.value)
    assert str(caught.value).endswith("league spl2019 allows only nao")


def test_the_robot_and_its_team_are_small() -> None:
    folder = Path(__file__).parent
    files = [*folder.rglob("*.toml"), folder / "wheel_driver.py", *folder.rglob("kind.py")]
    assert sum(len(file.read_text().splitlines()) for file in files) <= 300
    assert load_team(TEAM).robot == "box"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('vision = { camera = "lower", inputs = ["CameraInfo"] }', "'box' has 'front'"),
        ('motion = { modules = ["StandEngine"] }', "StandEngine is made for 'nao'"),
        ('ears = { inputs = ["AudioFrame"] }', "takes sound, but robot 'box' has no microphone"),
    ],
)
def test_a_program_for_another_robot_is_refused(tmp_path: Path, line: str, sentence: str) -> None:
    team = tmp_path / "wrong.toml"
    head = f'robot = "box"\npackages = ["{PACKAGE}"]\n'
    team.write_text(head + f"threads.{line}\n")
    with pytest.raises(ConfigurationError, match=sentence):
        Match(str(team), "walkers", robots=1, league="open", fidelity="images", workers=0)


def test_a_thread_that_is_only_named_after_a_camera_still_gets_its_images(tmp_path: Path) -> None:
    text = Path(TEAM).read_text().replace("threads.vision = { camera", "threads.front = { phase")
    team = tmp_path / "old.toml"
    team.write_text(text.replace('phase = "front"', "phase = 0.0"))
    with pytest.warns(FutureWarning, match="thread 'front' must name its camera"):
        match = Match(str(team), "walkers", robots=1, league="open", workers=0, fidelity="images")
    with match:
        match.run(0.1)
        assert match.robot("home", 1)["CameraImage"].width == 160


@pytest.mark.parametrize(
    ("league", "line", "sentence"),
    [
        (
            "spl2019",
            "",
            "team wrong plays with the robot 'box', but league spl2019 allows only nao",
        ),
        (
            "open",
            'parameters.WheelDriver.kick = "catalogue"',
            "robot 'box' has no kick 'catalogue'",
        ),
        ("open", 'threads.walk = { modules = ["StandEngine"] }', "StandEngine is made for 'nao'"),
        ("open", 'threads.eye = { camera = "lower", inputs = ["CameraInfo"] }', "has 'front'"),
    ],
)
def test_wrong_teams_are_refused_in_one_sentence_before_a_process_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, league: str, line: str, sentence: str
) -> None:
    started: list[object] = []
    start = BaseProcess.start

    def noted(process: BaseProcess) -> None:
        started.append(process)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", noted)
    team = tmp_path / "wrong.toml"
    team.write_text(Path(TEAM).read_text() + line)
    with pytest.raises(ConfigurationError) as caught:
        Match(str(team), "walkers", robots=1, league=league, fidelity="images", workers=2)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not started
    with Match(TEAM, "walkers", robots=1, league="open", fidelity="images", workers=1):
        assert started
