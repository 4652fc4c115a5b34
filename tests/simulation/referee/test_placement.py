"""Where the referee and the robots' localization expect robots on fields of any size."""

from pathlib import Path

import pytest

from kickabout.modeling.pose.pose_placement import kick_off_poses, start_poses
from kickabout.modeling.pose.self_locator_parameters import KICK_OFF_POSITIONS, START_POSITIONS
from kickabout.representations import FieldDimensions
from kickabout.simulation.referee.game import DEFAULT_IDENTITIES, Game, new_game
from kickabout.simulation.referee.placement import lined_up, manual_pose
from kickabout.simulation.referee.rules import load_rules
from kickabout.simulation.referee.view import TeamSide
from kickabout.soccer.league import load_league

LEGGED = load_league(str(Path(__file__).parents[2] / "leagues" / "legged.toml")).field
USUAL = FieldDimensions()


def game() -> Game:
    return new_game(
        load_rules("2019"),
        kickoff_team=TeamSide.HOME,
        identities=DEFAULT_IDENTITIES,
        play_off=False,
        slots=6,
    )


def manual_positions(field: FieldDimensions, team: TeamSide) -> list[tuple[float, float]]:
    poses = [manual_pose(game(), field, rank, team=team) for rank in range(6)]
    return [(pose.x, pose.y) for pose in poses]


@pytest.mark.parametrize("team", list(TeamSide))
def test_robots_are_placed_in_their_half_of_a_small_field(team: TeamSide) -> None:
    side = -1.0 if team is TeamSide.HOME else 1.0
    for x, y in manual_positions(LEGGED, team):
        assert 0.0 < side * x < LEGGED.goal_line_x
        assert abs(y) < LEGGED.side_line_y


def test_robots_are_placed_on_the_usual_field_as_in_the_rules() -> None:
    assert manual_positions(USUAL, TeamSide.HOME) == list(load_rules("2019").placement.kicking)


@pytest.mark.parametrize("field", [USUAL, LEGGED])
def test_robots_line_up_where_localization_expects_them(field: FieldDimensions) -> None:
    for number in range(1, 7):
        pose = lined_up(field, load_rules("2019"), number)
        expected = start_poses(field, 2, number=number, positions=START_POSITIONS)
        assert expected[0].tolist() == [pose.x, pose.y, pose.theta]
        assert -field.goal_line_x < pose.x < 0.0


def test_localization_expects_kick_off_positions_on_a_small_field() -> None:
    poses = kick_off_poses(LEGGED, len(KICK_OFF_POSITIONS), KICK_OFF_POSITIONS)
    assert (abs(poses[:, 0]) < LEGGED.goal_line_x).all()
    assert (abs(poses[:, 1]) < LEGGED.side_line_y).all()
