"""The settings of the Aibos' cameras."""

import math

import pytest

from kickabout.perception.camera.camera_settings_chooser import (
    CameraSettingsChooser,
    CameraSettingsChooserParameters,
)


def test_fast_high_indoor_is_what_the_report_played_with() -> None:
    parameters = CameraSettingsChooserParameters(
        shutter="fast", gain="high", white_balance="indoor"
    )
    settings = CameraSettingsChooser(parameters).update()
    assert settings.exposure == pytest.approx(1.0 / 200.0)
    assert 20.0 * math.log10(settings.gain) == pytest.approx(6.0, abs=0.01)
    assert settings.white_balance[2] > 2.0 * settings.white_balance[0]  # lamps lack blue light
    assert not settings.automatic_exposure
    assert not settings.automatic_white_balance


def test_each_choice_changes_one_setting() -> None:
    usual = CameraSettingsChooser(CameraSettingsChooserParameters()).update()
    slow = CameraSettingsChooser(CameraSettingsChooserParameters(shutter="slow")).update()
    low = CameraSettingsChooser(CameraSettingsChooserParameters(gain="low")).update()
    assert slow.exposure == pytest.approx(4.0 * usual.exposure)
    assert (slow.gain, slow.white_balance) == (usual.gain, usual.white_balance)
    assert 20.0 * math.log10(low.gain) == pytest.approx(-6.0, abs=0.01)
