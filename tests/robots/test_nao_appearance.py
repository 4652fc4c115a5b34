"""The appearance of a NAO: right positions, right colors, few primitives."""

import numpy as np
import pytest

from kickabout.geometry.arrays import Vec3
from kickabout.geometry.rotations import matrix_from_quaternion
from kickabout.robots.appearance import Part, Primitive, Shape, mirrored, quaternion_to_axis
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import Link
from kickabout.robots.nao.kinematics import nao_kinematics

BLUE = (0.02, 0.05, 0.5)
YELLOW = (0.7, 0.55, 0.02)
ROBOT = nao_appearance(jersey=BLUE, number=8)
NAO = nao_dimensions()


def vertical_extent(primitives: tuple[Primitive, ...]) -> tuple[float, float]:
    """Extent along z in the zero posture, where all links are parallel to the torso."""
    poses = nao_kinematics().forward(np.zeros(25))
    bounds = []
    for primitive in primitives:
        turned = matrix_from_quaternion(np.array(primitive.quaternion_in_link))
        middle = primitive.position_in_link[2] + poses.translations[Link[primitive.link.upper()], 2]
        size = np.array(primitive.size)
        if primitive.shape is Shape.BOX:
            extent = float(np.abs(turned[2]) @ size)
        elif primitive.shape is Shape.ELLIPSOID:
            extent = float(np.linalg.norm(turned[2] * size))
        elif primitive.shape is Shape.CYLINDER:
            extent = float(size[0] * np.hypot(turned[2, 0], turned[2, 1]))
            extent += float(size[1] * abs(turned[2, 2]))
        else:
            extent = float(size[0] + size[1] * abs(turned[2, 2]))
        bounds += [middle - extent, middle + extent]
    return max(bounds), min(bounds)


def inside(primitive: Primitive, point_in_link: Vec3) -> bool:
    turned = matrix_from_quaternion(np.array(primitive.quaternion_in_link))
    x, y, z = turned.T @ (point_in_link - np.array(primitive.position_in_link))
    a, b, c = primitive.size
    if primitive.shape is Shape.BOX:
        return bool(abs(x) < a and abs(y) < b and abs(z) < c)
    if primitive.shape is Shape.ELLIPSOID:
        return bool((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2 < 1.0)
    if primitive.shape is Shape.CYLINDER:
        return bool(np.hypot(x, y) < a and abs(z) < b)
    along = 0.0 if primitive.shape is Shape.SPHERE else float(np.clip(z, -b, b))
    return bool(x**2 + y**2 + (z - along) ** 2 < a**2)


def test_a_robot_consists_of_few_primitives_on_known_links() -> None:
    for number in range(100):
        robot = nao_appearance(jersey=BLUE, number=number)
        assert 30 <= len(robot) <= (45 if number < 10 else 55)
        assert {primitive.link for primitive in robot} <= {link.key for link in Link}


def test_the_robot_has_the_height_of_the_data_sheet() -> None:
    top, bottom = vertical_extent(ROBOT)
    assert top - bottom == pytest.approx(0.574, abs=0.005)


def test_the_soles_are_the_lowest_part_of_the_robot() -> None:
    _, bottom = vertical_extent(ROBOT)
    sole = -(NAO.thigh_length + NAO.tibia_length + NAO.foot_height)
    assert bottom == pytest.approx(sole, abs=1e-4)
    soles = tuple(primitive for primitive in ROBOT if primitive.part is Part.SOLE)
    assert len(soles) == 2


def test_no_part_of_the_head_is_in_front_of_a_camera() -> None:
    for mount in (NAO.cameras.upper, NAO.cameras.lower):
        ray = np.array((np.cos(mount.pitch), 0.0, -np.sin(mount.pitch)))
        for distance in np.linspace(0.0, 0.1, 21):
            point = np.array(mount.position_in_head) + distance * ray
            hidden_by = [p for p in ROBOT if p.link == "head" and inside(p, point)]
            assert not hidden_by


def test_the_sides_are_mirror_images_of_each_other() -> None:
    left = [primitive for primitive in ROBOT if primitive.link.startswith("left_")]
    right = [primitive for primitive in ROBOT if primitive.link.startswith("right_")]
    assert [mirrored(primitive) for primitive in left] == right
    assert [mirrored(primitive) for primitive in right] == left


def test_jersey_has_the_teams_color_and_a_readable_number() -> None:
    for jersey, expected in ((BLUE, 0.8), (YELLOW, 0.02)):
        robot = nao_appearance(jersey=jersey, number=1)
        assert [p.color for p in robot if p.part is Part.JERSEY] == [jersey]
        numbers = [p for p in robot if p.part is Part.NUMBER]
        assert len(numbers) == 2
        assert {p.color[0] for p in numbers} == {expected}
        assert {np.sign(p.position_in_link[0]) for p in numbers} == {-1.0, 1.0}


def test_digits_are_on_the_surface_of_the_chest() -> None:
    (chest,) = (p for p in ROBOT if p.part is Part.JERSEY)
    for stroke in (p for p in ROBOT if p.part is Part.NUMBER):
        x, y, z = stroke.position_in_link
        outwards = np.sign(x) * stroke.size[0]
        assert not inside(chest, np.array((x + outwards, y, z)))
        assert inside(chest, np.array((x - outwards, y, z)))


def test_the_number_reads_from_left_to_right_on_both_sides() -> None:
    # The 1 of 17 has a single stroke; from the front, the left digit is at the robot's right.
    strokes = [p for p in nao_appearance(jersey=BLUE, number=17) if p.part is Part.NUMBER]
    front = [p for p in strokes if p.position_in_link[0] > 0.0]
    back = [p for p in strokes if p.position_in_link[0] < 0.0]
    assert front[0].position_in_link[1] < front[1].position_in_link[1]
    assert back[0].position_in_link[1] > back[1].position_in_link[1]


def test_numbers_have_one_or_two_digits() -> None:
    with pytest.raises(ValueError, match="100"):
        nao_appearance(jersey=BLUE, number=100)


@pytest.mark.parametrize("axis", [(0.0, 0.0, -2.0), (1.0, 0.0, 0.0), (0.3, -0.4, 0.5)])
def test_the_quaternion_turns_z_to_the_axis(axis: tuple[float, float, float]) -> None:
    turned = matrix_from_quaternion(np.array(quaternion_to_axis(axis))) @ (0.0, 0.0, 1.0)
    np.testing.assert_allclose(turned, np.array(axis) / np.linalg.norm(axis), atol=1e-12)
