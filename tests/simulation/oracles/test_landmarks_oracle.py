"""The oracle finds beacons and colored goals like a good detector."""

from pathlib import Path

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles import oracle_runner
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import scene, standing

from kickabout.framework.debug import DebugChannel
from kickabout.geometry import Pose2
from kickabout.representations import GroundTruth, LandmarkPercept
from kickabout.simulation.oracles.landmarks_oracle import LandmarksOracle
from kickabout.soccer.landmark_edges import beacon_edges
from kickabout.soccer.league import load_league

FIELD = load_league(str(Path(__file__).parents[2] / "leagues" / "legged.toml")).field


@pytest.fixture(autouse=True)
def legged_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_runner, "FIELD", FIELD)


def seen(runner: OracleRunner, truth: GroundTruth) -> dict[str, LandmarkPercept]:
    return {landmark.name: landmark for landmark in runner(truth).landmarks}


def facing_the_sky_blue_goal(**more: object) -> GroundTruth:
    return scene(Pose2(-1.0, 0.0, 0.0), **more)  # type: ignore[arg-type]


def test_beacons_and_goal_are_where_they_are() -> None:
    found = seen(perfect(LandmarksOracle), facing_the_sky_blue_goal())
    names = {"right beacon of the sky-blue goal", "left beacon of the sky-blue goal"}
    assert set(found) == names | {"sky_blue goal"}
    left = found["left beacon of the sky-blue goal"]
    offset = np.array(FIELD.landmarks[1].position) - np.array((-1.0, 0.0))
    assert left.distance == pytest.approx(float(np.hypot(*offset)), abs=0.01)
    assert left.bearing == pytest.approx(float(np.arctan2(offset[1], offset[0])), abs=0.01)
    goal = found["sky_blue goal"]
    assert goal.distance == pytest.approx(2.4 + 1.0)
    assert goal.bearing == pytest.approx(0.0)
    assert goal.width_px == pytest.approx(2.0 * goal.height_px)


def test_edges_of_beacons_are_where_rays_touch_them() -> None:
    truth = facing_the_sky_blue_goal()
    found = seen(perfect(LandmarksOracle), truth)
    beacon, percept = FIELD.landmarks[1], found["left beacon of the sky-blue goal"]
    assert truth.camera_to_field is not None
    camera = truth.camera_to_field.translation
    expected = beacon_edges(camera[0], camera[1], *beacon.position, beacon.radius)
    assert (percept.left_bearing, percept.right_bearing) == pytest.approx(expected, abs=1e-6)


def test_goals_have_edges_in_their_own_percept_only() -> None:
    goal = seen(perfect(LandmarksOracle), facing_the_sky_blue_goal())["sky_blue goal"]
    assert goal.left_bearing is None
    assert goal.right_bearing is None


def test_an_edge_outside_the_image_is_not_measured() -> None:
    beacon = FIELD.landmarks[1]
    bearing = float(np.arctan2(beacon.position[1], beacon.position[0] + 1.0))
    runner = perfect(LandmarksOracle)
    cut = 0
    for off in np.linspace(0.4, 0.6, 101):  # rad, from the image's middle to the beacon's
        found = seen(runner, facing_the_sky_blue_goal(pan=bearing - off)).get(beacon.name)
        if found is not None:
            assert found.right_bearing is not None
            cut += found.left_bearing is None
    assert 0 < cut < 30


def test_the_other_team_sees_the_other_colors_in_the_same_pose() -> None:
    truth = facing_the_sky_blue_goal()
    turned = GroundTruth(own=truth.own, camera_to_field=truth.camera_to_field, direction=-1.0)
    assert "yellow goal" in seen(perfect(LandmarksOracle), turned)


def test_a_robot_hides_a_goal() -> None:
    hidden = facing_the_sky_blue_goal(others=(standing(0.5, 0.0),))
    assert "sky_blue goal" not in seen(perfect(LandmarksOracle), hidden)


def test_landmarks_are_drawn_in_the_image_and_on_the_field() -> None:
    channel = DebugChannel()
    channel.listen("*")
    percept = perfect(LandmarksOracle)(facing_the_sky_blue_goal())
    percept.draw(channel.debug_of("LandmarksPercept"))
    assert len(channel.taken()) == 2


def test_errors_fit_their_covariance() -> None:
    runner, ideal = OracleRunner(made(LandmarksOracle)), perfect(LandmarksOracle)
    truth = facing_the_sky_blue_goal()
    true = seen(ideal, truth)["sky_blue goal"]
    surprises = []
    for _ in range(600):
        found = seen(runner, truth).get("sky_blue goal")
        if found is not None:
            errors = np.array((found.bearing - true.bearing, found.distance - true.distance))
            surprises.append(errors**2 / np.diag(found.covariance))
    assert len(surprises) / 600 > 0.9
    assert np.mean(surprises, axis=0) == pytest.approx((1.0, 1.0), abs=0.5)


def test_the_usual_field_has_no_landmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_runner, "FIELD", load_league("spl2019").field)
    assert not seen(perfect(LandmarksOracle), facing_the_sky_blue_goal())
