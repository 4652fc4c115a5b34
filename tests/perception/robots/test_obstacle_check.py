"""Does the check distinguish objects on the carpet from painted lines?"""

import numpy as np
import pytest
from tests.perception.ball.test_ball_patches import projection
from tests.perception.robots.test_robot_boxes import CARPET, meadow

from kickabout.perception.camera.camera_projection import image_to_robot
from kickabout.perception.robots.obstacle_check import ObstacleRules, has_obstacle, sizes_on_ground

LINE = 0.05  # m
RULES = ObstacleRules(step=5, size=2.0 * LINE, fraction=0.85)
OWN_BODY = np.full(320, 240, np.int32)
PAINT, STEEP = (200, 128), 0.8


def painted(width: float, angle: float, *, length: float = 9.0) -> np.ndarray:
    """Return an image of a stripe of this width and length in m, turned by an angle."""
    image, camera = meadow(), projection(STEEP)
    rows, columns = np.mgrid[:240, :320]
    pixels = np.column_stack((columns.ravel() + 0.5, rows.ravel() + 0.5))
    middle = image_to_robot(np.array(((160.0, 120.0),)), camera, 0.0)[0]
    x, y = (image_to_robot(pixels, camera, 0.0) - middle).T
    across = x * np.sin(angle) - y * np.cos(angle)
    along = x * np.cos(angle) + y * np.sin(angle)
    inside = (np.abs(across) < 0.5 * width) & (np.abs(along) < 0.5 * length)
    image[inside.reshape(240, 320)] = PAINT
    return image


def test_plain_carpet_has_no_obstacles() -> None:
    assert not has_obstacle(meadow(), OWN_BODY, CARPET, projection(STEEP), RULES)


@pytest.mark.parametrize("angle", [0.0, 0.4, 0.8, 1.2, 1.57, 2.4])
def test_a_line_is_no_obstacle_in_any_direction(angle: float) -> None:
    assert not has_obstacle(painted(LINE, angle), OWN_BODY, CARPET, projection(STEEP), RULES)


@pytest.mark.parametrize("angle", [0.0, 0.4, 0.8, 1.57])
def test_a_stripe_as_wide_as_a_foot_is_an_obstacle(angle: float) -> None:
    image = painted(0.15, angle, length=0.2)
    assert has_obstacle(image, OWN_BODY, CARPET, projection(STEEP), RULES)
    assert not has_obstacle(image, np.zeros(320, np.int32), CARPET, projection(STEEP), RULES)


def test_sizes_shrink_towards_the_horizon() -> None:
    sizes = sizes_on_ground(np.array((120.0, 160.0, 200.0)), 160.0, projection(), LINE)
    assert (np.diff(sizes, axis=0) > 0.0).all()
    above_horizon = sizes_on_ground(np.array((-400.0,)), 160.0, projection(), LINE)
    assert above_horizon.tolist() == [[1.0, 1.0]]
