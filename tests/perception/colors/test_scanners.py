"""Scan-line regions in rendered images of different light, with and without calibration."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.perception.halls import classical_pipeline, classical_team, shots, uppers

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.representations import FieldColors, HorizontalRegions, RegionColor, ScanLineRegions
from kickabout.simulation.camera.scene.objects import SceneClass

FIELD_OR_LINE = (SceneClass.FIELD, SceneClass.LINE)


def agreement(shot: LabeledImage, regions: ScanLineRegions) -> tuple[int, int, int]:
    """Return numbers of field pixels, those classified as field, and others classified as field."""
    assert shot.labels is not None
    total = hit = wrong = 0
    for line, top, bottom, color in zip(
        regions.line_of, regions.top, regions.bottom, regions.color, strict=True
    ):
        truth = shot.labels.classes[top:bottom, regions.columns[line]]
        field = int(np.count_nonzero(truth == SceneClass.FIELD))
        total += field
        if color == RegionColor.FIELD:
            hit += field
            wrong += int(np.count_nonzero(~np.isin(truth, FIELD_OR_LINE)))
    return total, hit, wrong


@pytest.mark.parametrize("condition", ["nominal", "dim", "warm", "half in shadow"])
def test_carpet_is_found_in_any_light_without_calibration(condition: str) -> None:
    pipeline = classical_pipeline()
    counts = np.array(
        [agreement(shot, pipeline.see(shot)[ScanLineRegions]) for shot in shots(condition)]
    ).sum(axis=0)
    assert counts[0] > 200_000
    assert counts[1] >= 0.97 * counts[0]
    assert counts[2] <= 0.002 * counts[0]


def test_regions_of_a_line_follow_each_other_without_gaps() -> None:
    seen = classical_pipeline().see(uppers()[0])
    regions: ScanLineRegions = seen[ScanLineRegions]
    same = regions.line_of[1:] == regions.line_of[:-1]
    assert np.array_equal(regions.top[:-1][same], regions.bottom[1:][same])
    assert (regions.color[:-1][same] != regions.color[1:][same]).all()
    rows: HorizontalRegions = seen[HorizontalRegions]
    same = rows.line_of[1:] == rows.line_of[:-1]
    assert np.array_equal(rows.right[:-1][same], rows.left[1:][same])


def test_darker_light_changes_no_color() -> None:
    shot = uppers()[1]
    dark = shot.image.yuyv.copy()
    dark[:, :, 0] = dark[:, :, 0] * 0.6
    dark[:, :, 1] = 128.0 + (dark[:, :, 1].astype(float) - 128.0) * 0.6
    darker = replace(shot, image=replace(shot.image, yuyv=dark))
    bright, dim = (classical_pipeline().see(each) for each in (shot, darker))
    first, second = (agreement(shot, seen[ScanLineRegions]) for seen in (bright, dim))
    assert second[1] == pytest.approx(first[1], rel=0.03)
    assert dim[FieldColors].y == pytest.approx(0.6 * bright[FieldColors].y, rel=0.05)


def test_an_image_without_green_has_no_carpet() -> None:
    shot = uppers()[0]
    gray = shot.image.yuyv.copy()
    gray[:, :, 1] = 128
    seen = classical_pipeline().see(replace(shot, image=replace(shot.image, yuyv=gray)))
    assert not seen[FieldColors].valid
    assert not (seen[ScanLineRegions].color == RegionColor.FIELD).any()


def calibrated_pipeline() -> CameraPipeline:
    team: Any = classical_team()
    for thread in ("upper", "lower"):
        for kind in (ScanLineRegions, HorizontalRegions, FieldColors):
            team = team.with_provider(kind.__name__, "ColorClassSegmenter", thread)
    return CameraPipeline(team, field=shots()[0].field or pytest.fail("the shot has no field"))


def test_a_good_calibration_finds_the_same_carpet() -> None:
    pipeline = calibrated_pipeline()
    counts = np.array(
        [agreement(shot, pipeline.see(shot)[ScanLineRegions]) for shot in shots()]
    ).sum(axis=0)
    assert counts[0] > 200_000
    assert counts[1] >= 0.9 * counts[0]
    assert counts[2] <= 0.1 * counts[0]
