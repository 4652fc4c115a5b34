"""Are roles assigned by the time to reach the ball, and do they rarely change?"""

import numpy as np
from tests.behavior.situations import game_data

from kickabout.behavior.bhuman.role_assigner import RoleAssigner, RoleAssignerParameters
from kickabout.behavior.bhuman.roles import (
    Assignment,
    Hysteresis,
    assigned,
    by_number,
    stable_order,
)
from kickabout.behavior.shared.role_assignment import Candidate, RoleInputs
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallModel,
    FallPhase,
    FallState,
    FieldBall,
    FieldDimensions,
    GameInfo,
    GamePhase,
    GameState,
    GameStateModel,
    Penalty,
    PlayerInfo,
    RobotPose,
    Role,
    RoleState,
    TeamBall,
    TeamData,
    Teammate,
    TeamPlayersModel,
)

NO_ROLES = Assignment(roles={})


def candidate(number: int, x: float, time: float) -> Candidate:
    return Candidate(number=number, position=Vector2(x, 0.0), time_to_reach_ball=time)


def team(times: list[float]) -> list[Candidate]:
    return [candidate(n, -5.0 + n, time) for n, time in enumerate(times, start=1)]


def test_the_striker_is_the_first_robot_at_the_ball_but_not_the_keeper() -> None:
    found = assigned(team([1.0, 9.0, 3.0, 5.0, 7.0]), NO_ROLES, keeper=1, hysteresis=Hysteresis())
    assert found.striker == 3
    assert found.roles[1] is Role.KEEPER
    assert found.supporters == (2, 4, 5)
    assert [found.roles[n] for n in found.supporters] == [
        Role.DEFENDER,
        Role.DEFENDER,
        Role.SUPPORTER,
    ]


def test_noise_does_not_change_the_striker() -> None:
    random = np.random.default_rng(4)
    found, strikers = NO_ROLES, set()
    for _ in range(200):
        times = [9.0, *(4.0 + 0.2 * random.standard_normal(2)), 8.0]
        found = assigned(team(times), found, keeper=1, hysteresis=Hysteresis())
        strikers.add(found.striker)
    assert len(strikers) == 1


def test_a_clearly_nearer_robot_becomes_striker() -> None:
    first = assigned(team([9.0, 3.0, 5.0]), NO_ROLES, keeper=1, hysteresis=Hysteresis())
    second = assigned(team([9.0, 5.0, 3.0]), first, keeper=1, hysteresis=Hysteresis())
    assert (first.striker, second.striker) == (2, 3)


def test_supporters_keep_their_order_until_one_is_clearly_ahead() -> None:
    order = stable_order({2: 0.0, 3: 1.0}, (), 0.4)
    assert order == (2, 3)
    assert stable_order({2: 1.2, 3: 1.0}, order, 0.4) == (2, 3)
    assert stable_order({2: 1.5, 3: 1.0}, order, 0.4) == (3, 2)


def test_a_new_supporter_is_ordered_by_its_position() -> None:
    assert stable_order({2: 0.0, 3: 2.0, 4: 1.0}, (2, 3), 0.4) == (2, 4, 3)


def test_roles_by_number_give_the_ball_to_the_highest() -> None:
    found = by_number([1, 2, 3, 4, 5], keeper=1)
    assert found.striker == 5
    assert found.supporters == (2, 3, 4)


def test_a_team_of_one_has_a_striker() -> None:
    assert (
        assigned([candidate(2, 0.0, 3.0)], NO_ROLES, keeper=1, hysteresis=Hysteresis()).striker == 2
    )


def teammate(number: int, x: float, y: float = 0.0, time: float = 1e9) -> Teammate:
    return Teammate(number=number, robot_to_field=Pose2(x, y, 0.0), time_to_reach_ball=time)


def roles(
    assigner: RoleAssigner,
    *,
    state: GameState = GameState.PLAYING,
    teammates: tuple[Teammate, ...] = (),
    here: Pose2[Robot, Field] = Pose2(-2.0, 0.0, 0.0),
    penalized: tuple[int, ...] = (),
    fallen: bool = False,
    phase: GamePhase = GamePhase.NORMAL,
    own_kick: bool | None = None,
) -> RoleState:
    data = game_data(dict.fromkeys(penalized, Penalty.PLAYER_PUSHING), phase=phase)
    given = RoleInputs(
        player=PlayerInfo(number=2),
        field=FieldDimensions(),
        game=GameInfo(data=data),
        state=GameStateModel(state=state, own_kick=own_kick),
        pose=RobotPose(robot_to_field=here),
        ball=BallModel(known=True, last_seen_at=1.0),
        field_ball=FieldBall(known=True),
        team_ball=TeamBall(valid=True, last_seen_at=1.0),
        team=TeamData(teammates=teammates),
        players=TeamPlayersModel(),
        fall=FallState(phase=FallPhase.FALLEN if fallen else FallPhase.UPRIGHT),
    )
    return assigner.update(FrameInfo(time=1.0), given)


def made() -> RoleAssigner:
    return RoleAssigner(RoleAssignerParameters())


def test_ready_after_initial_depends_on_numbers_only() -> None:
    assigner = made()
    teammates = (teammate(1, 0.0), teammate(3, -0.3), teammate(5, -4.0))
    roles(assigner, state=GameState.INITIAL, teammates=teammates)
    found = roles(assigner, state=GameState.READY, teammates=teammates, own_kick=True)
    assert found.striker == 5
    assert found.roles[0] is Role.KEEPER


def test_ready_after_a_goal_gives_the_kick_off_to_the_nearest() -> None:
    assigner = made()
    teammates = (teammate(1, 0.0), teammate(3, -0.6), teammate(5, -4.0))
    roles(assigner, state=GameState.PLAYING, teammates=teammates)
    assert roles(assigner, state=GameState.READY, teammates=teammates, own_kick=True).striker == 3


def test_a_fallen_robot_leaves_the_ball_to_others() -> None:
    teammates = (teammate(1, -4.4), teammate(3, -2.6))
    assert roles(made(), teammates=teammates).striker == 2
    assert roles(made(), teammates=teammates, fallen=True).striker == 3


def test_penalized_players_have_no_role() -> None:
    teammates = (teammate(1, -4.4), teammate(3, -0.6))
    found = roles(made(), teammates=teammates, penalized=(3,))
    assert found.striker == 2
    assert len(found.roles) == 2


def test_the_time_that_a_teammate_sends_counts() -> None:
    assert roles(made(), teammates=(teammate(3, -0.6, time=60.0),)).striker == 2
    assert roles(made(), teammates=(teammate(3, -0.6, time=1.0),)).striker == 3


def test_in_the_shootout_the_role_depends_on_the_kicking_team() -> None:
    phase = GamePhase.PENALTY_SHOOTOUT
    assert roles(made(), phase=phase, own_kick=True).role is Role.STRIKER
    assert roles(made(), phase=phase, own_kick=False).role is Role.KEEPER
