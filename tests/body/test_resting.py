"""Bringing a robot to rest without harm."""

from pathlib import Path

import numpy as np
import pytest
from tests.body.lola_server import LolaServer

from kickabout.body.lola import LolaBody
from kickabout.body.resting import SITTING_DOWN_FRAMES, bring_to_rest
from kickabout.robots.nao.joints import LEGS
from kickabout.robots.nao.postures import SIT

BLUE = (0.0, 0.0, 1.0)


def comes_to_rest(server: LolaServer) -> bool:
    body = LolaBody(server.path, gone_after=1.0)
    try:
        return bring_to_rest(body, BLUE)
    finally:
        body.close()


def stiff_frames(server: LolaServer) -> int:
    return sum(any(command["Stiffness"]) for command in server.received)


def test_a_standing_robot_sits_down_in_a_straight_line_and_goes_limp(tmp_path: Path) -> None:
    with LolaServer(tmp_path / "lola") as server:
        server.sensors["Stiffness"] = [0.8] * 25
        assert comes_to_rest(server)
    targets = np.array([command["Position"] for command in server.received])
    steps = np.diff(targets[:SITTING_DOWN_FRAMES], axis=0)
    assert np.abs(steps - steps[0]).max() < 1e-5
    assert np.abs(steps).max() < 0.02
    assert stiff_frames(server) == SITTING_DOWN_FRAMES
    assert np.array(server.sensors["Position"])[LEGS] == pytest.approx(SIT[LEGS], abs=0.02)
    assert server.sensors["Stiffness"] == [0.0] * 25
    assert server.received[-1]["LEye"] == [0.0] * 16 + [1.0] * 8
    assert server.received[-1]["REye"] == [0.0] * 16 + [1.0] * 8


@pytest.mark.parametrize(
    "changes",
    [
        {"Stiffness": [0.0] * 25},
        {"Stiffness": [0.8] * 25, "Angles": [0.0, 1.5]},
        {"Stiffness": [0.8] * 25, "Angles": [-1.5, 0.0]},
        {"Stiffness": [0.8] * 25, "Position": SIT.tolist()},
    ],
    ids=["limp", "on the belly", "on the side", "sitting"],
)
def test_a_robot_that_does_not_stand_only_goes_limp(
    tmp_path: Path, changes: dict[str, list[float]]
) -> None:
    with LolaServer(tmp_path / "lola") as server:
        server.sensors.update(changes)
        before = server.sensors["Position"]
        assert comes_to_rest(server)
    assert stiff_frames(server) == 0
    assert server.sensors["Position"] == pytest.approx(before)
    assert server.received[-1]["LEye"][-1] == 1.0


def test_a_lost_body_is_reported(tmp_path: Path) -> None:
    assert not bring_to_rest(LolaBody(tmp_path / "nothing", gone_after=0.1), BLUE)
