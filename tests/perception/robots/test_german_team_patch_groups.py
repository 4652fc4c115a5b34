"""Are patches in team color grouped into robots by their gaps?"""

import numpy as np
import pytest

from kickabout.perception.robots.german_team_patch_groups import PatchGroups, patch_groups
from kickabout.representations import ColorClass

RED, BLUE = int(ColorClass.RED), int(ColorClass.BLUE)


def groups(*patches: tuple[int, int, int], wanted: int = RED) -> PatchGroups:
    """Group patches of color, left and right that are 10 px high, the widest first."""
    ordered = sorted(patches, key=lambda patch: patch[1] - patch[2])
    color = np.array([patch[0] for patch in ordered], np.uint8)
    box = np.array([(left, 50, right, 60) for _, left, right in ordered], np.int32)
    pixels = 10 * (box[:, 2] - box[:, 0]).astype(np.int32)
    return patch_groups(color, pixels, box, wanted, 20, 10)


@pytest.mark.parametrize(("gap", "count"), [(-5, 1), (0, 1), (9, 1), (10, 1), (11, 2), (40, 2)])
def test_the_gap_decides(gap: int, count: int) -> None:
    assert len(groups((RED, 20, 30), (RED, 30 + gap, 45 + gap)).pixels) == count


def test_a_chain_of_patches_is_one_robot() -> None:
    found = groups((RED, 60, 70), (RED, 20, 35), (RED, 44, 52))
    assert found.box.tolist() == [[20, 50, 70, 60]]
    assert found.pixels.tolist() == [330]
    assert found.largest.tolist() == [0]


def test_a_patch_inside_another_one_does_not_shorten_the_group() -> None:
    assert len(groups((RED, 20, 60), (RED, 25, 30), (RED, 68, 75)).pixels) == 1


def test_teams_are_not_mixed() -> None:
    patches = ((RED, 20, 30), (BLUE, 31, 45))
    assert groups(*patches).box[0].tolist() == [20, 50, 30, 60]
    assert groups(*patches, wanted=BLUE).box[0].tolist() == [31, 50, 45, 60]


def test_small_patches_are_ignored() -> None:
    assert len(groups((RED, 20, 21)).pixels) == 0
