"""Color tables of halls: from rendered halls, or a folder of images, to samples of their colors."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import numpy as np

from kickabout.calibration.calibration_folders import INDEX
from kickabout.calibration.color_calibration import Rectangle
from kickabout.calibration.color_table_samples import TableSamples
from kickabout.evaluation.perception.color_labels import color_labels
from kickabout.evaluation.perception.four_legged_scenes import FourLeggedHall, random_hall_light
from kickabout.evaluation.perception.perception_folder import yuyv_from_rgb
from kickabout.framework import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.perception.camera.camera_settings_chooser import (
    CameraSettingsChooser,
    CameraSettingsChooserParameters,
)
from kickabout.perception.colors.color_table import CLASS_NAMES
from kickabout.pictures.codec import read_gray, read_rgb
from kickabout.representations import CameraSettings, ColorClass
from kickabout.robots.kind import RobotKind
from kickabout.soccer.league import League


class TableRegionsEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the index: rectangles of an image by color class, in px, or its label image."""

    file: str
    labels: str = ""  # gray picture whose values are numbers of classes; 255: unknown
    none: list[Rectangle] = []
    orange: list[Rectangle] = []
    yellow: list[Rectangle] = []
    sky_blue: list[Rectangle] = []
    green: list[Rectangle] = []
    pink: list[Rectangle] = []
    red: list[Rectangle] = []
    blue: list[Rectangle] = []


def hall_samples(
    league: League,
    kind: RobotKind,
    settings: CameraSettings,
    *,
    seeds: Iterable[int],
    images: int,
) -> TableSamples:
    """Return the colors of rendered halls, one for each seed, with lights near the usual one."""
    samples = TableSamples()
    for seed in seeds:
        light = random_hall_light(np.random.default_rng([seed, 1]))
        hall = FourLeggedHall(league, kind, light=light, settings=settings, seed=seed)
        for shot in hall.images(images):
            samples.add_image(shot.image.yuyv, color_labels(shot))
    return samples


def legged_settings(robot: str, choices: Mapping[str, str]) -> CameraSettings:
    """Return the settings of an Aibo's camera, by names of shutter, gain and white balance."""
    try:
        parameters = msgspec.convert(dict(choices), CameraSettingsChooserParameters)
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"unknown camera setting: {error}") from None
    chooser = CameraSettingsChooser.made(parameters, RobotConfiguration(robot))
    return chooser.update()


def folder_samples(folder: Path) -> TableSamples:
    """Return the colors of the images of a folder; see `TableRegionsEntry` for its index."""
    index = folder / INDEX
    if not index.is_file():
        raise ConfigurationError(f"{folder} has no file {INDEX}")
    samples = TableSamples()
    for number, line in enumerate(index.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                entry = msgspec.json.decode(line, type=TableRegionsEntry)
                _add(samples, folder, entry)
            except (msgspec.MsgspecError, ValueError) as error:
                raise ConfigurationError(f"{index}, line {number}: {error}") from None
    return samples


def _add(samples: TableSamples, folder: Path, entry: TableRegionsEntry) -> None:
    picture = read_rgb(folder / entry.file)
    if picture is None:
        raise ValueError(f"cannot read {entry.file}")
    yuyv = yuyv_from_rgb(picture)
    if entry.labels:
        labels = read_gray(folder / entry.labels)
        if labels is None:
            raise ValueError(f"cannot read {entry.labels}")
        if labels.shape[0] != yuyv.shape[0] or labels.shape[1] < yuyv.shape[1]:
            raise ValueError(f"{entry.labels} and {entry.file} have different sizes")
        samples.add_image(yuyv, labels[:, : yuyv.shape[1]])
    for color, name in enumerate(CLASS_NAMES):
        for region in getattr(entry, name):
            samples.add_region(ColorClass(color), yuyv, region)
