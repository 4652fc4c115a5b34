"""Calibration by eye and by fit: from what a watched robot sees to values of a layer."""

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
    CameraName,
    ColorCalibration,
    ImageCoordinateSystem,
    LinesPercept,
)
from kickabout.simulation.match.inspection import Question
from kickabout.studio.sources.source import StudioError

KEEPERS: dict[str, type] = {
    "CameraCalibrationLoader": CameraCalibrationLoaderParameters,
    "ColorCalibrationLoader": ColorCalibrationLoaderParameters,
}
SEEN = (LinesPercept, CameraMatrix, CameraInfo, ImageCoordinateSystem, CameraCalibration)
MOST_SHOTS = 400  # of one robot

Inspect = Callable[[str, Question], bytes]
Place = tuple[float, float, float]


class Calibrations:
    """Samples of lines that robots have seen, until they are fitted or cleared."""

    def __init__(self, inspect: Inspect) -> None:
        self._inspect = inspect
        self._shots: dict[str, list[CalibrationShot]] = {}
        self._newest: dict[tuple[str, str], bytes] = {}  # that was taken, of each camera
        self._lock = threading.Lock()

    def sample(self, robot: str) -> dict[str, int]:
        """Take the lines in both cameras' images of this moment, if they are new ones."""
        names = tuple(f"{camera.value}/{kind.__name__}" for camera in CameraName for kind in SEEN)
        values = msgspec.json.decode(self._inspect(robot, Question(values=names)))["values"]
        with self._lock:
            shots = self._shots.setdefault(robot, [])
            for camera in CameraName:
                seen = [values.get(f"{camera.value}/{kind.__name__}") for kind in SEEN]
                mark = msgspec.json.encode(seen)
                if self._newest.get((robot, camera.value)) == mark or len(shots) >= MOST_SHOTS:
                    continue
                self._newest[robot, camera.value] = mark
                shot = _shot(seen)
                if shot is not None:
                    shots.append(shot)
            return _counts(shots)

    def clear(self, robot: str) -> dict[str, int]:
        with self._lock:
            self._shots.pop(robot, None)
        return _counts(())

    def fit(
        self, robot: str, lines: Sequence[tuple[float, float, float, float]], place: Place
    ) -> dict[str, Any]:
        """Corrections with which the samples lie best on the field's lines."""
        with self._lock:
            shots = list(self._shots.get(robot, ()))
        try:
            fit = fitted_calibration(shots, lines=lines, robot_to_field=Pose2[Robot, Field](*place))
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
    """Thresholds from pixels of named classes; the usual ones as long as there are none."""
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


def kept(path: Path, module: str, values: Mapping[str, object]) -> None:
    """Write values of a keeper of calibrations into a layer, after they have been checked."""

    def error_at(key: str, message: str) -> ConfigurationError:
        return ConfigurationError(message)

    checked = with_values(KEEPERS[module](), values, owner=module, error_at=error_at)
    chosen = {key: value for key, value in asdict(checked).items() if key in values}
    write_values(path, ("parameters", module), plain_values(chosen))


def _shot(seen: Sequence[Any]) -> CalibrationShot | None:
    lines, matrix, info, system, used = (
        converter(kind)(value) if value is not None else kind()
        for kind, value in zip(SEEN, seen, strict=True)
    )
    return calibration_shot(lines, matrix=matrix, info=info, system=system, used=used)


def _counts(shots: Sequence[CalibrationShot]) -> dict[str, int]:
    """Lines by camera."""
    return {
        camera.value: round(sum(s.weights.sum() for s in shots if s.camera is camera))
        for camera in CameraName
    }
