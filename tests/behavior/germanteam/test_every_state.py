"""Every state of every layer does something useful in any world: no preconditions."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.architecture.comparison import same
from tests.behavior.germanteam.belief import DT, FIELD, Belief

from kickabout.behavior.engines.layers import Quantity, analyzed, quantities_of
from kickabout.behavior.germanteam.german_team_behavior_control import (
    STATES,
    GermanTeamBehaviorControl,
    GermanTeamBehaviorControlParameters,
    kind_of,
)
from kickabout.behavior.germanteam.skills import SKILLS
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.framework import FrameInfo
from kickabout.framework.errors import ConfigurationError
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BehaviorLayer,
    BehaviorRequest,
    FallPhase,
    FallState,
    GameState,
    GameStateModel,
    Motion,
    MotionRequest,
    MotionState,
    PlayerInfo,
    Role,
    WalkMode,
)

WORLDS = 1000
ALL = [(state.layer, state.__name__) for state in STATES]
ALL += [(BehaviorLayer.SKILL, skill.name) for skill in SKILLS]
MOTIONS = (Motion.STAND, Motion.WALK, Motion.KICK, Motion.SPECIAL, Motion.GET_UP)


def random_world(random: np.random.Generator) -> Belief:
    def point(reach: float = 1.3) -> Vector2[Field]:
        x, y = random.uniform(-reach, reach, 2).tolist()
        return Vector2(x * FIELD.goal_line_x, y * FIELD.side_line_y)

    state = GameStateModel(
        state=list(GameState)[int(random.integers(len(GameState)))],
        own_kick=(None, True, False)[int(random.integers(3))],
        ball_is_free=bool(random.random() < 0.8),
    )
    here = point()
    pose: Pose2[Robot, Field] = Pose2(here.x, here.y, float(random.uniform(-math.pi, math.pi)))
    ball = here if random.random() < 0.1 else point()
    return Belief(
        number=int(random.integers(1, 6)),
        pose=pose,
        ball=ball if random.random() < 0.8 else None,
        opponents=tuple(point() for _ in range(int(random.integers(4)))),
        teammates=(here,) if random.random() < 0.1 else (point(), point()),
        state=state if random.random() < 0.5 else GameStateModel(state=GameState.PLAYING),
    )


@pytest.fixture(scope="module")
def worlds() -> list[Belief]:
    random = np.random.default_rng(7)
    return [random_world(random) for _ in range(WORLDS)]


def assert_valid(request: MotionRequest) -> None:
    if request.motion is Motion.WALK:
        assert request.walk.mode is WalkMode.RELATIVE_SPEED
        for value in request.walk.speed.array.tolist():
            assert math.isfinite(value)
            assert -1.0 <= value <= 1.0
    elif request.motion is Motion.KICK:
        assert request.kick is not None
        assert request.kick.name
    elif request.motion is Motion.SPECIAL:
        assert request.special
    else:
        assert request.motion is Motion.STAND


@pytest.mark.parametrize(("layer", "name"), ALL, ids=[name for _, name in ALL])
def test_every_state_gives_a_valid_request_in_a_thousand_worlds(
    layer: BehaviorLayer, name: str, worlds: list[Belief]
) -> None:
    behavior = GermanTeamBehaviorControl(GermanTeamBehaviorControlParameters())
    forced = BehaviorRequest(layer=layer, state=name)
    random = np.random.default_rng(11)
    for cycle, world in enumerate(worlds):
        motion = MOTIONS[int(random.integers(len(MOTIONS)))]
        phase = FallPhase.UPRIGHT if random.random() < 0.9 else FallPhase.FALLEN
        inputs = replace(
            world.inputs(),
            request=forced,
            motion=MotionState(motion=motion),
            fall=FallState(phase=phase),
        )
        time = 100.0 + DT * cycle + (10.0 if random.random() < 0.01 else 0.0)
        outputs = behavior.update(FrameInfo(time=time, dt=DT), inputs)
        assert behavior.engine.active[layer].name == name
        assert_valid(outputs[0])
        for values in outputs[2].brightness.values():
            assert all(0.0 <= value <= 1.0 for value in values)


@pytest.mark.parametrize("name", [name for layer, name in ALL if layer is BehaviorLayer.SKILL])
def test_skills_have_no_state(name: str, worlds: list[Belief]) -> None:
    behavior = GermanTeamBehaviorControl(GermanTeamBehaviorControlParameters())
    call = behavior.engine.skill(name).forced({})
    for belief in worlds[:50]:
        world = GermanTeamWorld(FrameInfo(time=100.0), belief.inputs(), behavior.limits)
        first = call.result(world)
        for other in worlds[:3]:
            call.result(GermanTeamWorld(FrameInfo(time=7.0), other.inputs(), behavior.limits))
        again = GermanTeamWorld(FrameInfo(time=100.0), belief.inputs(), behavior.limits)
        assert same(call.result(again), first)


def test_all_quantities_are_finite_and_of_their_type(worlds: list[Belief]) -> None:
    behavior = GermanTeamBehaviorControl(GermanTeamBehaviorControlParameters())
    known = quantities_of(GermanTeamWorld)
    assert {quantity.type for quantity in known.values()} == {bool, int, float}
    assert all(quantity.doc for quantity in known.values())
    for belief in worlds[:200]:
        world = GermanTeamWorld(FrameInfo(time=100.0), belief.inputs(), behavior.limits)
        for name, value in analyzed(world).items():
            assert math.isfinite(value), name
            assert type(value) is known[name].type, name


def quantity_in(name: str, belief: Belief, time: float = 100.0) -> float:
    behavior = GermanTeamBehaviorControl(belief.parameters)
    assert isinstance(quantities_of(GermanTeamWorld)[name], Quantity)
    world = GermanTeamWorld(FrameInfo(time=time), belief.inputs(), behavior.limits)
    return float(getattr(world, name))


LEFT_OF_BALL = Belief(
    pose=Pose2(0.5, 0.5, 0.0),
    ball=Vector2(0.5, 0.0),
    opponents=(Vector2(0.5, -0.4),),
    state=GameStateModel(state=GameState.PLAYING, own_kick=True, since=90.0),
)
HOME = Belief(pose=Pose2(-0.7, 0.0, math.pi), ball=Vector2(-1.25, 0.0))
KNOWN = {
    "game_is_running": (1.0, LEFT_OF_BALL),
    "time_since_start": (10.0, LEFT_OF_BALL),
    "ball_is_free": (1.0, LEFT_OF_BALL),
    "is_own_kickoff": (1.0, LEFT_OF_BALL),
    "time_since_ball_seen": (0.0, LEFT_OF_BALL),
    "knows_ball": (0.0, Belief()),
    "distance_to_ball": (0.5, LEFT_OF_BALL),
    "angle_to_ball": (-math.pi / 2, LEFT_OF_BALL),
    "absolute_angle_to_ball": (-math.pi / 2, LEFT_OF_BALL),
    "ball_x": (0.5, LEFT_OF_BALL),
    "ball_y": (0.0, LEFT_OF_BALL),
    "ball_is_in_own_half": (1.0, HOME),
    "distance_of_ball_to_own_goal": (0.15, HOME),
    "ball_is_in_own_goal_area": (1.0, HOME),
    "ball_is_in_catch_range": (1.0, Belief(ball=Vector2(0.14, 0.01))),
    "ball_is_in_reach": (1.0, Belief(ball=Vector2(0.3, 0.1))),
    "distance_of_opponent_to_ball": (0.4, LEFT_OF_BALL),
    "opponent_is_near_ball": (1.0, LEFT_OF_BALL),
    "number_of_opponents": (1.0, LEFT_OF_BALL),
    "distance_to_own_goal": (0.7, HOME),
    "distance_to_center_of_own_half": (0.0, HOME),
    "angle_to_opponent_goal": (math.pi, HOME),
    "direction_of_kick": (0.0, LEFT_OF_BALL),
    "angle_of_kick": (0.0, LEFT_OF_BALL),
    "is_upright": (1.0, HOME),
    "holds_ball": (1.0, replace(HOME, holds=True)),
    "is_kicking": (1.0, replace(HOME, kick_since=99.0)),
}


def test_each_quantity_has_an_example() -> None:
    assert set(KNOWN) == set(quantities_of(GermanTeamWorld))


@pytest.mark.parametrize("name", KNOWN)
def test_quantities_on_hand_made_worlds(name: str) -> None:
    expected, belief = KNOWN[name]
    assert quantity_in(name, belief) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("number", "kind"), [(1, Role.KEEPER), (2, Role.DEFENDER), (3, Role.STRIKER), (4, Role.STRIKER)]
)
def test_roles_follow_from_numbers(number: int, kind: Role) -> None:
    belief = Belief(number=number)
    belief.step()
    assert belief.role.role is kind
    assert PlayerInfo(number=number).number == number


def test_a_role_can_be_chosen_and_a_wrong_one_is_refused() -> None:
    belief = Belief(number=1, parameters=GermanTeamBehaviorControlParameters(role="Player1"))
    belief.step()
    assert belief.active(BehaviorLayer.ROLE) == "Player1"
    assert kind_of("DefensiveGoalie") is Role.KEEPER
    with pytest.raises(ConfigurationError, match=r"unknown role 'Golie'\. Did you mean 'Goalie'"):
        GermanTeamBehaviorControl(GermanTeamBehaviorControlParameters(role="Golie"))


def test_a_forced_option_stays_active_whatever_the_game_says() -> None:
    belief = Belief(number=1, ball=Vector2(0.3, 0.0))
    belief.forced = BehaviorRequest(layer=BehaviorLayer.OPTION, state="PassWithHeadKick")
    seen: set[str] = set()
    for state in (GameState.PLAYING, GameState.SET, GameState.INITIAL):
        belief.state = GameStateModel(state=state)
        belief.run(2.0, lambda b: seen.add(b.active(BehaviorLayer.SUB_OPTION)))
        assert belief.active(BehaviorLayer.OPTION) == "PassWithHeadKick"
    assert {"GoDirectToBall", "HeadKick"} & seen
    belief.forced = BehaviorRequest()
    belief.step()
    assert belief.active(BehaviorLayer.OPTION) == ""
