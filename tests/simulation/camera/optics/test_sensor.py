"""Noise, softness, vignetting and the pixel format."""

from dataclasses import replace

import numpy as np
import pytest
from tests.simulation.camera.studio_set import LOWER, UPPER, ball, brightness, picture, robot, view

from kickabout.simulation.camera.optics.optics import ExposureSettings
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.simulation.camera.scene.objects import no_objects

GROUND = view(1.0, 1.0, pitch=0.9)
QUIET = replace(UPPER, shot_noise=0.0, read_noise=0.0)


def noise(gain: float, *, shot: float = UPPER.shot_noise, read: float = UPPER.read_noise) -> float:
    """Return the deviation between pictures that differ only in the seed, at one brightness."""
    optics = replace(UPPER, shot_noise=shot, read_noise=read)
    exposure = ExposureSettings(exposure_time=0.008 / gain, gain=gain)
    pictures = np.stack(
        [
            brightness(picture(no_objects(), GROUND, optics=optics, exposure=exposure, seed=seed))
            for seed in range(12)
        ]
    )
    return float(np.sqrt(pictures.var(axis=0, ddof=1).mean()))


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_noise() -> None:
    one, same, other = (
        picture(robot(1.5, 0.0), view(pitch=0.2), seed=seed).yuyv for seed in (5, 5, 6)
    )
    assert np.array_equal(one, same)
    assert 0.3 < (one[..., 0] != other[..., 0]).mean() < 1.0


def test_noise_has_the_configured_level() -> None:
    # Tone of the ground t = 255 k (√(x + toe) - √toe) and its derivative give the expected level.
    tone = brightness(picture(no_objects(), GROUND, optics=QUIET)).mean()
    toe = 0.0015
    scale = 255.0 / (np.sqrt(1.0 + toe) - np.sqrt(toe))
    root = tone / scale + np.sqrt(toe)
    for gain, shot, read in ((1.0, 0.03, 0.0), (4.0, 0.02, 0.0), (2.0, 0.0, 0.01)):
        deviation = np.sqrt(shot**2 * gain * (root**2 - toe) + (read * gain) ** 2)
        expected = float(np.hypot(deviation * scale / (2.0 * root), np.sqrt(1.0 / 12.0)))
        assert noise(gain, shot=shot, read=read) == pytest.approx(expected, rel=0.15)


def test_more_gain_means_more_noise() -> None:
    levels = [noise(gain) for gain in (1.0, 4.0, 16.0)]
    assert levels[0] < 0.7 * levels[1]
    assert levels[1] < 0.7 * levels[2]


def test_no_noise_without_shot_and_read_noise() -> None:
    pictures = [picture(ball(1.0, 0.0), view(pitch=0.3), optics=QUIET, seed=s) for s in (1, 2)]
    assert np.array_equal(pictures[0].yuyv, pictures[1].yuyv)


def test_corners_are_darker_by_the_vignetting() -> None:
    flat = replace(QUIET, vignetting=0.0)
    dark = replace(QUIET, vignetting=0.5)
    seen = view(1.0, 1.0, z=1.5, pitch=np.pi / 2)
    even, vignetted = (brightness(picture(no_objects(), seen, optics=o)) for o in (flat, dark))
    assert vignetted[235:245, 315:325].mean() == pytest.approx(even[235:245, 315:325].mean(), abs=1)
    corner = (vignetted[:20, :20].mean() / even[:20, :20].mean()) ** 2
    assert corner == pytest.approx(0.5, abs=0.1)


def test_softness_spreads_edges() -> None:
    def steepest(softness: float) -> float:
        taken = picture(ball(0.8, 0.0), view(pitch=0.5), optics=replace(QUIET, softness=softness))
        return float(np.abs(np.diff(brightness(taken), axis=1)).max())

    assert steepest(0.25) < 0.8 * steepest(0.1) < steepest(0.0)


def test_rgb_and_yuyv_agree() -> None:
    taken = picture(robot(1.2, 0.0), view(pitch=0.2))
    rgb = taken.rgb.astype(float)
    assert np.array_equal(taken.rgb, rgb_from_yuyv(taken.yuyv))
    luma = rgb @ np.array([0.299, 0.587, 0.114])
    unclipped = ((rgb > 0) & (rgb < 255)).all(axis=-1)
    assert unclipped.mean() > 0.9
    assert np.abs(luma - brightness(taken))[unclipped].max() < 1.5
    blue = (rgb[..., 2] - luma) * 0.5 / (1.0 - 0.114) + 128.0
    stored = np.repeat(taken.yuyv[:, ::2, 1], 2, axis=1)
    assert np.abs(blue - stored)[unclipped].max() < 1.5


def test_gray_pixels_become_gray() -> None:
    yuyv = np.full((2, 4, 2), 128, np.uint8)
    yuyv[..., 0] = 77
    assert (rgb_from_yuyv(yuyv) == 77).all()


def test_saturation_zero_is_gray() -> None:
    taken = picture(
        robot(1.2, 0.0), view(pitch=0.2), optics=QUIET, exposure=ExposureSettings(saturation=0.0)
    )
    assert (taken.yuyv[..., 1] == 128).all()


def test_pictures_have_the_size_of_the_camera() -> None:
    assert picture(no_objects(), GROUND).yuyv.shape == (480, 640, 2)
    assert picture(no_objects(), GROUND, optics=LOWER).yuyv.shape == (240, 320, 2)
