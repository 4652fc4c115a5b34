"""Do standing kicks follow their curves, and does the ball roll far and straight?"""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.motion.kick.kick_requests import check_refused, kick_request
from tests.motion.selection.requests import kick_inputs, measured

from kickabout.evaluation.trials.kick_trials import standing_kick
from kickabout.framework import FrameInfo, KickaboutError
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.kick.bezier_kick import (
    FootCurve,
    bezier,
    kick_names,
    load_kick,
    read_kick,
    standing_feet,
)
from kickabout.motion.kick.bezier_kick_engine import BezierKickEngine, BezierKickEngineParameters
from kickabout.motion.kick.bezier_kick_player import LEFT, RIGHT, BezierKickPlayer
from kickabout.representations import (
    InertialState,
)
from kickabout.robots.nao.joints import Joint, mirrored
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.motion_trial import MotionTrial

DT = 0.012


def test_a_curve_goes_from_start_to_end_and_leaves_towards_its_control_point() -> None:
    start = np.array((0.0, 0.0, 0.0))
    curve = FootCurve(end=(0.1, 0.0, 0.0), leave=(0.0, 0.0, 0.05))
    assert np.allclose(bezier(start, curve, 0.0), start)
    assert np.allclose(bezier(start, curve, 1.0), curve.end)
    early = bezier(start, curve, 0.1)
    assert early[2] > early[0]


@pytest.mark.parametrize("name", kick_names())
def test_each_kick_ends_where_it_began(name: str) -> None:
    left, right = standing_feet()
    last = load_kick(name).phases[-1]
    assert last.left is not None
    assert last.right is not None
    assert np.allclose(last.left.end, left, atol=0.001)
    assert np.allclose(last.right.end, right, atol=0.001)


@pytest.mark.parametrize("name", kick_names())
def test_the_kick_with_the_left_foot_is_the_mirror_image(name: str) -> None:
    kick = load_kick(name)
    right, left = BezierKickPlayer(), BezierKickPlayer()
    right.start(kick, support=LEFT, ball=kick.ball)
    image = kick.mirrored()
    left.start(image, support=RIGHT, ball=image.ball)
    while not right.finished:
        angles = right.advance(BodyReading(angles=STAND), DT)
        image_angles = left.advance(BodyReading(angles=mirrored(STAND)), DT)
        assert np.allclose(image_angles, mirrored(angles), atol=math.radians(0.7))
    assert left.finished


def test_the_curve_follows_the_ball_without_turning_and_only_within_limits() -> None:
    kick = load_kick("forward")
    shifts = []
    for offset in (0.0, 0.01, 1.0):
        player = BezierKickPlayer()
        player.start(kick, support=LEFT, ball=(kick.ball[0], kick.ball[1] + offset))
        shifts.append(player.shift)
    assert shifts == [(0.0, 0.0), pytest.approx((0.0, 0.01)), (0.0, kick.max_shift[1])]


def test_a_foot_that_touches_the_ground_early_is_not_pushed_further_down() -> None:
    kick = load_kick("forward")
    player = BezierKickPlayer()
    player.start(kick, support=LEFT, ball=kick.ball)
    while not kick.phases[player.index].lands:
        player.advance(BodyReading(angles=STAND), DT)
    player.advance(BodyReading(angles=STAND), DT)
    height = player._feet[RIGHT][2]
    for _ in range(10):
        player.advance(BodyReading(angles=STAND), DT)
    assert player._feet[RIGHT][2] == height


def test_a_kick_without_phases_or_with_a_wrong_key_is_refused(tmp_path: Path) -> None:
    check_refused(read_kick, "phases", tmp_path / "trial.toml")


def test_an_unknown_kick_is_reported_with_a_suggestion() -> None:
    engine = BezierKickEngine(BezierKickEngineParameters())
    request = kick_request("forwrd")
    with pytest.raises(KickaboutError, match="Did you mean 'forward'"):
        engine.update(FrameInfo(), kick_inputs(request), measured())


