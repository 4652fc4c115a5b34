"""Does the walk move the robot behind the ball by itself, and does the kick begin there?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.motion.selection.idle_engines import IDLE_FEEDBACK

from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.motion.kick.ball_approach import ApproachParameters, BallApproach, Stance, view_of
from kickabout.motion.walk.gait import StepPlan
from kickabout.motion.walk.support_switch import Weight
from kickabout.motion.walk.walk_requests import WalkRequests
from kickabout.motion.walk.walker import STAY, WalkCommand, Walker, WalkerParameters, torso_step
from kickabout.representations import (
    KickRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkOutput,
    WalkRequest,
)
from kickabout.robots.nao.configuration import NAO
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.soccer.kick_catalogue import kick_catalogue

FRAME = 0.012  # s
PARAMETERS = ApproachParameters()
AHEAD = Stance(ball=(0.19, -0.05), turn=0.0, stands=False)
FROM_STAND = replace(AHEAD, stands=True)
ASIDE = Stance(ball=(0.09, -0.18), turn=-1.4, stands=False)
HIP_OFFSET = float(nao_kinematics().leg[0])
TO_BALL = WalkRequest(mode=WalkMode.BALL)
KICK = (StepPlan(is_kick=True),)


def command(
    ball: tuple[float, float], direction: float = 0.0, stance: Stance = AHEAD
) -> WalkCommand | None:
    return BallApproach(PARAMETERS).command(ball, direction, stance, KICK)


def test_a_ball_far_away_is_left_to_the_path_planner() -> None:
    assert command((1.0, 0.0)) is None


def test_behind_the_ball_the_robot_walks_to_the_kick_pose_and_kicks_on_the_line() -> None:
    on_line, beside = command((0.3, -0.05)), command((0.3, 0.05))
    assert on_line is not None
    assert on_line.kick is KICK
    assert on_line.target == pytest.approx((0.3 - 0.19 - PARAMETERS.run_up, 0.0, 0.0))
    assert beside is not None
    assert beside.target is not None
    assert beside.target[1] == pytest.approx(0.1)
    assert beside.kick is None


def test_a_robot_with_another_heading_turns_before_it_kicks() -> None:
    turned = command((0.3, 0.05), direction=0.5)
    assert turned is not None
    assert turned.target is not None
    assert turned.target[2] == pytest.approx(0.5)
    assert turned.kick is None


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_on_the_wrong_side_the_robot_circles_the_ball_the_short_way(side: float) -> None:
    around = command((0.3, 0.0), direction=side * 2.0)
    assert around is not None
    assert around.target is None
    assert around.speed.y * side < -0.1  # to the right if the target is to the left
    assert around.speed.turn * side > 0.3  # and the ball stays ahead


@pytest.mark.parametrize("left", [True, False])
def test_at_the_kick_pose_the_ball_is_where_the_kick_needs_it(left: bool) -> None:
    side = 1.0 if left else -1.0
    stance = Stance(ball=(0.09, side * 0.18), turn=side * 1.4, stands=False)
    pose: Pose2[Robot, Robot] = Pose2(*view_of((0.4, 0.1), 0.7, stance, PARAMETERS).kick_from)
    ball = pose.inverse() @ Vector2[Robot](0.4, 0.1)
    assert (ball.x, ball.y) == pytest.approx(stance.ball)
    assert pose.theta + stance.turn == pytest.approx(0.7)


def test_for_a_sideways_kick_the_robot_lines_up_behind_the_kick_pose() -> None:
    view = view_of((0.4, 0.0), 0.0, ASIDE, PARAMETERS)
    back: Pose2[Robot, Robot] = Pose2(*view.kick_from).inverse() @ Pose2(*view.line_up_at)
    assert (back.x, back.y, back.theta) == pytest.approx((-PARAMETERS.behind_kick, 0.0, 0.0))


def test_lining_up_has_a_hysteresis() -> None:
    approach = BallApproach(PARAMETERS)

    def lines_up(direction: float) -> bool:
        approach.command((0.4, 0.0), direction, AHEAD, None)
        return approach.lines_up

    less, more = 0.95 * PARAMETERS.line_up, 1.05 * PARAMETERS.line_up
    assert [lines_up(direction) for direction in (more, less, more)] == [False, True, True]
    approach.reset()
    assert not lines_up(more)


def test_a_standing_kick_waits_for_its_pose_and_then_for_a_stand() -> None:
    approach = BallApproach(PARAMETERS)

    def stands(ball_x: float) -> bool:
        command = approach.command((ball_x, -0.05), 0.0, FROM_STAND, KICK)
        assert command is not None
        assert command.kick is None
        assert command.stand == approach.kick_possible
        return command.stand

    a_little_off = 0.19 + 1.5 * PARAMETERS.precise
    assert not stands(0.25)
    assert not stands(a_little_off)
    assert stands(0.2)
    assert stands(a_little_off)  # the step that ends the walk moves the robot a little
    assert not stands(0.3)


def test_a_walk_to_the_ball_becomes_a_standing_kick_once_possible() -> None:
    def desired(request: MotionRequest, *, possible: bool) -> Motion:
        walk = WalkOutput(kick_possible=possible)
        return replace(IDLE_FEEDBACK, request=request, walk=walk).desired

    to_ball = MotionRequest(motion=Motion.WALK, walk=TO_BALL)
    assert desired(to_ball, possible=False) is Motion.WALK
    assert desired(to_ball, possible=True) is Motion.KICK
    assert desired(MotionRequest(motion=Motion.WALK), possible=True) is Motion.WALK
    assert desired(MotionRequest(motion=Motion.STAND, walk=TO_BALL), possible=True) is Motion.STAND


class Approaching:
    """A robot without physics: its pendulum swings in time and its feet do not slip."""

    def __init__(self, ball: Vector2[Robot], direction: float, kick: str, *, left: bool) -> None:
        self.walker, self.requests = Walker(), WalkRequests(HIP_OFFSET)
        self.here: Pose2[Robot, Robot] = Pose2()
        self.time = 0.0
        requested = KickRequest(
            name=kick, left=left, ball_in_robot=ball, direction_in_robot=direction
        )
        self.request = MotionRequest(motion=Motion.WALK, walk=TO_BALL, kick=requested)

    def step(self) -> None:
        gait = self.walker.gait
        on_swing = gait.time > 0.23
        support = 1.0 if on_swing == gait.plan.left_swings else -1.0
        before = gait.feet
        weight, parameters = Weight(support=support, reliable=True), WalkerParameters()
        due = self.walker.takes_command(weight, parameters)
        feet = self.walker.update(self._command() if due else STAY, weight, parameters, FRAME)
        left_supports = not gait.plan.left_swings
        moved = torso_step(before, feet, left_supports=left_supports, hip_offset=HIP_OFFSET)
        step: Pose2[Robot, Robot] = Pose2(moved.x, moved.y, moved.turn)
        self.here = self.here @ step
        self.requests.moved(step, kicking=self.walker.kicking, now=self.time)
        self.time += FRAME

    def _command(self) -> WalkCommand:
        return self.requests.of(
            self.request,
            WalkerParameters().limits,
            self.walker.gait,
            turn_correction=0.0,
            may_kick=True,
        )


@pytest.mark.parametrize("part", range(5))
def test_from_anywhere_near_the_ball_the_right_kick_begins_within_a_few_steps(part: int) -> None:
    random = np.random.default_rng(part)
    for _ in range(10):
        distance, bearing, direction = random.uniform((0.2, -1.5, -3.1), (0.5, 1.5, 3.1)).tolist()
        ball: Vector2[Robot] = Vector2.from_polar(distance, bearing)
        name, left = str(random.choice(["forward", "forward_long", "turn"])), bool(part % 2)
        robot = Approaching(ball, direction, name, left=left)
        while not robot.walker.kicking and robot.walker.steps < 60:
            robot.step()
        assert robot.walker.kicking, f"no {name} of {ball} to {direction:.2f}"
        kick = kick_catalogue(NAO).kick(name, walking=True)
        off = math.remainder(direction - kick.direction_of(left) - robot.here.theta, 2.0 * math.pi)
        assert abs(off) < math.radians(15.0)
        position = robot.here.inverse() @ ball
        assert position.distance_to(kick.ball_in_robot(left)) < 0.12
