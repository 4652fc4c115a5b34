"""The renderer works for any pose, scene and array layout."""

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from tests.simulation.camera.studio_set import (
    STANDARD,
    UPPER,
    ball,
    brightness,
    labels,
    picture,
    renderer,
    robot,
    solid,
    view,
)

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.frame import take_picture
from kickabout.simulation.camera.scene.objects import SceneClass, SceneObjects, joined, no_objects


@pytest.mark.parametrize(
    "seen",
    [
        view(pitch=-math.pi / 2),
        view(pitch=math.pi / 2),
        view(pitch=-0.6),
        view(pitch=math.pi),
        view(roll=math.pi / 2),
        view(roll=1.0, pitch=0.4),
        view(z=0.001, pitch=0.1),
        view(z=-0.3, pitch=-0.2),
        view(z=4.999),
        view(z=50.0, pitch=1.0),
        view(100.0, -70.0, yaw=2.0),
        view(4.525, 0.8, z=0.5, yaw=0.3),
        view(4.8, 0.0, z=0.3, yaw=3.0),
    ],
    ids=lambda seen: f"{np.round(seen.camera_in_field, 2)}",
)
def test_any_view_gives_a_picture(seen: CameraView) -> None:
    scene = joined(robot(0.5, 0.1), robot(0.0, 0.0, instance=2), ball(0.1, 0.0))
    taken = renderer(1.0).render(scene, seen, optics=UPPER, exposure=STANDARD, seed=1, labels=True)
    assert taken.labels is not None
    assert np.isfinite(taken.labels.depth).all()
    assert taken.labels.depth.min() > 0.0


def test_looking_up_shows_no_field() -> None:
    assert (labels(no_objects(), view(pitch=-0.9)).classes == SceneClass.BACKGROUND).all()


def test_looking_down_shows_nothing_but_field() -> None:
    assert (labels(no_objects(), view(1.0, 1.5, pitch=1.2)).classes == SceneClass.FIELD).all()


@pytest.mark.parametrize("shape", list(Shape))
def test_objects_around_the_camera_are_not_rendered(shape: Shape) -> None:
    around = solid(shape, (0.1, 0.1, 0.1), (0.02, 0.0, 0.5))
    head = solid(shape, (0.05, 0.05, 0.05), (0.06, 0.0, 0.5), instance=2)
    shoulder = solid(shape, (0.05, 0.05, 0.05), (0.07, 0.0, 0.5), instance=3)
    assert labels(joined(around, head), view()).instances.max() == 0
    assert (labels(joined(around, head, shoulder), view()).instances == 3).any()


@pytest.mark.parametrize("shape", list(Shape))
def test_objects_that_extend_from_behind_the_camera_into_view_are_rendered(shape: Shape) -> None:
    size = (0.6, 0.3, 0.3) if shape in (Shape.BOX, Shape.ELLIPSOID) else (0.3, 0.6, 0.0)
    beside = solid(shape, size, (0.0, 0.45, 0.5), instance=1)
    found = labels(beside, view(yaw=0.6)).instances == 1
    assert found[:, :200].any()
    assert not found[:, 600:].any()


def test_too_many_objects_are_left_out_without_an_error() -> None:
    rng = np.random.default_rng(3)
    crowd = joined(*(robot(*rng.uniform(0.8, 4.0, 2), instance=i) for i in range(80)))
    assert len(crowd) > 2048
    found = labels(crowd, view(yaw=math.pi / 4, pitch=0.2))
    assert len(np.unique(found.instances)) > 10


def _awkward(objects: SceneObjects) -> SceneObjects:
    """Return the same values in read-only and in strided arrays."""
    changed = {}
    for i, field in enumerate(fields(SceneObjects)):
        values = getattr(objects, field.name)
        spread = np.zeros((2 * len(values), *values.shape[1:]), values.dtype)
        spread[::2] = values
        changed[field.name] = spread[::2] if i % 2 else values.copy()
        changed[field.name].flags.writeable = False
    return SceneObjects(**changed)


