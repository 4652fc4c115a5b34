"""Which pairs and areas of color are flags and goals, and which are not?"""

import numpy as np
import pytest

from kickabout.evaluation.perception.color_vision import with_defaults
from kickabout.geometry import Camera, Pose3, Robot, rotation_x
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.colors.color_runs import blobs_of, segmented
from kickabout.perception.colors.color_table import CELLS
from kickabout.perception.landmarks.blob_range_calculator import BlobRangeCalculator
from kickabout.perception.landmarks.german_team_flag_detector import GermanTeamFlagDetector
from kickabout.perception.landmarks.german_team_goal_detector import GermanTeamGoalDetector
from kickabout.representations import (
    BlobRanges,
    BlobsPercept,
    CameraImage,
    CameraInfo,
    CameraMatrix,
    ColorClass,
    GoalsPercept,
    ImageCoordinateSystem,
    LandmarksPercept,
    RangeSide,
    load_field,
)

FIELD = load_field("legged2001")
TABLE = np.arange(CELLS, dtype=np.uint8)[:, None, None] // 8 * np.ones((1, CELLS, CELLS), np.uint8)
INFO = CameraInfo(width=176, height=144, focal_length=(160.0, 160.0), center=(87.5, 71.5))
PINK, YELLOW, SKY, GREEN = (
    ColorClass.PINK,
    ColorClass.YELLOW,
    ColorClass.SKY_BLUE,
    ColorClass.GREEN,
)
Patch = tuple[ColorClass, int, int, int, int]
CARPET: Patch = (GREEN, 0, 90, 176, 144)


def seen(
    *patches: Patch, roll: float = 0.0
) -> tuple[BlobInputs, BlobRanges, LandmarksPercept, GoalsPercept]:
    """Return what a level camera finds; patches are left, top, right and bottom in px."""
    classes = np.zeros((144, 176), np.uint8)
    for color, left, top, right, bottom in patches:
        classes[top:bottom, left:right] = color
    yuyv = np.zeros((144, 176, 2), np.uint8)
    yuyv[:, :, 0] = 32 * classes
    blobs = blobs_of(segmented(CameraImage(yuyv=yuyv).pairs, TABLE), 4)
    percept = BlobsPercept(
        width=176,
        height=144,
        color=blobs.color,
        pixels=blobs.pixels,
        box=blobs.box,
        points=blobs.points,
    )
    pose: Pose3[Camera, Robot] = Pose3(rotation_x(roll), np.array((0.0, 0.0, 0.2)))
    inputs = BlobInputs(
        percept=percept,
        info=INFO,
        matrix=CameraMatrix(camera_to_robot=pose, valid=True),
        system=ImageCoordinateSystem(),
    )
    ranges = with_defaults(BlobRangeCalculator).update(inputs)
    landmarks = with_defaults(GermanTeamFlagDetector).update(inputs, ranges, FIELD)
    goals = with_defaults(GermanTeamGoalDetector).update(inputs, ranges, landmarks, FIELD)
    return inputs, ranges, landmarks, goals


def flags(*patches: Patch) -> list[str]:
    return [flag.name for flag in seen(*patches)[2].landmarks]


def goals(*patches: Patch) -> list[str]:
    return [goal.color for goal in seen(*patches)[3].goals]


# A flag at 1 m: bands of 16 px, which meet 0.1 m or 16 px above the horizon.
UPPER, LOWER = (80, 40, 96, 56), (80, 56, 96, 72)


@pytest.mark.parametrize(
    ("upper", "lower", "name"),
    [
        (PINK, YELLOW, "right flag of the yellow goal"),
        (YELLOW, PINK, "left flag of the yellow goal"),
        (PINK, SKY, "right flag of the sky-blue goal"),
        (SKY, PINK, "left flag of the sky-blue goal"),
        (PINK, GREEN, "right flag of the halfway line"),
        (GREEN, PINK, "left flag of the halfway line"),
    ],
)
def test_both_colors_say_which_flag_it_is(upper: ColorClass, lower: ColorClass, name: str) -> None:
    inputs, _, found, _ = seen((upper, *UPPER), (lower, *LOWER))
    (flag,) = found.landmarks
    assert flag.name == name
    assert flag.distance == pytest.approx(1.0, rel=0.03)
    assert flag.left_bearing == pytest.approx(0.05, abs=0.005)
    assert flag.right_bearing == pytest.approx(-0.05, abs=0.005)
    assert inputs.matrix.valid


def test_pink_alone_is_no_flag() -> None:
    assert flags((PINK, *UPPER)) == []


def test_colors_of_different_sizes_are_no_flag() -> None:
    assert flags((PINK, *UPPER), (YELLOW, 60, 56, 120, 90)) == []


