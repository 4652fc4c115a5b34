"""Calibration from files: from folders of images to the inputs of calibrations."""

from pathlib import Path

import msgspec

from kickabout.calibration.camera_calibration_intrinsics import GrayImage
from kickabout.calibration.color_calibration import ColorSamples, Rectangle
from kickabout.evaluation.perception.perception_folder import yuyv_from_rgb
from kickabout.framework import ConfigurationError
from kickabout.pictures.codec import read_gray, read_rgb

INDEX = "regions.jsonl"
ENDINGS = (".png", ".jpg", ".jpeg")


class RegionsEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the index: rectangles of an image by color class, in px."""

    file: str
    white: list[Rectangle] = []
    black: list[Rectangle] = []
    field: list[Rectangle] = []
    other: list[Rectangle] = []


def gray_images(folder: Path) -> list[GrayImage]:
    """Return all images of a folder, by name."""
    paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in ENDINGS)
    if not paths:
        raise ConfigurationError(f"{folder} has no images ({', '.join(ENDINGS)})")
    images = []
    for path in paths:
        image = read_gray(path)
        if image is None:
            raise ConfigurationError(f"cannot read {path}")
        images.append(image)
    return images


def color_samples(folder: Path) -> ColorSamples:
    """Return the pixels of all rectangles that the index of a folder lists."""
    index = folder / INDEX
    if not index.is_file():
        raise ConfigurationError(f"{folder} has no file {INDEX}")
    samples = ColorSamples()
    for number, line in enumerate(index.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = msgspec.json.decode(line, type=RegionsEntry)
        except msgspec.MsgspecError as error:
            raise ConfigurationError(f"{index}, line {number}: {error}") from None
        picture = read_rgb(folder / entry.file)
        if picture is None:
            raise ConfigurationError(f"{index}, line {number}: cannot read {entry.file}")
        yuyv = yuyv_from_rgb(picture)
        for name in ("white", "black", "field", "other"):
            for region in getattr(entry, name):
                samples.add_region(name, yuyv, region)
    return samples
