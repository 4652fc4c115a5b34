"""Do joints change from one phase to the next without a jump?"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_OUTPUTS, without_head
from tests.motion.selection.requests import selected

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.motion.selection.phase_motion_combiner import (
    PhaseMotionCombiner,
    PhaseMotionCombinerParameters,
)
from kickabout.representations import (
    FallOutput,
    HeadOutput,
    JointRequest,
    JointState,
    KeyframeOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionState,
    SensorFrame,
    WalkOutput,
    WalkRequest,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import HEAD, Joint
from kickabout.robots.nao.postures import SIT, STAND
from kickabout.simulation.match.drill import Drill

FRAME = 0.012
ONES = np.ones(len(Joint))
MAX_STEP = PhaseMotionCombinerParameters().max_speed * FRAME


class Trial:
    """A combiner whose engines publish constant postures."""

    def __init__(self) -> None:
        self.combiner = PhaseMotionCombiner(PhaseMotionCombinerParameters())
        self.walk = WalkOutput(angles=without_head(STAND), stiffness=ONES)
        self.keyframe = KeyframeOutput(angles=SIT, stiffness=ONES)
        self.fall = FallOutput(angles=SIT, stiffness=0.3 * ONES)
        self.time = 0.0

    def run(
        self, target: Motion, seconds: float = FRAME, *, connected: bool = True
    ) -> list[tuple[JointRequest, MotionState]]:
        given = replace(
            IDLE_OUTPUTS,
            sensors=SensorFrame(connected=connected),
            joints=JointState(angles=SIT),
            selection=selected(target),
            walk=self.walk,
            keyframe=self.keyframe,
            fall=self.fall,
            head=HeadOutput(yaw=0.3, pitch=0.1),
        )
        results = []
        for _ in range(max(1, round(seconds / FRAME))):
            self.time += FRAME
            results.append(self.combiner.update(FrameInfo(time=self.time, dt=FRAME), given))
        return results


def test_a_limp_robot_rises_from_its_measured_angles() -> None:
    results = Trial().run(Motion.STAND, 2.0)
    angles = [request.angles for request, _ in results]
    np.testing.assert_allclose(angles[0][2:], SIT[2:], atol=1e-9)
    np.testing.assert_allclose(angles[-1][2:], STAND[2:], atol=1e-9)
    assert max(np.abs(b - a).max() for a, b in pairwise(angles)) < 0.1
    assert [state.stable for _, state in results].index(True) == round(1.5 / FRAME)


def test_the_head_follows_the_head_engine() -> None:
    request, _ = Trial().run(Motion.STAND, 2.0)[-1]
    np.testing.assert_allclose(request.angles[HEAD], (0.3, 0.1))


def test_a_phase_begins_where_its_predecessor_left_the_joints() -> None:
    trial = Trial()
    before = trial.run(Motion.STAND, 2.0)[-1][0].angles
    angles = [request.angles for request, _ in trial.run(Motion.SIT, 1.0)]
    np.testing.assert_allclose(angles[0], before, atol=1e-9)
    np.testing.assert_allclose(angles[-1], SIT, atol=1e-9)
    steps = [np.abs(b - a).max() for a, b in pairwise([before, *angles])]
    assert max(steps) <= MAX_STEP + 1e-9


def test_an_engine_may_move_while_it_takes_over() -> None:
    trial = Trial()
    trial.run(Motion.SIT, 2.0)
    trial.run(Motion.STAND, 0.3)
    before = trial.run(Motion.STAND)[0][0].angles
    bent = np.array(trial.walk.angles)
    bent[Joint.LEFT_KNEE_PITCH] += 0.02
    trial.walk = WalkOutput(angles=bent, stiffness=ONES)
    after = trial.run(Motion.STAND)[0][0].angles
    moved = after - before
    mirrored = moved[Joint.RIGHT_KNEE_PITCH]
    assert moved[Joint.LEFT_KNEE_PITCH] == pytest.approx(mirrored + 0.02, abs=1e-9)


def test_a_fall_waits_for_no_transition() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    request, state = trial.run(Motion.FALL)[0]
    np.testing.assert_allclose(request.angles, SIT)
    np.testing.assert_allclose(request.stiffness, 0.3)
    assert not state.stable


def test_a_disconnected_body_is_limp() -> None:
    trial = Trial()
    trial.run(Motion.STAND, 2.0)
    request, state = trial.run(Motion.STAND, connected=False)[0]
    assert not request.stiffness.any()
    assert state.motion is Motion.PLAY_DEAD


@pytest.mark.slow
def test_a_player_of_2021_walks_kicks_falls_and_gets_up_without_a_jump() -> None:
    walk = MotionRequest(motion=Motion.WALK, walk=WalkRequest(speed=Pose2(0.3, 0.0, 0.0)))
    ball: Vector2[Robot] = Vector2(0.16, -0.05)
    kick = KickRequest(name="forward_long", ball_in_robot=ball)
    with Drill("bhuman2021", seed=1) as drill:
        watch = JumpWatch()
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(2.0, each_frame=watch.look)
        drill.request(walk)
        walked = drill.run(4.0, each_frame=watch.look)
        assert walked.movement.x > 0.8
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(2.0, each_frame=watch.look)
        lay = drill.put_ball(ball.x, ball.y)
        drill.request(MotionRequest(motion=Motion.KICK, kick=kick))
        drill.run(4.0, each_frame=watch.look)
        assert (drill.ball - lay).norm > 2.0
        drill.request(walk)
        drill.run(1.5, each_frame=watch.look)
        drill.push(-4.0, 0.0)
        drill.run(1.0, each_frame=watch.look)
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(10.0, each_frame=watch.look)
        assert drill.falls > 0
        assert drill.upright
        assert drill.robot["MotionState"].stable
    assert {Motion.STAND, Motion.WALK, Motion.KICK, Motion.FALL, Motion.GET_UP} <= watch.seen
    assert watch.largest <= MAX_STEP + 1e-6


class JumpWatch:
    """Recorder of the largest change of commanded angles when motions change, except for falls."""

    def __init__(self) -> None:
        self.largest = 0.0  # rad
        self.seen: set[Motion] = set()
        self._last = nao_defaults(JointRequest)
        self._target = Motion.PLAY_DEAD

    def look(self, drill: Drill) -> None:
        request, target = drill.robot["JointRequest"], drill.robot["MotionSelection"].target
        changed = target is not self._target and self._target is not Motion.PLAY_DEAD
        if changed and target is not Motion.FALL:
            jump = float(np.abs(request.angles - self._last.angles).max())
            self.largest = max(self.largest, jump)
        self.seen.add(target)
        self._last, self._target = request, target