def test_colors_beside_each_other_are_no_flag() -> None:
    assert flags((PINK, *UPPER), (YELLOW, 96, 40, 112, 56)) == []


def test_colors_above_the_height_of_flags_are_no_flag() -> None:
    assert flags((PINK, 80, 0, 96, 16), (YELLOW, 80, 16, 96, 32)) == []


def test_pink_behind_a_flag_does_not_change_which_flag_it_is() -> None:
    banner = (PINK, 80, 24, 96, 40)
    assert flags(banner, (GREEN, *UPPER), (PINK, *LOWER)) == ["left flag of the halfway line"]


GOAL = (50, 50, 130, 90)


def test_a_goal_stands_on_the_carpet() -> None:
    assert goals((SKY, *GOAL), CARPET) == ["sky_blue"]


def test_a_yellow_shirt_without_carpet_below_is_no_goal() -> None:
    assert goals((YELLOW, *GOAL)) == []
    assert goals((YELLOW, 50, 10, 130, 50), CARPET) == []


def test_a_small_area_is_no_goal() -> None:
    assert goals((YELLOW, 80, 80, 90, 90), CARPET) == []


def test_the_color_of_a_flag_is_no_goal() -> None:
    assert goals((YELLOW, 80, 40, 104, 64), (PINK, 80, 16, 104, 40), CARPET) == []


def test_a_goal_beside_a_flag_has_its_own_posts() -> None:
    flag = ((PINK, 10, 40, 26, 56), (SKY, 10, 56, 26, 72))
    (alone,), (beside,) = (seen(*patches)[3].goals for patches in (
        ((SKY, *GOAL), CARPET),
        ((SKY, *GOAL), CARPET, *flag),
    ))  # fmt: skip
    assert beside.left_bearing == alone.left_bearing


def test_a_goal_split_by_a_robot_is_united() -> None:
    whole = seen((SKY, *GOAL), CARPET)[3].goals[0]
    robot = (ColorClass.NONE, 80, 40, 105, 144)
    split = seen((SKY, *GOAL), CARPET, robot)[3].goals[0]
    assert split.left_bearing == pytest.approx(whole.left_bearing)
    assert split.right_bearing == pytest.approx(whole.right_bearing)


def test_a_side_beside_a_patch_is_no_post() -> None:
    patch = (ColorClass.RED, 40, 70, 49, 84)
    goal = seen((SKY, *GOAL), CARPET, patch)[3].goals[0]
    assert not goal.left_is_post
    assert goal.right_is_post


@pytest.mark.parametrize(
    ("box", "sides"),
    [
        ((0, 50, 40, 80), {RangeSide.LEFT}),
        ((136, 50, 176, 80), {RangeSide.RIGHT}),
        ((60, 0, 90, 40), {RangeSide.TOP}),
        ((60, 100, 90, 144), {RangeSide.BOTTOM}),
        ((60, 50, 90, 80), set()),
    ],
)
def test_sides_at_the_edge_of_the_image_are_cut(
    box: tuple[int, int, int, int], sides: set[RangeSide]
) -> None:
    _, ranges, _, _ = seen((SKY, *box))
    assert {side for side in RangeSide if ranges.cut[0, side]} == sides


@pytest.mark.parametrize("roll", [-0.3, 0.0, 0.3])
def test_the_rotation_of_the_head_is_compensated(roll: float) -> None:
    _, level, _, _ = seen((PINK, 84, 68, 92, 76))
    _, rolled, _, _ = seen((PINK, 84, 68, 92, 76), roll=roll)
    middle = [ranges.angles[0].reshape(2, 2).mean(axis=1) for ranges in (level, rolled)]
    assert middle[0] == pytest.approx(middle[1], abs=1e-3)
    assert ranges_of_a_tilted_bar(roll) == pytest.approx((8.0 / 160.0, 40.0 / 160.0), abs=0.02)


def ranges_of_a_tilted_bar(roll: float) -> tuple[float, float]:
    """Return width and height of an upright bar that a rolled camera sees tilted."""
    rows, columns = np.indices((144, 176)) + 0.5
    x, y = columns - 88.0, rows - 72.0
    c, s = np.cos(roll), np.sin(roll)
    upright = (np.abs(c * x - s * y) < 4.0) & (np.abs(s * x + c * y) < 20.0)
    patches = [(PINK, u, v, u + 1, v + 1) for v, u in np.argwhere(upright).tolist()]
    _, ranges, _, _ = seen(*patches, roll=roll)
    left, right, top, bottom = ranges.angles[0].tolist()
    return left - right, top - bottom
