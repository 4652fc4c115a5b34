"""Calibration without a browser: camera fits, colors, and saved layers."""

import math
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from tests.camera_infos import INFO

from kickabout.framework import ConfigurationError
from kickabout.geometry import Camera, Pose3, Robot, Torso, Vector2, rotation_from_roll_pitch_yaw
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
    LinesPercept,
    load_field,
)
from kickabout.representations.percepts import LineSegmentPercept
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.simulation.match.inspection import Question, as_json
from kickabout.studio.calibration import Calibrations, fitted_colors, save_calibration
from kickabout.studio.page_messages import page_message
from kickabout.studio.sources.source import StudioError

LINES = load_field("spl2019").line_segments()
POSE = (2.6, 0.0, 0.0)  # m, m, rad; before the goal area
HEIGHT = 0.5  # m of the camera


def _calibrations(pans_and_tilts: list[tuple[float, float]], off: float) -> Calibrations:
    """Return samples of a head in several postures, whose camera is pitched too low."""
    postures = iter(pans_and_tilts)

    def inspect(robot: str, question: Question) -> bytes:
        pan, tilt = next(postures)
        values: dict[str, object] = dict.fromkeys(question.values)
        for camera in CAMERA_NAMES:
            info = replace(INFO, camera=camera)
            true = rotation_from_roll_pitch_yaw(0.0, tilt, pan)
            true = true @ rotation_from_roll_pitch_yaw(0.0, off, 0.0)
            values[f"{camera}/LinesPercept"] = _seen(true, info)
            nominal = Pose3[Camera, Robot](
                rotation_from_roll_pitch_yaw(0.0, tilt, pan), np.array((0.0, 0.0, HEIGHT))
            )
            torso = Pose3[Camera, Torso](nominal.rotation, np.array((0.0, 0.0, 0.2)))
            values[f"{camera}/CameraMatrix"] = CameraMatrix(
                camera_to_robot=nominal, camera_to_torso=torso, valid=True
            )
            values[f"{camera}/CameraInfo"] = info
            values[f"{camera}/ImageCoordinateSystem"] = ImageCoordinateSystem()
        return as_json({"values": values})

    return Calibrations(inspect)


def _seen(
    rotation: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", info: CameraInfo
) -> object:
    """Return the parts of the field's lines that are in an image."""
    found = []
    for x1, y1, x2, y2 in LINES:
        points = np.linspace((x1, y1), (x2, y2), 30)
        in_robot = np.column_stack((points - POSE[:2], np.full(30, -HEIGHT)))
        depth, left, up = (in_robot @ rotation).T
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = np.column_stack((320.0 - 560.0 * left / depth, 240.0 - 560.0 * up / depth))
        inside = (
            (depth > 0.3) & (depth < 4.0) & np.all((pixels > 0) & (pixels < (640, 480)), axis=1)
        )
        visible = np.flatnonzero(inside)
        if len(visible) >= 3:
            first, last = visible[0], visible[-1]
            found.append(
                LineSegmentPercept(
                    start_in_image=Vector2(*pixels[first].tolist()),
                    end_in_image=Vector2(*pixels[last].tolist()),
                    start_in_robot=Vector2(*in_robot[first, :2].tolist()),
                    end_in_robot=Vector2(*in_robot[last, :2].tolist()),
                    covariance=np.eye(2),
                )
            )
    return LinesPercept(lines=tuple(found))


def test_a_pitched_camera_is_found_from_samples() -> None:
    postures = [(pan, tilt) for tilt in (0.15, 0.35, 0.6) for pan in (-0.8, -0.4, 0.0, 0.4, 0.8)]
    calibrations = _calibrations(postures, math.radians(2.0))
    for _ in postures:
        counts = calibrations.sample("home 1", CAMERA_NAMES)
    assert min(counts.values()) > 20
    fit = calibrations.fit("home 1", LINES, POSE)
    assert fit["inliers"] > 0.9
    pitch = fit["calibration"]["cameras"]["upper"][1] + fit["calibration"]["body_pitch"]
    assert pitch == pytest.approx(math.radians(2.0), abs=math.radians(0.3))


def test_the_same_image_counts_once() -> None:
    calibrations = _calibrations([(0.0, 0.4)] * 2, 0.0)
    assert calibrations.sample("home 1", CAMERA_NAMES) == calibrations.sample(
        "home 1", CAMERA_NAMES
    )
    assert calibrations.clear("home 1") == {}


def test_a_fit_without_samples_is_refused() -> None:
    with pytest.raises(StudioError, match="there are none"):
        _calibrations([], 0.0).fit("home 1", LINES, POSE)


def test_colors_are_fitted_from_named_pixels() -> None:
    random = np.random.default_rng(4)
    white = np.column_stack((random.normal(200, 5, 50), *random.normal(128, 2, (2, 50))))
    field = np.column_stack((random.normal(90, 5, 50), *random.normal(90, 2, (2, 50))))
    found = fitted_colors({"white": white.tolist(), "field": field.tolist()})
    assert found["shares"]["white"] > 0.95
    assert found["shares"]["field"] > 0.95
    assert fitted_colors({})["white_y"] == 120.0
    with pytest.raises(StudioError, match="needs pixels of class 'white'"):
        fitted_colors({"field": [(90.0, 90.0, 90.0)]})
    with pytest.raises(ValueError, match="no color class 'pink'"):
        fitted_colors({"pink": [(90.0, 90.0, 90.0)]})


def test_only_valid_values_are_saved_to_a_layer(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    save_calibration(path, "ColorCalibrationLoader", {"white_y": 131.0})
    assert "white_y = 131.0" in path.read_text()
    assert "colorless" not in path.read_text()
    before = path.read_text()
    for values in ({"white_y": 300.0}, {"whit_y": 1.0}, {"field_hue": 3.0}):
        with pytest.raises(ConfigurationError):
            save_calibration(path, "ColorCalibrationLoader", values)
    assert path.read_text() == before


@pytest.mark.parametrize(
    "message",
    [
        {"do": "fit camera", "id": 1, "robot": "home 1", "place": [1, 2]},
        {"do": "fit camera", "id": 1, "robot": "home 1", "place": [1, 2, 1e9]},
        {"do": "fit colors", "id": 1, "samples": {"white": [[1, 2]]}},
        {"do": "fit colors", "id": 1, "samples": {"white": [[1, 2, 3]] * 1001}},
        {"do": "keep calibration", "id": 1, "layer": "x", "module": "Walk", "values": {"a": 1}},
        {"do": "keep calibration", "id": 1, "layer": "x", "module": "ColorCalibrationLoader"},
    ],
)
def test_invalid_messages_are_refused(message: dict[str, object]) -> None:
    with pytest.raises(StudioError, match="cannot be used"):
        page_message(msgspec.json.encode(message))
