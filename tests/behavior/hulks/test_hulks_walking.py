"""Do HULKs' walking modes lead to their targets, with steps that are possible?"""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.behavior.situations import DT, Situation, inputs_of, pose

from kickabout.behavior.bhuman.tangent_path_planner import (
    TangentPathPlanner,
    TangentPathPlannerParameters,
)
from kickabout.behavior.hulks.action import Walk, WalkingMode
from kickabout.behavior.hulks.hulks_behavior_control import (
    HulksBehaviorControl,
    HulksBehaviorControlParameters,
)
from kickabout.behavior.hulks.hulks_path_planner import HulksPathPlanner, shortest_around_circles
from kickabout.behavior.hulks.parameters import HulksParameters, WalkParameters
from kickabout.behavior.hulks.steps import planned_step
from kickabout.behavior.hulks.view import Memory, View
from kickabout.behavior.hulks.walking import (
    WalkPlan,
    planned_walk,
    pushed_aside,
    turned_heading,
    waypoint_behind_ball,
)
from kickabout.behavior.shared.navigation.path_planner import PathPlanner
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import FrameInfo, NoParameters
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallSearchMap,
    Circle,
    Motion,
    MotionRequest,
    Navigator,
    Role,
    Terrain,
    WalkMode,
)

PARAMETERS = WalkParameters()
STILL: Pose2[Robot, Robot] = Pose2()
FAST: Pose2[Robot, Robot] = Pose2(0.3, 0.0, 0.0)


def plan_in(
    situation: Situation, walk: Walk, *, behind: bool = False, walking: Pose2[Robot, Robot] = FAST
) -> WalkPlan:
    inputs = inputs_of(situation, 100.0)
    motion = replace(inputs.body.motion, walking_at=walking)
    world = WorldState(
        FrameInfo(time=100.0, dt=DT),
        *inputs._replace(body=replace(inputs.body, motion=motion)),
        planner=Navigator(plan=shortest_around_circles),
    )
    view = View(world=world, parameters=HulksParameters(), memory=Memory(behind_ball=behind))
    return planned_walk(view, walk)


def step_of(request: MotionRequest) -> Pose2[Robot, Robot]:
    assert request.motion is Motion.WALK
    assert request.walk.mode is WalkMode.STEP
    return request.walk.speed


AHEAD = Situation(here=pose(0.0, 0.0), ball=Vector2(-3.0, 2.0))
BLOCKED = replace(AHEAD, opponents=(Vector2(1.0, 0.0),))


def test_a_free_path_leads_straight_on() -> None:
    step = step_of(plan_in(AHEAD, Walk(target=pose(2.0, 0.0))).request)
    assert step.x > 0.05
    assert abs(step.y) < 1e-6


def test_a_path_goes_around_robots_and_a_direct_walk_does_not() -> None:
    path = plan_in(BLOCKED, Walk(target=pose(2.0, 0.0)))
    direct = plan_in(BLOCKED, Walk(mode=WalkingMode.DIRECT, target=pose(2.0, 0.0)))
    assert path.path.corners
    assert abs(step_of(path.request).y) > 0.005
    assert abs(step_of(direct.request).y) < 1e-6


@pytest.mark.parametrize(("role", "goes_around"), [(Role.SUPPORTER, True), (Role.STRIKER, False)])
def test_paths_of_all_but_the_striker_go_around_the_ball(role: Role, goes_around: bool) -> None:
    situation = replace(AHEAD, ball=Vector2(1.0, 0.3), role=role)
    path = plan_in(situation, Walk(target=pose(2.0, 0.0))).path
    assert bool(path.corners) is goes_around


@pytest.mark.parametrize(
    "mode", [WalkingMode.PATH_WITH_ORIENTATION, WalkingMode.DIRECT_WITH_ORIENTATION]
)
def test_with_orientation_the_robot_turns_at_once(mode: WalkingMode) -> None:
    step = step_of(plan_in(AHEAD, Walk(mode=mode, target=pose(2.0, 0.0, 90.0))).request)
    assert step.theta > 0.2
    away = step_of(plan_in(AHEAD, Walk(target=pose(2.0, 0.0, 90.0))).request)
    assert abs(away.theta) < 0.05


def test_a_velocity_is_passed_on_unchanged() -> None:
    speed: Pose2[Robot, Robot] = Pose2(-0.1, 0.05, 0.3)
    request = plan_in(AHEAD, Walk(mode=WalkingMode.VELOCITY, velocity=speed)).request
    assert request.walk.mode is WalkMode.SPEED
    assert request.walk.speed == speed


def test_a_robot_at_its_target_stands() -> None:
    plan = plan_in(AHEAD, Walk(target=pose(0.05, 0.0)))
    assert plan.arrived
    assert plan.request.motion is Motion.STAND


def test_the_last_piece_is_left_to_the_walk_engine() -> None:
    request = plan_in(AHEAD, Walk(target=pose(0.2, 0.0))).request
    assert request.walk.mode is WalkMode.TARGET


def test_a_dribble_goes_through_the_ball_once_behind_it() -> None:
    situation = Situation(here=pose(-0.3, -0.05), ball=Vector2(0.0, 0.0))
    walk = Walk(mode=WalkingMode.DRIBBLE, target=pose(-0.15, -0.05))
    step = step_of(plan_in(situation, walk, behind=True).request)
    assert step.x == pytest.approx(PARAMETERS.step_forward)


