"""Frames: the type checker accepts matching frames and refuses others."""

from pathlib import Path

import pytest
from mypy import api

PREAMBLE = """
from kickabout.geometry import Ball, Camera, Field, Pose2, Pose3, Robot, Torso, Vector2

robot_to_field: Pose2[Robot, Field] = Pose2(1.0, 2.0, 0.5)
ball_to_robot: Pose2[Ball, Robot] = Pose2(1.0, 0.0, 0.0)
ball_in_robot: Vector2[Robot] = Vector2(1.0, 0.0)
ball_in_field: Vector2[Field] = Vector2(2.0, 0.0)
camera_to_torso: Pose3[Camera, Torso] = Pose3()
torso_to_robot: Pose3[Torso, Robot] = Pose3()
"""

GOOD = [
    "a1: Vector2[Field] = robot_to_field @ ball_in_robot",
    "a2: Pose2[Ball, Field] = robot_to_field @ ball_to_robot",
    "a3: Pose2[Field, Robot] = robot_to_field.inverse()",
    "a4: Vector2[Robot] = robot_to_field.inverse() @ ball_in_field",
    "a5: Vector2[Field] = robot_to_field.position + 2.0 * ball_in_field",
    "a6: Pose3[Camera, Robot] = torso_to_robot @ camera_to_torso",
    "a7: Vector2[Robot] = Vector2.from_polar(1.0, 0.5)",
]

BAD = [
    "b1 = robot_to_field @ ball_in_field",
    "b2 = ball_in_robot + ball_in_field",
    "b3 = ball_in_robot.distance_to(ball_in_field)",
    "b4 = ball_to_robot @ robot_to_field",
    "b5: Vector2[Robot] = robot_to_field @ ball_in_robot",
    "b6: Pose2[Robot, Field] = robot_to_field.inverse()",
    "b7 = camera_to_torso @ torso_to_robot",
    "b8: Vector2[int]",
]


@pytest.fixture(scope="module")
def errors_by_line(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the errors that mypy reports for a file with all snippets, by line."""
    lines = PREAMBLE.splitlines() + GOOD + BAD
    folder = tmp_path_factory.mktemp("snippets")
    source = folder / "snippets.py"
    source.write_text("\n".join(lines) + "\n")
    root = Path(__file__).parents[2]
    output, stderr, _ = api.run(
        [f"--config-file={root / 'pyproject.toml'}", f"--cache-dir={folder / 'cache'}", str(source)]
    )
    assert not stderr, stderr
    found: dict[str, str] = {}
    for message in output.splitlines():
        if ": error: " in message:
            number = int(message.split("snippets.py:")[1].split(":")[0])
            found[lines[number - 1]] = message
    return found


@pytest.mark.parametrize("snippet", GOOD)
def test_matching_frames_are_accepted(snippet: str, errors_by_line: dict[str, str]) -> None:
    assert snippet not in errors_by_line


@pytest.mark.parametrize("snippet", BAD)
def test_mixed_frames_are_refused(snippet: str, errors_by_line: dict[str, str]) -> None:
    assert snippet in errors_by_line
