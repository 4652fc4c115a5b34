"""Labels name what is visible, and objects in front hide those behind."""

import numpy as np
from tests.simulation.camera.studio_set import (
    STANDARD,
    UPPER,
    ball,
    labels,
    picture,
    renderer,
    robot,
    solid,
    view,
)

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.scene.objects import SceneClass, joined, no_objects


def test_a_scene_with_everything_has_labels_of_every_class() -> None:
    found = labels(joined(robot(3.2, 0.4, yaw=3.0), ball(2.6, 0.0)), view(1.5, pitch=0.15))
    expected = {
        SceneClass.BACKGROUND,
        SceneClass.FIELD,
        SceneClass.LINE,
        SceneClass.BALL,
        SceneClass.ROBOT,
        SceneClass.JERSEY,
        SceneClass.GOAL,
        SceneClass.NET,
    }
    assert set(np.unique(found.classes).tolist()) == expected


def test_instances_distinguish_robots_and_ball() -> None:
    scene = joined(
        robot(2.0, 0.4, instance=3), robot(2.0, -0.4, instance=7), ball(1.5, 0.0, instance=1)
    )
    found = labels(scene, view(pitch=0.1))
    assert set(np.unique(found.instances).tolist()) == {0, 1, 3, 7}
    columns = {i: np.argwhere(found.instances == i)[:, 1].mean() for i in (1, 3, 7)}
    assert columns[3] < columns[1] < columns[7]
    robots = np.isin(found.classes, (SceneClass.ROBOT, SceneClass.JERSEY))
    assert np.array_equal(robots, np.isin(found.instances, (3, 7)))
    assert np.array_equal(found.classes == SceneClass.BALL, found.instances == 1)


def test_a_robot_hides_the_ball_behind_it() -> None:
    seen = view(pitch=0.3)
    alone = labels(ball(1.6, 0.0), seen).instances == 9
    hidden = labels(joined(ball(1.6, 0.0), robot(1.2, 0.0)), seen).instances == 9
    in_front = labels(joined(ball(0.9, 0.0), robot(1.2, 0.0)), seen)
    assert alone.sum() > 500
    assert hidden.sum() < 0.6 * alone.sum()
    assert not np.any(hidden & ~alone)
    assert (in_front.instances == 9).sum() > alone.sum()


def test_the_order_of_objects_does_not_matter() -> None:
    parts = [ball(1.2, 0.05), robot(1.6, 0.0, instance=2), robot(1.9, 0.1, instance=3)]
    seen = view(pitch=0.2)
    one, other = picture(joined(*parts), seen), picture(joined(*reversed(parts)), seen)
    difference = one.yuyv.astype(int) - other.yuyv.astype(int)
    assert np.abs(difference).max() <= 1


def test_objects_below_the_ground_or_behind_the_wall_are_not_visible() -> None:
    buried = solid(Shape.SPHERE, (0.1, 0.0, 0.0), (1.5, 0.0, -0.2), instance=1)
    outside = solid(Shape.BOX, (0.5, 3.0, 1.0), (30.0, 0.0, 1.0), instance=2)
    assert labels(joined(buried, outside), view(pitch=0.1)).instances.max() == 0


def test_objects_behind_the_net_are_visible() -> None:
    behind = solid(Shape.BOX, (0.05, 0.3, 0.3), (5.3, 0.0, 0.3), instance=5)
    found = labels(behind, view(3.4, pitch=0.1))
    assert (found.instances == 5).sum() > 1000
    assert (found.classes == SceneClass.NET).any()


def test_labels_do_not_change_the_picture() -> None:
    scene, seen = joined(robot(1.5, 0.0), ball(1.0, 0.2)), view(pitch=0.2)
    pictures = [
        renderer().render(scene, seen, optics=UPPER, exposure=STANDARD, seed=3, labels=requested)
        for requested in (False, True)
    ]
    assert np.array_equal(pictures[0].yuyv, pictures[1].yuyv)
    assert pictures[0].labels is None


def test_beside_the_carpet_is_background() -> None:
    found = labels(no_objects(), view(4.6, 2.9, yaw=0.6, pitch=0.5))
    assert (found.classes == SceneClass.BACKGROUND).mean() > 0.2
    assert (found.classes == SceneClass.FIELD).mean() > 0.2
