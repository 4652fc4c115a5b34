"""Does a high stand end in the normal stand, except for falls?"""

import numpy as np
import pytest

from kickabout.geometry import Vec
from kickabout.motion.selection.motion_combiner import MotionCombinerParameters
from kickabout.representations import KickRequest, Motion, MotionRequest
from kickabout.simulation.match.drill import Drill

FRAME = 0.012
MAX_STEP = MotionCombinerParameters().max_speed * FRAME  # rad
HIGH = MotionRequest(motion=Motion.STAND_HIGH)
KICK = MotionRequest(motion=Motion.KICK, kick=KickRequest(name="forward"))


class Watch:
    """Recorded joint commands and selected motions."""

    def __init__(self) -> None:
        self.commands: list[Vec] = []
        self.targets: list[Motion] = []

    def record(self, drill: Drill) -> None:
        self.commands.append(drill.robot["JointRequest"].angles)
        self.targets.append(drill.robot["MotionSelection"].target)

    @property
    def max_step(self) -> float:
        return float(np.abs(np.diff(self.commands, axis=0)).max())


def high_drill(team: str) -> Drill:
    drill = Drill(team)
    drill.request(MotionRequest(motion=Motion.STAND))
    drill.run(1.7)
    drill.request(HIGH)
    drill.run(1.0)
    return drill


@pytest.mark.parametrize("team", ["walkers", "bhuman2021", "hulks_walkers"])
def test_a_kick_from_a_high_stand_begins_without_a_jump(team: str) -> None:
    watch = Watch()
    with high_drill(team) as drill:
        drill.request(KICK)
        drill.run(1.2, each_frame=watch.record)
        assert drill.upright
    assert watch.targets[-1] is Motion.KICK
    assert watch.max_step <= MAX_STEP


@pytest.mark.parametrize("team", ["walkers", "hulks_walkers"])
def test_a_fall_from_a_high_stand_is_handled_at_once(team: str) -> None:
    watch = Watch()
    with high_drill(team) as drill:
        drill.push(-4.0, 0.0)
        drill.run(1.5, each_frame=watch.record)
        assert not drill.upright
    assert watch.targets[-1] in (Motion.FALL, Motion.GET_UP)
    assert watch.targets.index(Motion.FALL) * FRAME < 0.5
