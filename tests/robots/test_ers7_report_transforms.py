"""The transforms of Austin Villa 2004: test vectors of the report's formulas, and our kinematics.

Expected values are in mm, to the digit that is known.
"""

import math

import numpy as np
import pytest

from kickabout.geometry.arrays import FloatArray
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.ers7 import report_transforms as report
from kickabout.robots.kind import robot_kind

KIND, KINEMATICS = robot_kind("ers7"), aibo_kinematics("ers7")
TO_REPORT = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))  # from x forward, y left
LOWER_LEG_ANGLE = math.atan2(0.0198, 0.0769)  # rad, of our hind lower leg at knee angle zero


def position_mm(pose: FloatArray) -> FloatArray:
    position: FloatArray = 1000.0 * pose[:3, 3]
    return position


def test_every_product_is_a_rigid_motion() -> None:
    random = np.random.default_rng(1)
    for _ in range(100):
        pose = report.camera_to_level(*random.uniform(-1.5, 1.5, 5))
        rotation = pose[:3, :3]
        assert np.allclose(rotation.T @ rotation, np.eye(3), atol=1e-12)
        assert math.isclose(np.linalg.det(rotation), 1.0, abs_tol=1e-12)
        inverse = np.eye(4)
        inverse[:3, :3], inverse[:3, 3] = rotation.T, -rotation.T @ pose[:3, 3]
        assert np.allclose(report.composed(pose, inverse), np.eye(4), atol=1e-12)
        assert (pose[3] == (0.0, 0.0, 0.0, 1.0)).all()


def test_motions_about_moving_axes_are_multiplied_from_the_right() -> None:
    turned = report.composed(
        report.rotation_about(2, math.pi / 2.0), report.translation_by(1.0, 0.0, 0.0)
    )
    assert np.allclose(turned[:3, 3], (0.0, 1.0, 0.0))


@pytest.mark.parametrize(
    ("pan_deg", "neck_deg", "head_deg", "expected"),
    [
        (0.0, 0.0, 0.0, (0.0, 81.06, 65.4)),
        (90.0, 0.0, 0.0, (-81.06, 0.0, 65.4)),
        (0.0, -30.0, 0.0, (0.0, 102.90, 16.11)),
        (0.0, 0.0, -30.0, (0.0, 62.90, 26.83)),
    ],
)
def test_camera_relative_to_the_neck(
    pan_deg: float, neck_deg: float, head_deg: float, expected: tuple[float, float, float]
) -> None:
    angles = (math.radians(pan_deg), math.radians(neck_deg), math.radians(head_deg))
    found = position_mm(report.camera_to_neck(*angles))
    assert np.round(found, 2) + 0.0 == pytest.approx(expected, abs=1e-9)


def test_camera_to_neck_is_the_closed_form_of_the_report() -> None:
    random = np.random.default_rng(2)
    a2, d3, a3 = 0.080, 0.08106, -0.0146
    for pan, neck, head in random.uniform(-1.5, 1.5, (100, 3)):
        c1, s1, c2, s2 = math.cos(pan), math.sin(pan), math.cos(neck), math.sin(neck)
        c3, s3 = math.cos(head), math.sin(head)
        u, v = d3 * c3 - a3 * s3, a2 + d3 * s3 + a3 * c3
        rows = (
            (c1, -s1 * c3, s1 * s3, -s1 * u),
            (s1 * c2, c1 * c2 * c3 - s2 * s3, -c1 * c2 * s3 - s2 * c3, c1 * c2 * u - s2 * v),
            (s1 * s2, c1 * s2 * c3 + c2 * s3, -c1 * s2 * s3 + c2 * c3, c1 * s2 * u + c2 * v),
        )
        assert np.allclose(report.camera_to_neck(pan, neck, head)[:3], rows, atol=1e-12)


def test_leveling_is_the_printed_matrix() -> None:
    tilt, roll = 0.2, -0.3
    ct, st, cr, sr = math.cos(tilt), math.sin(tilt), math.cos(roll), math.sin(roll)
    rows = ((cr, sr * st, sr * ct), (0.0, ct, -st), (-sr, cr * st, cr * ct))
    assert np.allclose(report.body_to_level(tilt, roll)[:3, :3], rows, atol=1e-12)


def test_camera_relative_to_the_body() -> None:
    found = position_mm(report.camera_to_level(0.0, 0.0, 0.0, 0.0, 0.0))
    assert np.round(found, 2) == pytest.approx((0.0, 148.56, 84.9), abs=1e-9)


def test_the_camera_is_where_our_kinematics_has_it() -> None:
    random, row = np.random.default_rng(3), KIND.row("upper_camera")
    for pan, neck, head in random.uniform((-1.5, -1.3, -0.2), (1.5, 0.0, 0.7), (1000, 3)):
        angles = KIND.stand.copy()
        angles[KINEMATICS.head : KINEMATICS.head + 3] = neck, pan, head
        poses = KINEMATICS.forward(angles)
        found = report.camera_to_level(pan, neck, head, 0.0, 0.0)
        assert np.allclose(found[:3, 3], TO_REPORT @ poses.translations[row], atol=1e-9)
        rotation = TO_REPORT @ poses.rotations[row] @ TO_REPORT.T
        assert np.allclose(found[:3, :3], rotation, atol=1e-9)


