"""The studio reads, shows, simulates and saves motions."""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.motion.keyframes.keyframe_file import motion_names
from kickabout.studio.motion_editor import MotionEditor
from kickabout.studio.motion_shows import Start
from kickabout.studio.sources.source import StudioError

BOW = """robot = "nao"

[[frames]]
duration = 0.4
legs_deg = [0, 0, -45, 80, -40, 0]
arms_deg = [90, 10, 0, -5, 0]
"""


@pytest.fixture
def editor(tmp_path: Path) -> MotionEditor:
    return MotionEditor(tmp_path / "own")


def test_all_motions_of_the_configuration_are_offered_with_their_text(editor: MotionEditor) -> None:
    assert set(motion_names()) <= set(editor.names())
    assert "[[frames]]" in editor.text("get_up_front")


def test_without_physics_the_requested_angles_are_reached_with_a_sole_on_the_ground(
    editor: MotionEditor,
) -> None:
    shown = editor.shown("bow", BOW, None)
    last = np.array(shown["steps"][-1])
    assert shown["frames"] == [{"seconds": 0.4, "label": ""}]
    assert len(shown["steps"]) * shown["interval"] == pytest.approx(0.4, abs=0.06)
    assert last[2] == pytest.approx(0.2, abs=0.01)
    assert np.degrees(last[7:32]).max() == pytest.approx(90.0, abs=8.0)


@pytest.mark.parametrize(("name", "start"), [("get_up_front", "front"), ("sit", "standing")])
def test_in_physics_a_motion_reaches_its_goal(
    editor: MotionEditor, name: str, start: Start
) -> None:
    shown = editor.shown(name, editor.text(name), start)
    first, last = np.array(shown["steps"][0]), np.array(shown["steps"][-1])
    if name == "sit":
        assert last[2] < first[2] - 0.05
    else:
        assert first[2] < 0.15
        assert last[2] > 0.2


def test_a_standing_kick_is_shown_with_its_ball_and_saved_among_kicks(editor: MotionEditor) -> None:
    text = editor.text("kick forward")
    shown = editor.shown("kick forward", text, "standing")
    first, last = np.array(shown["steps"][0]), np.array(shown["steps"][-1])
    assert last[32] > first[32] + 1.0, "the ball did not roll"
    assert last[2] > 0.2, "the robot fell"
    assert editor.save("kick mine", text).parent == editor.folder / "kicks/standing"
    assert "kick mine" in editor.names()


def test_errors_in_a_motion_are_reported_and_nothing_is_saved(editor: MotionEditor) -> None:
    wrong = BOW.replace("legs_deg = [0, 0, -45, 80, -40, 0]", "legs_deg = [0, 0, -45]")
    with pytest.raises(ConfigurationError, match="legs_deg has 3 angles"):
        editor.save("bow", wrong)
    with pytest.raises(ConfigurationError, match="not valid TOML"):
        editor.shown("bow", "[[frames", None)
    with pytest.raises(StudioError, match="not a valid name of a motion"):
        editor.save("../bow", BOW)
    assert not editor.folder.exists()


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where a folder should be")
    with pytest.raises(StudioError, match="cannot be written"):
        MotionEditor(taken).save("bow", BOW)


def test_a_saved_motion_replaces_that_of_the_configuration(editor: MotionEditor) -> None:
    path = editor.save("sit", BOW)
    assert path.parent == editor.folder / "keyframes"
    assert editor.text("sit") == BOW
    assert editor.names().count("sit") == 1
