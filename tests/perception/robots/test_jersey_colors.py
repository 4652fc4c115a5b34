"""Are jerseys distinguished without a color calibration?"""

import numpy as np
import pytest
from PIL import Image
from tests.perception.robots.test_robot_cells import GREEN, carpet_image

from kickabout.perception.robots.jersey_colors import TeamDyes
from kickabout.perception.robots.robot_jersey import JerseyRules, team_dyes, team_seen, upright_box
from kickabout.representations import (
    GameControllerData,
    GameInfo,
    GameTeam,
    PlayerInfo,
    TeamColor,
    TeamSeen,
)
from kickabout.soccer.colors import jersey_color

RULES = JerseyRules(
    min_saturation=0.08,
    max_turn=0.8,
    majority=1.6,
    dyed=0.15,
    plain=0.07,
    min_pixels=12,
    brightness_gap=0.04,
)
PAIRS = [
    ("black", "red"),
    ("blue", "yellow"),
    ("white", "black"),
    ("gray", "white"),
    ("blue", "red"),
    ("orange", "blue"),
    ("purple", "yellow"),
    ("red", "white"),
]
KEEPERS = [  # own players, opponents, own keeper
    ("blue", "white", "yellow"),
    ("blue", "black", "red"),
    ("red", "gray", "blue"),
    ("red", "white", "black"),
    ("white", "black", "yellow"),
    ("blue", "red", "yellow"),
]
BOX = np.array((100.0, 40.0, 160.0, 200.0))


def robot_image(jersey: str, *, light: float, warmth: float) -> np.ndarray:
    """Return an image of a white robot with a colored chest on carpet, in this light."""
    yuyv = carpet_image()
    tint = np.array((1.0 + warmth, 1.0, 1.0 - warmth)) * light
    paint(yuyv, slice(40, 200), slice(105, 155), np.array((0.7, 0.7, 0.7)) * tint)
    paint(yuyv, slice(75, 110), slice(112, 148), np.array(jersey_color(jersey)) * tint)
    return yuyv


def paint(yuyv: np.ndarray, rows: slice, columns: slice, linear: np.ndarray) -> None:
    rgb = np.uint8(np.clip(255.0 * linear ** (1.0 / 2.2), 0, 255)).reshape(1, 1, 3)
    y, cb, cr = np.asarray(Image.fromarray(rgb).convert("YCbCr"))[0, 0].tolist()
    yuyv[rows, columns, 0] = y
    yuyv[rows, columns.start : columns.stop, 1] = cb
    first_odd = columns.start | 1
    yuyv[rows, first_odd : columns.stop : 2, 1] = cr


def dyes_of(
    own: str, opponent: str, own_keeper: str | None = None, opponent_keeper: str | None = None
) -> TeamDyes:
    """Return the teams' dyes; keepers have their team's color by default."""
    teams = (
        GameTeam(number=1, color=TeamColor(own), goalkeeper_color=TeamColor(own_keeper or own)),
        GameTeam(
            number=2,
            color=TeamColor(opponent),
            goalkeeper_color=TeamColor(opponent_keeper or opponent),
        ),
    )
    game = GameInfo(received=True, data=GameControllerData(teams=teams))
    dyes = team_dyes(game, PlayerInfo(team=1))
    assert dyes is not None
    return dyes


def answer(image: np.ndarray, *colors: str) -> TeamSeen:
    return team_seen(image, BOX, GREEN, dyes_of(*colors), upright=BOX, rules=RULES)


@pytest.mark.parametrize(("own", "opponent"), PAIRS)
@pytest.mark.parametrize(("light", "warmth"), [(1.0, 0.0), (0.4, 0.0), (0.8, 0.12), (0.8, -0.12)])
def test_both_teams_are_recognized_in_any_light(
    own: str, opponent: str, light: float, warmth: float
) -> None:
    image = robot_image(own, light=light, warmth=warmth)
    assert answer(image, own, opponent) is TeamSeen.OWN
    assert answer(image, opponent, own) is TeamSeen.OPPONENT


@pytest.mark.parametrize(("own", "opponent", "keeper"), KEEPERS)
def test_keepers_and_players_are_recognized_as_their_team(
    own: str, opponent: str, keeper: str
) -> None:
    for jersey, expected in (
        (keeper, TeamSeen.OWN),
        (own, TeamSeen.OWN),
        (opponent, TeamSeen.OPPONENT),
    ):
        image = robot_image(jersey, light=0.8, warmth=0.05)
        assert answer(image, own, opponent, keeper) is expected
        mirrored = TeamSeen.OPPONENT if expected is TeamSeen.OWN else TeamSeen.OWN
        assert answer(image, opponent, own, opponent, keeper) is mirrored


def test_a_keepers_team_is_unknown_if_both_have_the_same_color() -> None:
    for keeper in ("yellow", "black"):
        image = robot_image(keeper, light=1.0, warmth=0.0)
        assert answer(image, "blue", "white", keeper, keeper) is TeamSeen.UNKNOWN
    white = robot_image("white", light=1.0, warmth=0.0)
    assert answer(white, "blue", "white", "red", "red") is TeamSeen.OPPONENT


def test_a_keeper_in_the_color_of_the_other_players_does_not_count() -> None:
    image = robot_image("red", light=1.0, warmth=0.0)
    assert answer(image, "blue", "red", "red") is TeamSeen.OPPONENT


def test_a_plain_chest_is_unknown_if_all_players_are_dyed() -> None:
    image = robot_image("black", light=1.0, warmth=0.0)
    assert answer(image, "blue", "red", "black") is TeamSeen.UNKNOWN


def test_plain_carpet_has_no_team() -> None:
    assert answer(carpet_image(), "blue", "red") is TeamSeen.UNKNOWN


def test_the_chest_of_a_robot_cut_off_at_the_top_is_found() -> None:
    image = robot_image("red", light=1.0, warmth=0.0)[85:].copy()
    box = BOX - (0.0, 85.0, 0.0, 85.0)
    dyes = dyes_of("red", "white")
    seen = np.maximum(box, 0.0)
    whole = upright_box(seen, 160.0)
    assert whole == pytest.approx(box)
    assert team_seen(image, seen, GREEN, dyes, upright=whole, rules=RULES) is TeamSeen.OWN
    legs = robot_image("red", light=1.0, warmth=0.0)[120:].copy()
    seen = np.maximum(BOX - (0.0, 120.0, 0.0, 120.0), 0.0)
    whole = upright_box(seen, 160.0)
    assert team_seen(legs, seen, GREEN, dyes, upright=whole, rules=RULES) is TeamSeen.UNKNOWN


def test_a_plain_robot_is_unknown_if_the_chests_position_is() -> None:
    white = robot_image("white", light=1.0, warmth=0.0)
    red = robot_image("red", light=1.0, warmth=0.0)
    dyes = dyes_of("red", "white")
    assert team_seen(white, BOX, GREEN, dyes, upright=None, rules=RULES) is TeamSeen.UNKNOWN
    assert team_seen(red, BOX, GREEN, dyes, upright=None, rules=RULES) is TeamSeen.OWN