def test_a_robot_that_tilts_too_far_aborts_the_kick() -> None:
    engine = BezierKickEngine(BezierKickEngineParameters())
    request = kick_request("forward")
    upright = engine.update(FrameInfo(), kick_inputs(request), measured())
    assert not upright.leaving_possible
    sine, cosine = math.sin(0.7), math.cos(0.7)
    leaning = np.array(((cosine, 0.0, sine), (0.0, 1.0, 0.0), (-sine, 0.0, cosine)))
    tilted = engine.update(
        FrameInfo(time=DT, dt=DT),
        kick_inputs(request),
        measured(inertial=InertialState(torso_to_level=leaning)),
    )
    assert tilted.leaving_possible
    assert np.isnan(tilted.angles[Joint.HEAD_YAW])


def swaying(speed: float) -> InertialState:
    return InertialState(gyro=np.array((speed, 0.0, 0.0)))


def frames_until(engine: BezierKickEngine, gyro: float, *, done: Callable[[], bool]) -> int:
    """Return the number of cycles until `done`, for a robot that sways at this speed."""
    request = kick_request("forward")
    body = measured(inertial=swaying(gyro))
    for count in range(1, 1000):
        engine.update(FrameInfo(time=count * DT, dt=DT), kick_inputs(request), body)
        if done():
            return count
    raise AssertionError("never")


@pytest.mark.parametrize("gyro", [0.0, 1.0])
def test_a_kick_begins_when_the_robot_is_calm_or_after_a_timeout(gyro: float) -> None:
    parameters = BezierKickEngineParameters()
    wait = parameters.max_settling if gyro > parameters.calm_gyro else parameters.calm_duration
    engine = BezierKickEngine(parameters)
    count = frames_until(engine, gyro, done=lambda: engine.player.elapsed > 0.0)
    assert count * DT == pytest.approx(wait, abs=3 * DT)


def test_a_kick_ends_only_when_the_robot_is_calm() -> None:
    engine = BezierKickEngine(BezierKickEngineParameters())
    calm = frames_until(engine, 0.0, done=lambda: engine.player.finished)
    engine = BezierKickEngine(BezierKickEngineParameters())
    request = kick_request("forward")
    body = measured(inertial=swaying(0.0))
    left_at = []
    for count in range(1, calm + 40):
        frame = FrameInfo(time=count * DT, dt=DT)
        output = engine.update(frame, kick_inputs(request), body)
        if output.leaving_possible:
            left_at.append(count)
    assert left_at[0] > calm + 5
    assert left_at == list(range(left_at[0], calm + 40))


def kicked(trial: MotionTrial, name: str, *, left: bool) -> tuple[float, float]:
    """Return distance and direction of the rolling ball."""
    engine = BezierKickEngine(BezierKickEngineParameters())
    x, y = load_kick(name).ball
    start = np.array((x, -y if left else y)) + 0.005 * trial.random.standard_normal(2)
    trial.world.place_robot(0, Pose2())
    trial.world.place_ball(Vector2(*start.tolist()))
    for _ in range(20):
        trial.command(STAND, np.ones(25))
    ball: Vector2[Robot] = Vector2(*start.tolist())
    request = kick_request(name, left=left, ball_in_robot=ball)
    for _ in range(250):
        output = engine.update(trial.frame, kick_inputs(request), trial.sense())
        trial.execute(output)
    velocity = trial.world.snapshot().ball_velocity
    here = trial.world.ball_in_world
    speed = float(np.hypot(velocity[0], velocity[1]))
    rest = speed**2 / (2.0 * trial.world.field.ball.deceleration)
    rolled = float(np.hypot(here.x - start[0], here.y - start[1]))
    return rolled + rest, math.atan2(here.y - start[1], here.x - start[0])


@pytest.mark.parametrize("left", [False, True])
def test_the_long_kick_sends_the_ball_four_meters_and_the_robot_stays_upright(left: bool) -> None:
    """Run the whole motion thread, because the posture after standing for a while matters."""
    kick = standing_kick("forward_long", left=left, seed=4)
    assert kick.reach > 4.0
    assert abs(kick.error) < math.radians(7.0)
    assert not kick.fell


@pytest.mark.slow
@pytest.mark.parametrize("name", kick_names())
def test_kicks_are_straight_and_safe_on_any_carpet(name: str) -> None:
    directions, falls = [], 0
    for seed in range(12):
        trial = MotionTrial(seed=seed, friction=0.6 + 0.03 * seed)
        _, direction = kicked(trial, name, left=False)
        directions.append(direction)
        falls += not trial.standing
    assert np.std(directions) < math.radians(7.0)
    assert falls == 0
