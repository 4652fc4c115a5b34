"""Calibration by hand and by fit: from percepts of a watched robot to values of a layer."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kickabout.calibration.camera_calibration_fit import CalibrationShot, fitted_calibration
from kickabout.calibration.camera_calibration_samples import calibration_shot
from kickabout.calibration.color_calibration import (
    ColorSamples,
    calibrated_colors,
    class_accuracies,
)
from kickabout.framework import ConfigurationError
from kickabout.framework.parameter import with_values
from kickabout.framework.teams.toml_file import plain_values, write_values
from kickabout.geometry import Field, Pose2, Robot
from kickabout.perception.camera.camera_calibration_loader import CameraCalibrationLoaderParameters
from kickabout.perception.colors.color_calibration_loader import ColorCalibrationLoaderParameters
from kickabout.perception.colors.relative_colors import DARKEST
from kickabout.recording.format.codec import converter
from kickabout.representations import (
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    ColorCalibration,
    ImageCoordinateSystem,
    LinesPercept,
)
from kickabout.simulation.match.inspection import Question
from kickabout.studio.sources.source import StudioError

LOADERS: dict[str, type] = {
    "CameraCalibrationLoader": CameraCalibrationLoaderParameters,
    "ColorCalibrationLoader": ColorCalibrationLoaderParameters,
}
INPUTS = (LinesPercept, CameraMatrix, CameraInfo, ImageCoordinateSystem, CameraCalibration)
MAX_SHOTS = 400  # of one robot

Inspect = Callable[[str, Question], bytes]
Pose = tuple[float, float, float]  # m, m, rad


class Calibrations:
    """Sampled lines of robots, stored until they are fitted or cleared."""

    def __init__(self, inspect: Inspect) -> None:
        self._inspect = inspect
        self._shots: dict[str, list[CalibrationShot]] = {}
        self._newest: dict[tuple[str, str], bytes] = {}  # sampled inputs of each thread
        self._lock = threading.Lock()

    def sample(self, robot: str, threads: Sequence[str]) -> dict[str, int]:
        """Sample the newest lines of these threads' images, unless they are already sampled."""
        names = tuple(f"{thread}/{kind.__name__}" for thread in threads for kind in INPUTS)
        values = msgspec.json.decode(self._inspect(robot, Question(values=names)))["values"]
        with self._lock:
            shots = self._shots.setdefault(robot, [])
            for thread in threads:
                inputs = [values.get(f"{thread}/{kind.__name__}") for kind in INPUTS]
                encoded = msgspec.json.encode(inputs)
                if self._newest.get((robot, thread)) == encoded or len(shots) >= MAX_SHOTS:
                    continue
                self._newest[robot, thread] = encoded
                shot = _shot(inputs)
                if shot is not None:
                    shots.append(shot)
            return _counts(shots)

    def clear(self, robot: str) -> dict[str, int]:
        with self._lock:
            self._shots.pop(robot, None)
        return _counts(())

    def fit(
        self, robot: str, lines: Sequence[tuple[float, float, float, float]], pose: Pose
    ) -> dict[str, Any]:
        """Return the corrections that fit the samples to the field's lines."""
        with self._lock:
            shots = list(self._shots.get(robot, ()))
        try:
            fit = fitted_calibration(shots, lines=lines, robot_to_field=Pose2[Robot, Field](*pose))
        except (ValueError, np.linalg.LinAlgError) as error:
            raise StudioError(str(error)) from None
        found: dict[str, Any] = msgspec.to_builtins(fit.calibration)
        return {
            "calibration": found,
            "residual": fit.residual,
            "inliers": fit.inliers,
            "deviations": fit.deviations,
            "place": [fit.robot_to_field.x, fit.robot_to_field.y, fit.robot_to_field.theta],
        }


def fitted_colors(samples: Mapping[str, Sequence[tuple[float, float, float]]]) -> dict[str, Any]:
    """Return thresholds from pixels of named classes; the defaults if there are none."""
    named = ColorSamples()
    for name, pixels in samples.items():
        if pixels:
            named.add(name, np.array(pixels, np.float64))
    try:
        found = calibrated_colors(named) if named.pixels else ColorCalibration()
    except ValueError as error:
        raise StudioError(str(error)) from None
    shares = class_accuracies(named, found) if named.pixels else {}
    return {**msgspec.to_builtins(found), "shares": dict(shares), "darkest": DARKEST}


def save_calibration(path: Path, module: str, values: Mapping[str, object]) -> None:
    """Check the values of a calibration and write them into a layer."""

    def error_at(key: str, message: str) -> ConfigurationError:
        return ConfigurationError(message)

    checked = with_values(LOADERS[module](), values, owner=module, error_at=error_at)
    chosen = {key: value for key, value in asdict(checked).items() if key in values}
    write_values(path, ("parameters", module), plain_values(chosen))


def _shot(inputs: Sequence[Any]) -> CalibrationShot | None:
    lines, matrix, info, system, used = (
        converter(kind)(value) if value is not None else kind()
        for kind, value in zip(INPUTS, inputs, strict=True)
    )
    return calibration_shot(lines, matrix=matrix, info=info, system=system, used=used)


def _counts(shots: Sequence[CalibrationShot]) -> dict[str, int]:
    """Return the number of lines of each camera that saw any."""
    counts: dict[str, float] = {}
    for shot in shots:
        counts[shot.camera] = counts.get(shot.camera, 0.0) + float(shot.weights.sum())
    return {camera: round(count) for camera, count in counts.items()}