def signatures_of(kernel: object) -> int:
    """For how many kinds of arguments a kernel was compiled."""
    signatures: list[object] = getattr(kernel, "signatures", [])
    assert signatures
    return len(signatures)


def test_array_layouts_neither_change_the_picture_nor_compile_again() -> None:
    scene, seen = joined(robot(1.5, 0.0), ball(1.0, 0.1)), view(pitch=0.2)
    expected = picture(scene, seen).yuyv
    compiled = signatures_of(take_picture)
    fixed = np.asfortranarray(seen.rotation)
    fixed.flags.writeable = False
    assert np.array_equal(picture(_awkward(scene), replace(seen, rotation=fixed)).yuyv, expected)
    assert signatures_of(take_picture) == compiled


@pytest.mark.parametrize("size", [(2, 1), (18, 5), (160, 120), (322, 242), (1280, 960)])
def test_any_size_works_and_shows_the_same(size: tuple[int, int]) -> None:
    width, height = size
    optics = replace(
        CameraOptics.from_opening_angles(
            width=width, height=height, horizontal=0.98, vertical=0.76, readout_time=0.03
        ),
        vignetting=0.0,
    )
    scene, seen = joined(robot(1.5, 0.2), ball(1.0, 0.0)), view(pitch=0.25)
    whole = picture(scene, seen, optics=replace(UPPER, vignetting=0.0))
    taken = picture(scene, seen, optics=optics)
    assert taken.yuyv.shape == (height, width, 2)
    if width >= 160:
        assert brightness(taken).mean() == pytest.approx(brightness(whole).mean(), abs=3.0)


def test_a_picture_does_not_depend_on_those_taken_before() -> None:
    rng = np.random.default_rng(8)
    optics = CameraOptics(
        width=160, height=120, focal_x=150.0, focal_y=150.0, center_x=80.0, center_y=60.0
    )
    scene = joined(robot(1.5, 0.0), robot(-1.0, 1.0, instance=2), ball(0.5, 0.1))
    views = [
        view(
            *rng.uniform((-6.0, -4.5), (6.0, 4.5)),
            z=float(rng.uniform(0.05, 2.0)),
            yaw=float(rng.uniform(-4.0, 4.0)),
            pitch=float(rng.uniform(-1.6, 1.6)),
            roll=float(rng.uniform(-3.2, 3.2)),
        )
        for _ in range(80)
    ]

    def taken(index: int) -> bytes:
        return picture(scene, views[index], optics=optics).yuyv.tobytes()

    forwards = [taken(i) for i in range(80)]
    assert forwards == [taken(i) for i in reversed(range(80))][::-1]


def test_pictures_of_a_shared_scene_do_not_depend_on_the_order_of_cameras() -> None:
    scene, other = joined(robot(2.0, 0.3), ball(1.5, 0.0)), robot(1.0, -0.2)
    views = view(pitch=0.2), view(1.0, 1.0, yaw=-0.8, pitch=0.3)
    alone = []
    for seen in views:
        picture(other, view())
        alone.append(picture(scene, seen).yuyv)
    picture(other, view())
    shared = [picture(scene, seen).yuyv for seen in reversed(views)]
    assert np.array_equal(shared[1], alone[0])
    assert np.array_equal(shared[0], alone[1])


def test_numbers_that_are_not_finite_are_rejected_with_the_instance() -> None:
    scene = joined(robot(1.5, 0.0, instance=2), ball(1.0, 0.1, instance=7))
    position = scene.position.copy()
    position[-1, 1] = np.nan
    with pytest.raises(ValueError, match="instance 7"):
        picture(replace(scene, position=position), view())
    with pytest.raises(ValueError, match="camera"):
        picture(scene, view(z=math.inf))


def test_impossible_cameras_are_rejected() -> None:
    with pytest.raises(ValueError, match="even width"):
        CameraOptics(width=321)
    with pytest.raises(ValueError, match="focal lengths"):
        CameraOptics(focal_x=0.0)
    with pytest.raises(ValueError, match="softness"):
        CameraOptics(softness=0.4)
    with pytest.raises(ValueError, match="positive"):
        ExposureSettings(exposure_time=0.0)
