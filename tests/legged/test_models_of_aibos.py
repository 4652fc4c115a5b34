"""World model and head of an ERS-210 in simulation: fallen, lifted, touched, ball, others, pose."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from kickabout import Match
from kickabout.evaluation.trials.carrying import carry
from kickabout.evaluation.trials.four_legged_trials import STAND
from kickabout.evaluation.trials.four_legged_walks import request
from kickabout.evaluation.trials.landmarks.landmark_walks import AIBO_STRENGTH, carried_away, walked
from kickabout.representations import (
    FallPhase,
    HeadTask,
    HeadTaskRequest,
    KickRequest,
    Motion,
    MotionRequest,
    PoseQuality,
)
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan

TEAM = str(Path(__file__).parents[2] / "benchmarks" / "_aibo_locators.toml")
LEAGUE = "legged2001"


@pytest.fixture
def drill() -> Iterator[Drill]:
    with Drill(TEAM, league=LEAGUE, ball=(1.0, 0.6)) as made:
        made.request(STAND)
        made.run(1.5)
        yield made


def seconds_until(drill: Drill, condition: Callable[[], bool], limit: float = 6.0) -> float:
    start = drill.time
    while not condition():
        drill.run(0.04)
        assert drill.time - start < limit
    return drill.time - start


def phase_of(drill: Drill) -> FallPhase:
    phase: FallPhase = drill.robot["FallState"].phase
    return phase


def tip(drill: Drill) -> None:
    """Put the robot on its side, with the posture of its legs."""
    world = drill.match.world
    robot, kind = world.robots[0], world.kinds[0]
    position = np.array((drill.pose.x, drill.pose.y, 0.1))
    quaternion = np.array((math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0))
    robot.place(world.data, position=position, quaternion=quaternion, angles=np.array(kind.stand))
    mujoco.mj_forward(world.model, world.data)


def test_a_tipped_robot_knows_within_half_a_second_and_again_when_it_stands(drill: Drill) -> None:
    fallen_at: list[float] = []

    def watched(now: Drill) -> None:
        state = now.robot["FallState"]
        if state.phase is FallPhase.FALLEN:
            fallen_at.append(state.since)

    assert phase_of(drill) is FallPhase.UPRIGHT
    begin = drill.time
    tip(drill)
    drill.run(1.0, each_frame=watched)
    assert fallen_at[0] - begin < 0.5
    drill.put_back()
    assert seconds_until(drill, lambda: phase_of(drill) is FallPhase.UPRIGHT) < 3.0


def test_a_lifted_robot_knows_within_half_a_second(drill: Drill) -> None:
    match, states = drill.match, []
    step = match.step

    def watched() -> None:
        step()
        height = float(match.snapshot.torso_positions[0][2])
        states.append((match.time, height, drill.robot["GroundContactState"].contact))

    match.step = watched  # type: ignore[method-assign]
    carry(match, match.ids[0], (0.4, 0.3, 1.0), strength=AIBO_STRENGTH)
    match.step = step  # type: ignore[method-assign]
    lifted_at = next(time for time, height, _ in states if height > 0.16)
    known_at = next(time for time, _, contact in states if not contact)
    assert known_at - lifted_at < 0.5
    assert math.dist(drill.pose.array, (0.4, 0.3, 1.0)) < 0.15
    drill.run(1.0)
    assert drill.robot["GroundContactState"].contact
    assert drill.robot["FallState"].phase is FallPhase.UPRIGHT


def test_a_trotting_robot_keeps_contact(drill: Drill) -> None:
    drill.request(request(0.8, 0.2))
    contacts = []
    drill.run(3.0, each_frame=lambda d: contacts.append(d.robot["GroundContactState"].contact))
    assert all(contacts)


def test_touches_are_events_for_behavior() -> None:
    scene = Scene(referee=RefereePlan(start="playing"))
    touched: dict[str, float] = {}
    with Match(TEAM, TEAM, robots=1, league=LEAGUE, scene=scene, workers=0) as match:
        for _ in range(60):
            match.run(0.04)
            for name, seconds in match.robot("home", 1)["ButtonState"].held_for.items():
                if not name.endswith("paw"):
                    touched[name] = max(touched.get(name, 0.0), seconds)
    assert touched["head_front"] > 0.3
    assert touched["head_rear"] == touched["back"] == 0.0


def test_a_kick_moves_the_head_then_the_task_before_goes_on(drill: Drill) -> None:
    fixed = HeadTaskRequest(task=HeadTask.FIXED, pan=0.2, tilt=-0.1)
    drill.robot.ask("override", "HeadTaskRequest", fixed)
    drill.run(1.0)
    assert drill.robot["HeadState"].pan == pytest.approx(0.2, abs=0.06)
    drill.request(MotionRequest(motion=Motion.KICK, kick=KickRequest(name="head")))
    pans: list[float] = []
    drill.run(2.5, each_frame=lambda d: pans.append(d.robot["HeadState"].pan))
    assert max(map(abs, pans)) > 0.8
    drill.request(STAND)
    drill.run(1.5)
    assert drill.robot["HeadState"].pan == pytest.approx(0.2, abs=0.06)


def staged(others: tuple[tuple[float, float], ...], ball: tuple[float, float]) -> Scene:
    robots = tuple(RobotPlan(number=i + 1, pose=(-x, -y, 0.0)) for i, (x, y) in enumerate(others))
    return Scene(
        home=TeamPlan(robots=(RobotPlan(number=1, pose=(-0.9, 0.0, 0.0)),)),
        away=TeamPlan(robots=robots),
        ball=BallPlan(position=ball),
        referee=RefereePlan(start="playing", automatic=False),
    )


def play(scene: Scene, **settings: Any) -> Match:
    return Match(TEAM, TEAM, league=LEAGUE, scene=scene, workers=0, seed=3, **settings)


def test_a_robot_that_turned_about_knows_its_pose_the_ball_and_the_others() -> None:
    others = ((-0.1, 0.5), (0.3, -0.4))
    with play(staged(others, (-0.3, 0.1)), fidelity="percepts") as match:
        robot = match.robot("home", 1)
        for turn, seconds in ((0.5, 5.0), (-0.5, 5.0)):
            robot.ask("override", "MotionRequest", request(0.0, turn))
            match.run(seconds)
        robot.ask("override", "MotionRequest", STAND)
        match.run(3.0)
        pose, ball = robot["RobotPose"], robot["FieldBall"].position_in_field
        true = match.truth.robots["home", 1].pose
        assert pose.quality is PoseQuality.SUPERB
        assert pose.robot_to_field.position.distance_to(true.position) < 0.2
        assert math.dist(ball, (-0.3, 0.1)) < 0.3
        head = HeadTaskRequest(task=HeadTask.SCAN_LANDMARKS)
        robot.ask("override", "HeadTaskRequest", head)
        seen = []
        for _ in range(25):  # a robot is forgotten after 2 s, so not always are both known
            match.run(0.2)
            players = robot["TeamPlayersModel"].opponents
            seen.append(sorted((p.position_in_field.x, p.position_in_field.y) for p in players))
    off = [min(math.dist(place, at) for at in others) for found in seen for place in found]
    counts = np.array([len(found) for found in seen])
    assert np.mean(counts == 2) > 0.3, counts
    assert np.mean(counts > 2) < 0.2, counts  # one whose indications are far apart counts as two
    assert np.median(off) < 0.15
    assert np.mean(np.array(off) < 0.35) > 0.9


def test_at_truth_the_pose_is_certain_so_the_head_tracks_the_ball() -> None:
    with play(staged(((0.3, -0.4),), (-0.3, 0.1)), fidelity="truth") as match:
        match.run(1.5)
        robot = match.robot("home", 1)
        assert robot["HeadRequest"].mode.value == "target in robot"
        assert robot["HeadState"].pan == pytest.approx(math.atan2(0.1, 0.6), abs=0.08)


@pytest.mark.slow
def test_a_trotting_robot_knows_where_it_is() -> None:
    errors = np.concatenate([walked(seed, TEAM, seconds=15.0).errors for seed in (1, 2, 3)])
    median, most = np.quantile(errors[:, 0], (0.5, 0.95))
    assert median < 0.1, errors[:, 0]
    assert most < 0.3


@pytest.mark.slow
def test_a_robot_that_was_carried_away_finds_itself() -> None:
    seconds = [carried_away(seed, TEAM) for seed in (1, 2, 3)]
    assert max(seconds) < 10.0, seconds