def test_waypoints_keep_clear_of_the_ball_from_everywhere() -> None:
    ball: Vector2[Field] = Vector2(1.0, 0.5)
    for bearing in np.linspace(-math.pi, math.pi, 25):
        here = ball + Vector2.from_polar(PARAMETERS.waypoint, float(bearing))
        for _ in range(60):
            there = waypoint_behind_ball(here, ball, 0.3, PARAMETERS)
            step = there - here
            here = here + step * min(1.0, 0.05 / max(step.norm, 1e-9))
            assert here.distance_to(ball) > 0.75 * PARAMETERS.waypoint
        assert abs(math.remainder((ball - here).angle - 0.3, 2.0 * math.pi)) < 0.05


def test_headings_change_linearly_near_the_target() -> None:
    headings = [turned_heading(0.0, 1.0, d, 0.7) for d in (2.0, 0.7, 0.35, 0.0)]
    assert headings == pytest.approx([0.0, 0.0, 0.5, 1.0])


def test_near_obstacles_push_and_far_ones_do_not() -> None:
    step: Vector2[Robot] = Vector2(1.0, 0.0)
    far: Vector2[Robot] = Vector2(2.0, 0.2)
    near: Vector2[Robot] = Vector2(0.3, 0.1)
    assert pushed_aside(step, [far], 0.5, 0.6) == step
    pushed = pushed_aside(step, [near], 0.5, 0.6)
    assert pushed.y < 0.0
    assert pushed.norm == pytest.approx(1.0)


def test_steps_stay_within_the_limits_and_grow_slowly() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        desired: Pose2[Robot, Robot] = Pose2(*random.uniform(-1.0, 1.0, 3).tolist())
        step = planned_step(desired, STILL, PARAMETERS)
        assert abs(step.x) <= PARAMETERS.step_gain + 1e-9
        fast = planned_step(desired, Pose2(0.3, 0.0, 0.0), PARAMETERS)
        assert fast.x <= PARAMETERS.step_forward + 1e-9
        assert abs(fast.theta) <= PARAMETERS.step_turn + 1e-9


def test_steps_add_up_to_the_target() -> None:
    here: Pose2[Robot, Robot] = Pose2()
    speed = STILL
    for _ in range(60):
        left = here.inverse() @ Pose2[Robot, Robot](1.5, 0.3, 0.0)
        step = planned_step(Pose2(left.x, left.y, left.theta), speed, PARAMETERS)
        speed = Pose2(step.x / 0.25, step.y / 0.25, step.theta / 0.25)
        here = here @ step
    assert here.position.distance_to(Vector2(1.5, 0.3)) < 0.05


def test_shortest_paths_are_never_longer_than_those_with_extra_costs() -> None:
    random = np.random.default_rng(2)
    terrain = Terrain(half_length=10.0, half_width=10.0)
    planner = PathPlanner()
    for _ in range(20):
        circles = [
            Circle(center_in_field=Vector2(x, y), radius=0.35)
            for x, y in random.uniform(-2.0, 2.0, (8, 2)).tolist()
        ]
        start, target = pose(-3.0, 0.0), pose(3.0, 0.0)
        shortest = shortest_around_circles(start, target, circles, terrain)
        other = planner.plan(start, target, circles, terrain)
        assert shortest.valid
        assert shortest.length <= other.length + 1e-9


def test_the_module_publishes_the_same_requests_as_other_behaviors() -> None:
    module = HulksBehaviorControl(HulksBehaviorControlParameters())
    outputs = module.update(
        FrameInfo(time=100.0, dt=DT), *inputs_of(Situation(), 100.0), Navigator(), BallSearchMap()
    )
    motion, _, _, graph, tactics, _ = outputs
    assert motion.motion is Motion.WALK
    assert graph.options[0].option == "dribble"
    assert tactics.shooting_to == Vector2(0.5, 0.0)


def test_the_chest_button_takes_a_robot_out_of_the_game_and_back() -> None:
    module = HulksBehaviorControl(HulksBehaviorControlParameters())

    def motion_after(clicks: int) -> Motion:
        inputs = inputs_of(Situation(clicks=clicks), 100.0)
        frame = FrameInfo(time=100.0, dt=DT)
        return module.update(frame, *inputs, Navigator(), BallSearchMap())[0].motion

    assert motion_after(0) is Motion.WALK
    assert motion_after(1) is Motion.STAND_HIGH
    assert motion_after(0) is Motion.STAND_HIGH
    assert motion_after(1) is Motion.WALK


def test_a_robot_that_is_still_carried_stays_still() -> None:
    module = HulksBehaviorControl(HulksBehaviorControlParameters())
    inputs = inputs_of(Situation(), 100.0)
    state = replace(inputs.game.state, held=True)
    inputs = inputs._replace(game=replace(inputs.game, state=state))
    motion = module.update(FrameInfo(time=100.0, dt=DT), *inputs, Navigator(), BallSearchMap())[0]
    assert motion.motion is Motion.STAND_HIGH


def test_both_path_planners_lead_around_a_robot() -> None:
    circles = [Circle(center_in_field=Vector2(0.0, 0.1), radius=0.4)]
    terrain = Terrain(half_length=5.0, half_width=3.5)
    tangents = TangentPathPlanner(TangentPathPlannerParameters()).update()
    shortest = HulksPathPlanner(NoParameters()).update()
    for navigator in (tangents, shortest):
        path = navigator.plan(pose(-2.0, 0.0), pose(2.0, 0.0), circles, terrain)
        assert path.valid
        assert [corner.clockwise for corner in path.corners] == [False]


def test_arms_go_back_where_another_robot_is_near() -> None:
    module = HulksBehaviorControl(HulksBehaviorControlParameters())
    near = Situation(opponents=(Vector2(-0.7, 0.1),))
    inputs = inputs_of(near, 100.0)
    arms = module.update(FrameInfo(time=100.0, dt=DT), *inputs, Navigator(), BallSearchMap())[2]
    assert arms.motions == ("back", "back")
