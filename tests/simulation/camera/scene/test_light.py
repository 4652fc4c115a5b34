"""Light, exposure, white balance and shadows change pictures as in reality."""

import numpy as np
import pytest
from tests.simulation.camera.studio_set import ball, brightness, picture, robot, view

from kickabout.simulation.camera.optics.optics import CameraView, ExposureSettings
from kickabout.simulation.camera.scene.light import (
    Light,
    LightPatch,
    LightSource,
    color_of_temperature,
    random_light,
)
from kickabout.simulation.camera.scene.objects import SceneObjects, joined, no_objects

DOWN = view(1.0, 0.6, z=1.5, pitch=np.pi / 2)
LAMP = Light(
    sources=(LightSource(direction_in_field=(0.0, 0.5, 0.87), strength=0.7, spread=0.05),),
    ambient=0.25,
    unevenness=0.0,
)


def mean(
    light: Light | None = None,
    exposure: ExposureSettings | None = None,
    *,
    objects: SceneObjects | None = None,
    seen: CameraView = DOWN,
) -> float:
    taken = picture(
        objects or no_objects(), seen, light=light, exposure=exposure or ExposureSettings()
    )
    return float(brightness(taken).mean())


def test_longer_exposure_higher_gain_and_more_light_make_brighter_pictures() -> None:
    times = [mean(exposure=ExposureSettings(exposure_time=t)) for t in (0.001, 0.004, 0.016)]
    gains = [mean(exposure=ExposureSettings(gain=g)) for g in (0.5, 1.0, 2.0)]
    lights = [mean(Light(intensity=i)) for i in (0.3, 0.8, 1.8)]
    for steps in (times, gains, lights):
        assert steps[0] + 5.0 < steps[1]
        assert steps[1] + 5.0 < steps[2]


def test_gain_compensates_for_darkness() -> None:
    dark = mean(Light(intensity=0.5), ExposureSettings(gain=2.0))
    assert dark == pytest.approx(mean(Light(intensity=1.0)), abs=1.0)


def test_overexposed_lines_are_white_and_not_more() -> None:
    taken = picture(
        no_objects(), view(3.5, pitch=0.6), exposure=ExposureSettings(exposure_time=0.03)
    )
    assert brightness(taken).max() == 255.0


def test_warm_light_is_redder_and_white_balance_undoes_it() -> None:
    def redness(exposure: ExposureSettings, temperature: float) -> float:
        lamp = LightSource(direction_in_field=(0.0, 0.0, 1.0), temperature=temperature)
        light = Light(sources=(lamp,), ambient_temperature=temperature)
        rgb = picture(no_objects(), DOWN, light=light, exposure=exposure).rgb.astype(float)
        return float(rgb[..., 0].mean() - rgb[..., 2].mean())

    standard = ExposureSettings()
    red, green, blue = color_of_temperature(3000.0)
    balanced = ExposureSettings(white_balance=(1.0 / red, 1.0 / green, 1.0 / blue))
    assert redness(standard, 3000.0) > redness(standard, 6500.0) + 20.0
    neutral_red, neutral_green, neutral_blue = color_of_temperature(6500.0)
    neutral = ExposureSettings(
        white_balance=(1.0 / neutral_red, 1.0 / neutral_green, 1.0 / neutral_blue)
    )
    assert redness(balanced, 3000.0) == pytest.approx(redness(neutral, 6500.0), abs=2.0)


def test_color_of_temperature_goes_from_red_to_blue() -> None:
    reds, _, blues = zip(
        *(color_of_temperature(k) for k in (2000.0, 3000.0, 4500.0, 6500.0, 9000.0)), strict=True
    )
    assert list(reds) == sorted(reds, reverse=True)
    assert list(blues) == sorted(blues)


def test_sun_brightens_its_patch_only() -> None:
    patch = LightPatch(center=(1.0, 0.9), half_size=(0.3, 0.3), gain=2.5)
    plain = brightness(picture(no_objects(), DOWN))
    sunny = brightness(picture(no_objects(), DOWN, light=Light(patches=(patch,))))
    assert (sunny - plain)[200:280, 120:220].mean() > 20.0  # left in the picture is y
    assert abs((sunny - plain)[200:280, 520:].mean()) < 2.0


@pytest.mark.parametrize("shown", ["ball", "robot"])
def test_objects_cast_a_shadow_away_from_the_lamp(shown: str) -> None:
    objects = ball(1.0, 0.6) if shown == "ball" else robot(1.0, 0.6)
    reach = 0.05 if shown == "ball" else 0.25
    empty = brightness(picture(no_objects(), DOWN, light=LAMP))
    darker = empty - brightness(picture(objects, DOWN, light=LAMP))
    row, pixels = 240, int(reach / 1.5 * 598) + (6 if shown == "ball" else 25)
    shadow_side = darker[row - 12 : row + 12, 320 + pixels : 320 + pixels + 12].mean()
    light_side = darker[row - 12 : row + 12, 320 - pixels - 12 : 320 - pixels].mean()
    assert shadow_side > light_side + 4.0


def test_shadows_disappear_with_their_objects() -> None:
    before = picture(no_objects(), DOWN).yuyv
    picture(joined(robot(1.0, 0.6), ball(0.7, 0.6)), DOWN)
    assert np.array_equal(picture(no_objects(), DOWN).yuyv, before)


def test_impossible_light_is_rejected() -> None:
    with pytest.raises(ValueError, match="from above"):
        Light(sources=(LightSource(direction_in_field=(0.0, 1.0, 0.0)),))
    with pytest.raises(ValueError, match="one to three sources"):
        Light(sources=())


def test_random_lights_are_valid_and_differ() -> None:
    lights = [random_light(np.random.default_rng(seed)) for seed in range(20)]
    assert all(0.3 <= light.intensity <= 1.8 for light in lights)
    assert len(set(lights)) == 20
    assert random_light(np.random.default_rng(4)) == lights[4]
