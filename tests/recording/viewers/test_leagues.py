"""Viewers show fields, balls, robots and cameras of any league and kind."""

from pathlib import Path

import pytest
from tests.boxes.test_boxes import BOX
from tests.boxes.test_boxes import TEAM as BOXES

from kickabout import Match
from kickabout.recording import Recorder, Recording, load_settings
from kickabout.representations import FieldDimensions, load_field
from kickabout.soccer.colors import on_screen

pytest.importorskip("foxglove", reason="viewers need the extra 'viz'")

LEGGED = load_field("legged2004")
PACKAGES = ("tests.boxes",)


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of a box, whose thread `vision` has the camera `front`, and a NAO."""
    path = tmp_path_factory.mktemp("viewers") / "boxes.mcap"
    recorder = Recorder(path, load_settings("full"))
    with Match(
        BOXES, "walkers", robots=1, league="open", fidelity="images", workers=0, recorder=recorder
    ) as match:
        match.run(0.3)
    return path


def shown(field: FieldDimensions) -> tuple[dict[tuple[float, ...], int], list[float]]:
    """Return how many shapes have each color, and the heights of the tops of cylinders."""
    from tests.recording.viewers.test_foxglove_file import converted

    from kickabout.recording.viewers.furniture import of_field

    (entity,) = converted(of_field(0, field)).entities
    shapes = [*entity.cubes, *entity.cylinders]
    colors = [tuple(round(c, 3) for c in (s.color.r, s.color.g, s.color.b)) for s in shapes]
    tops = [c.pose.position.z + c.size.z / 2.0 for c in entity.cylinders]
    return {color: colors.count(color) for color in colors}, tops


def rounded(paint: str) -> tuple[float, ...]:
    return tuple(round(part, 3) for part in on_screen(paint))


def test_foxglove_shows_the_colored_goals_walls_and_beacons_of_a_league() -> None:
    colors, tops = shown(LEGGED)
    bands = [band.color for landmark in LEGGED.landmarks for band in landmark.bands]
    for paint in LEGGED.goal.colors:
        assert colors[rounded(paint)] == 3 + bands.count(paint)  # a goal has three walls
    assert colors[rounded("pink")] == bands.count("pink") > 0
    assert max(tops) == pytest.approx(max(each.height for each in LEGGED.landmarks))


def test_foxglove_shows_white_posts_where_goals_have_no_color() -> None:
    field = load_field("spl2019")
    colors, tops = shown(field)
    assert colors[1.0, 1.0, 1.0] == 4
    assert tops == [pytest.approx(field.goal.crossbar_z)] * 4


def test_foxglove_shows_the_ball_in_its_color() -> None:
    from tests.recording.viewers.test_foxglove_file import converted

    from kickabout.recording.viewers.scenes import of_true_ball

    ((sphere,),) = [e.spheres for e in converted(of_true_ball(0, LEGGED.ball)).entities]
    assert (sphere.color.r, sphere.color.g, sphere.color.b) == pytest.approx(
        on_screen("orange"), abs=1e-6
    )
    assert sphere.size.x == pytest.approx(2.0 * LEGGED.ball.radius)


def test_frames_are_called_after_cameras_not_after_threads(boxes: Path, tmp_path: Path) -> None:
    from kickabout.recording.viewers.foxglove_file import add_standard_topics

    with Recording(boxes, packages=PACKAGES) as recording:
        add_standard_topics(recording, tmp_path / "foxglove.mcap")
    with Recording(tmp_path / "foxglove.mcap", packages=PACKAGES) as recording:
        made = [topic for topic in recording.topics if topic.startswith("foxglove/home/1/")]
    assert "foxglove/home/1/front/calibration" in made
    assert "foxglove/home/1/front/image" in made
    assert not any("vision" in topic for topic in made)


def test_rerun_shows_each_robot_in_its_size_and_the_furniture(boxes: Path, tmp_path: Path) -> None:
    pytest.importorskip("rerun", reason="exports for Rerun need the extra 'viz'")
    from rerun.chunk import RrdReader

    from kickabout.recording.viewers.rerun_field import field_entities
    from kickabout.recording.viewers.rerun_file import write_rerun

    target = tmp_path / "boxes.rrd"
    with Recording(boxes, packages=PACKAGES) as recording:
        write_rerun(recording, target)
    chunks: dict[str, str] = {}
    for each in RrdReader(target).stream().to_chunks():
        chunks[each.entity_path] = chunks.get(each.entity_path, "") + str(each)
    assert "Pinhole" in chunks["/field/home/1/torso/front"]
    assert f"{BOX.shape.half_width:g}" in chunks["/field/truth/robots"]
    assert "/field/pillars" in chunks  # posts
    assert dict(field_entities(LEGGED)).keys() == {"lines", "walls", "pillars"}
