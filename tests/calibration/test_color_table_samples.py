"""Is the table learned from labeled images right, also for a hall never seen?"""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from kickabout.calibration.color_table_halls import folder_samples, hall_samples, legged_settings
from kickabout.calibration.color_table_samples import (
    TableSamples,
    learned_table,
    table_accuracies,
)
from kickabout.evaluation.perception.color_labels import UNSURE, color_labels
from kickabout.evaluation.perception.four_legged_scenes import FourLeggedHall, HallLight
from kickabout.framework import ConfigurationError
from kickabout.perception.colors.color_table import class_image
from kickabout.pictures.png import png_of
from kickabout.representations import ColorClass
from kickabout.robots.kind import robot_kind
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv
from kickabout.soccer.league import load_league

SETTINGS = {"shutter": "fast", "gain": "middle", "white_balance": "fluorescent"}


def hall(light: HallLight, seed: int) -> FourLeggedHall:
    settings = legged_settings("ers210", SETTINGS)
    league = load_league("legged2001")
    return FourLeggedHall(league, robot_kind("ers210"), light=light, settings=settings, seed=seed)


def test_cells_get_the_class_of_their_pixels() -> None:
    samples, random = TableSamples(), np.random.default_rng(1)
    means = {ColorClass.ORANGE: (120, 80, 190), ColorClass.GREEN: (90, 110, 90)}
    for color, mean in means.items():
        samples.add(color, random.normal(mean, 6.0, (3000, 3)))
    samples.add(ColorClass.NONE, random.uniform(0.0, 255.0, (3000, 3)))
    table = learned_table(samples)
    for color, (y, cb, cr) in means.items():
        assert table[y // 4, cb // 4, cr // 4] == color
        assert table_accuracies(samples, table)[color.name.lower()] > 0.95
    assert table[60, 60, 60] == ColorClass.NONE
    assert samples.pixels()["orange"] == 3000


def test_labels_are_the_colors_that_the_field_has() -> None:
    counts = np.zeros(256)
    for shot in hall(HallLight(), 11).images(12):
        classes = color_labels(shot)
        counts += np.bincount(classes.ravel(), minlength=256)
        greenish = classes == ColorClass.GREEN
        rgb = rgb_from_yuyv(shot.image.yuyv)[greenish].astype(float)
        if len(rgb):
            assert (rgb[:, 1] > rgb[:, 0]).mean() > 0.98
    assert (counts[:8] > 0).all()
    assert 0.0 < counts[UNSURE] < 0.4 * counts.sum()


def folder_of(path: Path, light: HallLight, *, with_labels: bool) -> None:
    lines = []
    for number, shot in enumerate(hall(light, 21).images(16)):
        classes = color_labels(shot)
        (path / f"{number}.png").write_bytes(png_of(rgb_from_yuyv(shot.image.yuyv)))
        entry: dict[str, object] = {"file": f"{number}.png"}
        if with_labels:
            gray = np.repeat(classes[:, :, None], 3, axis=2)
            (path / f"{number}_labels.png").write_bytes(png_of(gray))
            entry["labels"] = f"{number}_labels.png"
        lines.append(msgspec.json.encode(entry).decode())
    (path / "regions.jsonl").write_text("\n".join(lines))


def test_a_hall_never_seen_is_calibrated_from_a_folder(tmp_path: Path) -> None:
    """A dim hall with warm lamps, for which the shipped table is not made."""
    light = HallLight(brightness=0.6, temperature=-1200.0)
    folder_of(tmp_path, light, with_labels=True)
    table = learned_table(folder_samples(tmp_path))
    right = total = 0
    for shot in hall(light, 22).images(8):
        classes = color_labels(shot)
        known = (classes != UNSURE) & (classes != ColorClass.NONE)
        right += int((class_image(shot.image.yuyv, table) == classes)[known].sum())
        total += int(known.sum())
    assert right > 0.95 * total


def test_rectangles_are_read(tmp_path: Path) -> None:
    picture = np.zeros((10, 10, 3), np.uint8)
    picture[:, :5] = (255, 120, 0)
    (tmp_path / "a.png").write_bytes(png_of(picture))
    line = '{"file": "a.png", "orange": [[0, 0, 4, 10]], "none": [[6, 0, 10, 10]]}'
    (tmp_path / "regions.jsonl").write_text(line)
    samples = folder_samples(tmp_path)
    assert samples.pixels()["orange"] == samples.pixels()["none"] == 40
    assert learned_table(samples).any()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"file": "b.png"}', "cannot read b.png"),
        ('{"file": "a.png", "purple": []}', "purple"),
        ('{"file": "a.png", "labels": "b.png"}', "cannot read b.png"),
    ],
)
def test_a_wrong_index_is_explained(tmp_path: Path, line: str, words: str) -> None:
    (tmp_path / "a.png").write_bytes(png_of(np.zeros((4, 4, 3), np.uint8)))
    (tmp_path / "regions.jsonl").write_text(line)
    with pytest.raises(ConfigurationError, match=f"line 1.*{words}"):
        folder_samples(tmp_path)


def test_an_unknown_setting_is_explained() -> None:
    with pytest.raises(ConfigurationError, match="unknown camera setting"):
        legged_settings("ers210", {"shutter": "endless"})


def test_samples_of_rendered_halls_have_all_classes() -> None:
    league, settings = load_league("legged2001"), legged_settings("ers210", SETTINGS)
    samples = hall_samples(league, robot_kind("ers210"), settings, seeds=(31,), images=15)
    assert all(samples.pixels().values())