@pytest.mark.parametrize(
    ("angles_deg", "expected"),
    [((0.0, 0.0, 0.0), (-9.0, 4.7, -148.9)), ((30.0, 0.0, -60.0), (-2.84, 4.7, -124.45))],
)
def test_hind_paw_relative_to_the_shoulder(
    angles_deg: tuple[float, float, float], expected: tuple[float, float, float]
) -> None:
    swing, abduction, knee = (math.radians(angle) for angle in angles_deg)
    left = position_mm(report.hind_paw_to_shoulder(1.0, swing, abduction, knee))
    right = position_mm(report.hind_paw_to_shoulder(-1.0, swing, abduction, knee))
    assert np.round(left, 2) == pytest.approx(expected, abs=1e-9)
    assert np.allclose(right, left * (1.0, -1.0, 1.0))


def test_hind_paw_is_the_closed_form_of_the_report() -> None:
    random = np.random.default_rng(4)
    d1, d2, a2, a3 = 0.0090, 0.0047, 0.0695, 0.0794
    for one, two, three in random.uniform(-1.5, 1.5, (100, 3)):
        c1, s1, c2, s2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        c3, s3 = math.cos(three), math.sin(three)
        w = d2 * s2 - a2 * c2 - a3 * c2 * c3
        x = -c1 * (a3 * s3 + d1) + s1 * w
        y = d2 * c2 + a2 * s2 + a3 * s2 * c3
        z = s1 * (a3 * s3 + d1) + c1 * w
        found = report.hind_paw_to_shoulder(1.0, one, two, three)
        assert np.allclose(found[:3, 3], (x, y, z), atol=1e-12)
        rows = (
            (c1 * c3 - s1 * c2 * s3, s1 * s2, c1 * s3 + s1 * c2 * c3),
            (s2 * s3, c2, -s2 * c3),
            (-s1 * c3 - c1 * c2 * s3, c1 * s2, -s1 * s3 + c1 * c2 * c3),
        )
        assert np.allclose(found[:3, :3], rows, atol=1e-12)


def test_hind_paws_are_where_our_kinematics_has_them() -> None:
    random = np.random.default_rng(5)
    for _ in range(200):
        legs = random.uniform(KINEMATICS.limits[0], KINEMATICS.limits[1])
        angles = KIND.stand.copy()
        angles[:12] = legs
        paws = KINEMATICS.paws(angles)
        for leg, side in ((2, 1.0), (3, -1.0)):
            rotator, elevator, knee = legs[3 * leg : 3 * leg + 3]
            found = report.hind_paw_in_level(
                side, rotator, elevator, knee - LOWER_LEG_ANGLE, 0.0, 0.0
            )
            # The report rounds the length of the lower leg to 0.1 mm.
            assert np.allclose(found, TO_REPORT @ paws[leg], atol=2e-5)


def test_hind_paws_of_straight_legs() -> None:
    left = report.hind_paw_in_level(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    right = report.hind_paw_in_level(-1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert 1000.0 * left == pytest.approx((-67.2, -74.0, -148.9), abs=1e-9)
    assert right == pytest.approx(left * (-1.0, 1.0, 1.0))
    assert 1000.0 * report.height_of_body(left, right) == pytest.approx(148.9)


def test_the_lower_hind_paw_is_the_one_on_the_ground() -> None:
    low, high = np.array((0.0, 0.0, -0.15)), np.array((0.0, 0.0, -0.12))
    assert report.height_of_body(low, high) == report.height_of_body(high, low) == 0.15


def test_a_body_that_rolls_has_its_paws_at_different_heights() -> None:
    left = report.hind_paw_in_level(1.0, 0.0, 0.0, 0.0, 0.0, 0.1)
    right = report.hind_paw_in_level(-1.0, 0.0, 0.0, 0.0, 0.0, 0.1)
    assert left[2] > right[2]


def test_pixels_at_the_edges_are_at_the_angles_of_view() -> None:
    x, y, _ = report.pixel_in_camera(207.5, 79.5)
    assert math.degrees(math.atan2(x, y)) == pytest.approx(28.45, abs=0.05)
    _, y, z = report.pixel_in_camera(103.5, -0.5)
    assert math.degrees(math.atan2(z, y)) == pytest.approx(22.6, abs=0.05)


def test_the_middle_pixel_shows_the_ground_ahead() -> None:
    pose = report.camera_to_level(0.0, math.radians(-20.0), 0.0, 0.0, 0.0)
    x, y, seen = report.pixel_on_plane(103.5, 79.5, pose, 0.150, 0.0)
    assert seen
    assert x == pytest.approx(0.0)
    assert round(1000.0 * y) == 724


def test_a_pixel_above_the_horizon_shows_no_ground() -> None:
    pose = report.camera_to_level(0.0, 0.0, 0.0, 0.0, 0.0)
    assert not report.pixel_on_plane(103.5, 0.0, pose, 0.150, 0.0)[2]
    assert not report.pixel_on_plane(103.5, 79.5, pose, 0.150, 0.0)[2]


def test_an_object_above_the_camera_is_found_at_its_height() -> None:
    pose = report.camera_to_level(0.0, 0.0, 0.0, 0.0, 0.0)
    _, y, seen = report.pixel_on_plane(103.5, 69.5, pose, 0.150, 0.30)
    assert seen
    assert y == pytest.approx(pose[1, 3] + (0.30 - 0.150 - pose[2, 3]) * 192.0 / 10.0)
