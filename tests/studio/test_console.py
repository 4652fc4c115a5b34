"""The console runs its commands, and explains errors in others."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.framework import KickaboutError
from kickabout.studio.console import COMMANDS, Console, Session
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


def test_a_misspelled_command_gets_a_suggestion(console: Console) -> None:
    with pytest.raises(StudioError, match=r"unknown command 'bal'. Did you mean 'ball'"):
        console.run("bal 1 2")


def test_comments_and_empty_lines_do_nothing(console: Console) -> None:
    assert console.run("") == console.run("   ") == console.run("# ball 1 2") == ""


def test_the_ball_is_placed(console: Console, live: LiveMatch) -> None:
    console.run("ball 1.5 -0.5")
    assert live.match.truth.ball.x == pytest.approx(1.5)
    assert live.match.truth.ball.y == pytest.approx(-0.5)


@pytest.mark.parametrize("line", ["ball", "ball 1", "ball a b", "ball 1 nan", "ball 1e300 0"])
def test_a_ball_needs_two_numbers(console: Console, line: str) -> None:
    with pytest.raises(StudioError, match=r"usage|number"):
        console.run(line)


def test_nothing_is_placed_outside_the_world(console: Console) -> None:
    with pytest.raises(StudioError, match="outside the world"):
        console.run("ball 99 0")


def test_robots_are_placed_in_the_world(console: Console, live: LiveMatch) -> None:
    for team in ("home", "away"):
        console.run(f"move {team} 1 -1.0 0.8 90")
        pose = live.match.truth.robots[team, 1].pose
        assert (pose.x, pose.y) == pytest.approx((-1.0, 0.8), abs=0.02)
        assert pose.theta == pytest.approx(1.5708, abs=0.02)
        console.run(f"move {team} 1 {-2 if team == 'home' else 2} 2")


def test_an_unknown_robot_gets_a_suggestion(console: Console) -> None:
    with pytest.raises(StudioError, match=r"unknown robot 'home 9'. Did you mean 'home 1'"):
        console.run("move home 9 0 0")


def test_a_line_may_address_one_robot(console: Console) -> None:
    assert console.run("away 1 robot") == "addressing away 1"
    assert console.run("robot") == "addressing home 1"
    assert console.run("away 1") == "addressing away 1"
    assert console.run("robot all") == "addressing home 1, away 1"


def test_values_are_read_by_path(console: Console) -> None:
    assert console.run("get BallModel.known") in ("true", "false")
    assert console.run("get RobotPose.robot_to_field").startswith("x = ")
    with pytest.raises(KickaboutError, match="Did you mean 'BallModel'"):
        console.run("get BalModel.known")


def test_values_of_one_thread_are_read(console: Console) -> None:
    assert console.run("get upper/BallPercept.radius_px")
    with pytest.raises(KickaboutError, match="no thread 'motion' that provides BallPercept"):
        console.run("get motion/BallPercept.radius_px")
    console.run("goto 1.0")
    assert console.run("get upper/BallPercept.radius_px")
    with pytest.raises(KickaboutError, match="has no BallPercept recorded"):
        console.run("get motion/BallPercept.radius_px")


def test_parameters_are_changed_and_checked(console: Console) -> None:
    before = console.run("get WalkEngine.forward_limit")
    console.run("set WalkEngine.forward_limit 0.123")
    assert "0.123" in console.run("get WalkEngine.forward_limit")
    assert before in console.run("away 1 get WalkEngine")
    with pytest.raises(KickaboutError, match="forward_limit"):
        console.run("set WalkEngine.forward_limit quick")
    with pytest.raises(KickaboutError, match="Did you mean 'forward_limit'"):
        console.run("set WalkEngine.forwardlimit 0.2")
    with pytest.raises(StudioError, match="Did you mean 'WalkEngine'"):
        console.run("set WalkEngin.forward_limit 0.2")
    with pytest.raises(StudioError, match="set PATH VALUE"):
        console.run("set WalkEngine.forward_limit")


def test_texts_keep_their_quotation_marks(console: Console) -> None:
    console.run('set JointHealthMonitor.broken_joints ["head_yaw", "head_pitch"]')
    given = console.run("get JointHealthMonitor.broken_joints")
    console.run("set JointHealthMonitor.broken_joints []")
    assert '["head_yaw","head_pitch"]' in given.replace(" ", "")


def test_a_refused_parameter_changes_nothing_and_the_match_continues(
    console: Console, live: LiveMatch
) -> None:
    with pytest.raises(KickaboutError, match="Did you mean 'head_yaw'"):
        console.run('set JointHealthMonitor.broken_joints ["head_jaw"]')
    with pytest.raises(KickaboutError, match="JointCalibrator: 1 joint offsets, expected 0 or 25"):
        console.run("set JointCalibrator.offsets [0.1]")
    assert "[]" in console.run("get JointHealthMonitor.broken_joints")
    _advance(console, live, 2)
    assert live.error is None


def test_changed_parameters_are_saved_to_a_layer(
    console: Console, controller: StudioController
) -> None:
    console.run("set WalkEngine.side_limit 0.111")
    assert "--location slow" in console.run("save slow")
    assert "side_limit = 0.111" in (controller.layers / "slow.toml").read_text()


def test_a_layer_that_cannot_be_written_is_reported(
    console: Console, controller: StudioController
) -> None:
    controller.layers.write_text("a file where a folder should be")
    console.run("set WalkEngine.side_limit 0.111")
    with pytest.raises(KickaboutError, match=r"slow\.toml: cannot be written"):
        console.run("save slow")


@pytest.mark.parametrize("name", ["../evil", "a/b", "..", "", "a b", "a" * 300])
def test_layers_have_plain_names(console: Console, name: str) -> None:
    with pytest.raises(StudioError, match="not a valid name of a layer"):
        console.controller.layer_file(name)


def test_a_representation_is_overridden_and_freed(console: Console, live: LiveMatch) -> None:
    console.run("set BallModel.seen_fraction 0.25")
    _advance(console, live, 12)
    assert console.run("get BallModel.seen_fraction") == "0.25"
    console.run("free BallModel")
    _advance(console, live, 12)
    assert console.run("get BallModel.seen_fraction") != "0.25"


def test_a_frozen_representation_stays(console: Console, live: LiveMatch) -> None:
    console.run("freeze Odometry")
    _advance(console, live, 3)
    before = console.run("get Odometry")
    _advance(console, live, 6)
    assert console.run("get Odometry") == before
    console.run("free Odometry")


def _advance(console: Console, live: LiveMatch, frames: int) -> None:
    end = live.match.world.frame + frames
    console.run(f"step {frames}")
    while live.match.world.frame < end:
        assert live.error is None
        live.calls.call(lambda: None)


def _wait_until_paused(live: LiveMatch) -> None:
    while live.transport.is_running:
        live.calls.call(lambda: None)


def test_steps_are_exact(console: Console, live: LiveMatch) -> None:
    begin = live.match.world.frame
    _advance(console, live, 4)
    live.calls.call(lambda: None)
    assert live.match.world.frame == begin + 4


def test_a_match_does_not_run_backwards(console: Console) -> None:
    with pytest.raises(StudioError, match="forward only"):
        console.run("step -1")


def test_the_referee_is_controlled(console: Console, live: LiveMatch) -> None:
    home, away = live.match.score
    console.run("goal home")
    assert live.match.score == (home + 1, away)
    console.run("penalty away 1 manual")
    _advance(console, live, 8)
    live.calls.call(live._status.update)
    assert "away 1" in live.status().penalties
    console.run("penalty away 1 none")
    console.run("game set")
    assert live.match.control.state.state.name == "SET"
    console.run("referee off")
    assert not live.match.control.referee.automatic
    console.run("referee on")


def test_unknown_game_commands_get_a_suggestion(console: Console) -> None:
    with pytest.raises(StudioError, match="Did you mean 'playing'"):
        console.run("game plaing")
    with pytest.raises(StudioError, match="a penalty cannot be 'rude'"):
        console.run("penalty home 1 rude")


def test_a_match_plays_until_a_condition_holds(console: Console, live: LiveMatch) -> None:
    console.run("until BallModel.known or not BallModel.known")
    _wait_until_paused(live)
    end = live.match.time + 0.05
    console.run("run 0.05")
    _wait_until_paused(live)
    assert live.match.time == pytest.approx(end, abs=0.013)


def test_conditions_may_hold_texts(console: Console, live: LiveMatch) -> None:
    output = console.run("home 1 until GameStateModel.state != 'nowhere'")
    assert output == "playing until GameStateModel.state != 'nowhere'"
    _wait_until_paused(live)
    console.run("goto 0.5")
    for condition in ('GameStateModel.state == "no  where"', "GameStateModel.state=='nowhere'"):
        with pytest.raises(StudioError, match=f"^{condition} does not become true later"):
            console.run(f"next {condition}")
    with pytest.raises(StudioError, match=r"^false does not become true earlier"):
        console.run("previous 'false'")


def test_a_provider_is_switched_or_refused(console: Console) -> None:
    with pytest.raises(KickaboutError, match="there is no module 'BallTrackr'"):
        console.run("switch BallModel BallTrackr")
    assert "BallTracker" in console.completions("switch BallModel ")


def test_drawings_are_listed_and_chosen(console: Console) -> None:
    assert "RobotPose.pose" in console.run("drawings pose")
    console.run("drawing RobotPose.pose on")
    assert console.session.drawings == {"RobotPose.pose"}
    console.run("drawing RobotPose.* off")
    assert not console.session.drawings
    with pytest.raises(StudioError, match=r"unknown drawing 'RobotPose.pos'. Did you mean"):
        console.run("drawing RobotPose.pos on")


def test_a_read_only_studio_changes_nothing(controller: StudioController) -> None:
    controller.read_only = True
    console = Console(controller)
    assert console.run("get BallModel.known")
    for line in ("ball 0 0", "set BallModel.known true", "game playing", "save x", "pause"):
        with pytest.raises(StudioError, match="read-only"):
            console.run(line)


def test_every_command_that_changes_something_is_marked(console: Console) -> None:
    harmless = {name for name, entry in COMMANDS.items() if not entry.changes}
    reading = {"help", "robot", "get", "modules", "drawings", "drawing", "echo", "script", "events"}
    assert harmless == reading


def test_scripts_run_line_by_line(
    console: Console, controller: StudioController, live: LiveMatch
) -> None:
    assert controller.scripts is not None
    (controller.scripts / "corner.txt").write_text("# to the corner\nball 4 2.5\n\necho done\n")
    assert console.run("script corner") == "done"
    assert live.match.truth.ball.x == pytest.approx(4.0)
    (controller.scripts / "bad.txt").write_text("echo one\nbll 1 1\n")
    with pytest.raises(StudioError, match="line 2: unknown command 'bll'"):
        console.run("script bad")
    (controller.scripts / "loop.txt").write_text("script loop\n")
    with pytest.raises(StudioError, match="too deeply"):
        console.run("script loop")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "../../x"])
def test_scripts_stay_in_their_folder(console: Console, name: str) -> None:
    with pytest.raises(StudioError, match=r"is not in the folder|there is no script"):
        console.run(f"script {name}")


def test_arguments_are_completed(console: Console) -> None:
    assert console.completions("ba") == ["back", "ball"]
    assert console.completions("get BallMod") == ["BallModel"]
    assert "BallModel.known" in console.completions("get BallModel.")
    assert console.completions("set WalkEngine.forward_l") == ["WalkEngine.forward_limit"]
    assert console.completions("move home ") == ["1"]
    assert "playing" in console.completions("game pl")
    assert console.completions("home 1 get RobotPo") == ["RobotPose"]
    assert console.completions("nonsense ") == []


@pytest.mark.parametrize("line", ["echo " + "x" * 3000, "echo a\x00b", 'echo "open'])
def test_invalid_lines_are_refused(console: Console, line: str) -> None:
    with pytest.raises(StudioError):
        console.run(line)


@given(line=st.text(max_size=60))
def test_no_line_breaks_the_console(line: str) -> None:
    console = Console(_EMPTY, Session())
    with contextlib.suppress(KickaboutError):
        console.run(line)


class _EmptySource:
    robots: tuple[str, ...] = ()
    spent = 0.0

    def events(self) -> tuple[()]:
        return ()

    def __getattr__(self, name: str) -> object:
        def refuse(*arguments: object, **more: object) -> object:
            raise StudioError("there is nothing here")

        return refuse


# Types: a source that refuses everything stands in.
_EMPTY = StudioController(_EmptySource())  # type: ignore[arg-type]


def test_joints_are_calibrated_from_the_console(console: Console, live: LiveMatch) -> None:
    console.run("set MotionRequest.motion special")
    console.run("set MotionRequest.special calibration_stand")
    console.run("set JointCalibrator.left_turn [0, 0.03, 0]")
    _advance(console, live, 40)
    assert console.run("get MotionRequest.special") == '"calibration_stand"'
    assert live.match.robot("home", 1)["JointCalibration"].offsets.any()
    assert "--location joints" in console.run("save joints")
    console.run("free MotionRequest")
