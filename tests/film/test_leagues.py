"""Films from above show any league's field and any kind of robot."""

from pathlib import Path

import numpy as np

from kickabout import Match
from kickabout.film.film import make_film
from kickabout.film.plan import FilmOptions, film_plan
from kickabout.framework.teams.configuration import find_config
from kickabout.pictures.codec import Pixels, read_rgb
from kickabout.recording import Recorder, load_settings
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.soccer.colors import paint_color
from kickabout.studio.sources.recorded_match import RecordedMatch

ROBOT, BALL = (-0.8, 0.5), (0.6, -0.4)
SCENE = Scene(
    home=TeamPlan(color="red", robots=(RobotPlan(number=1, pose=(*ROBOT, 0.0)),)),
    away=TeamPlan(color="blue", robots=(RobotPlan(number=1, pose=(-1.2, 0.8, 0.0)),)),
    ball=BallPlan(position=BALL),
    referee=RefereePlan(start="playing", automatic=False),
)


def filmed(folder: Path, league: str = "legged2004") -> tuple[Pixels, RecordedMatch]:
    path, target = folder / "match.mcap", folder / "picture.png"
    recorder = Recorder(path, load_settings("default"))
    with Match(
        "aibo_walkers",
        "aibo_walkers",
        robots=1,
        league=league,
        scene=SCENE,
        workers=0,
        recorder=recorder,
    ) as match:
        match.run(0.4)
    if league.endswith(".toml"):
        Path(league).unlink()  # nothing but the recording is needed
    recorded = RecordedMatch(path)
    options = FilmOptions(target=target, start=0.2, end=0.3, every=1.0, size="640x480")
    make_film(film_plan(options, recorded), recorded)
    picture = read_rgb(target)
    assert picture is not None
    return picture, recorded


def share(picture: Pixels, name: str) -> float:
    """Return the fraction of pixels of about this color."""
    colors = {"orange": (244, 114, 30), "yellow": (249, 226, 42), "sky blue": (90, 195, 249)}
    colors["pink"] = (253, 101, 170)
    wanted = colors[name]
    apart = np.abs(picture.astype(int) - wanted).max(axis=2)
    return float((apart < 16).mean())


def test_a_legged_league_is_filmed_with_its_goals_beacons_and_ball(tmp_path: Path) -> None:
    picture, recorded = filmed(tmp_path)
    recorded.close()
    assert share(picture, "orange") > 1e-4
    assert share(picture, "yellow") > 0.002
    assert share(picture, "sky blue") > 0.002


def test_a_league_of_a_users_own_is_filmed_even_where_its_file_is_gone(tmp_path: Path) -> None:
    field = find_config("fields", "legged2004").read_text(encoding="utf-8")
    (tmp_path / "pink_ball.toml").write_text(
        field.replace('color = "orange"', 'color = "pink"'), encoding="utf-8"
    )
    league = find_config("leagues", "legged2004").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(
        league.replace('field = "legged2004"', 'field = "pink_ball.toml"'), encoding="utf-8"
    )
    picture, recorded = filmed(tmp_path, str(own))
    assert recorded.stage()["field"]["ball_color"] == paint_color("pink")
    recorded.close()
    assert share(picture, "orange") == 0.0
    assert share(picture, "pink") > 1e-4
    assert share(picture, "yellow") > 0.002
