"""Do all detectors accept images of unusual sizes?"""

from dataclasses import replace

import numpy as np
import pytest
from tests.perception.halls import FIELD
from tests.perception.hulks_scenes import BLACK, GRAY, WHITE, carpet, looking_down, paint

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.framework.teams.team import load_team
from kickabout.representations import RobotsPercept
from kickabout.representations.camera import Yuyv
from kickabout.robots.nao.cameras import CAMERA_NAMES

SIZES = [(160, 120), (320, 240), (480, 360), (800, 600), (1280, 720), (1280, 960), (322, 242)]


def random_picture(width: int, height: int) -> Yuyv:
    """Return an image of boxes of several colors on the carpet."""
    rng, picture = np.random.default_rng(4), carpet(width, height)
    for color in (WHITE, GRAY, BLACK) * 5:
        high, wide = rng.integers(height // 40, height // 3), rng.integers(width // 40, width // 6)
        top, left = rng.integers(0, height - high), 2 * rng.integers(0, width // 2 - wide)
        paint(picture, (slice(top, top + high), slice(left, left + 2 * wide)), color)
    noise = rng.integers(-3, 4, picture.shape)
    noisy: Yuyv = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return noisy


@pytest.mark.parametrize("team", ["bhuman2019", "hulks2021"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
def test_all_detectors_take_images_of_any_size(team: str, size: tuple[int, int]) -> None:
    camera = looking_down(random_picture(*size))
    pipeline = CameraPipeline(load_team(team), field=FIELD)
    for name in CAMERA_NAMES:
        shot = LabeledImage(
            image=replace(camera.image, camera=name),
            info=replace(camera.info, camera=name),
            matrix=camera.matrix,
            camera_to_robot=camera.matrix.camera_to_robot,
        )
        assert RobotsPercept in pipeline.see(shot)
