"""Varied appearances of robots keep position and labels."""

import numpy as np
from tests.perception.net_scenes import pictures

from kickabout.learning.samples.robot_appearance import foreign, restyled
from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.scene.objects import SceneClass, SceneObjects


def nao() -> SceneObjects:
    return next(p for p in pictures() if p.others).others[0].objects(3)


def test_foreign_robots_stay_where_they_are_and_keep_their_labels() -> None:
    robot, rng = nao(), np.random.default_rng(1)
    for _ in range(20):
        other = foreign(robot, rng)
        assert np.array_equal(other.class_id, robot.class_id)
        assert np.array_equal(other.instance, robot.instance)
        gap = other.position[:, :2].mean(axis=0) - robot.position[:, :2].mean(axis=0)
        assert float(np.hypot(*gap)) < 0.02
        assert 0.75 < other.position[:, 2].max() / robot.position[:, 2].max() < 1.33
        assert (other.size[other.shape == Shape.BOX] > 0.0).all()


def test_foreign_robots_differ_in_edges_numbers_and_colors() -> None:
    robot, rng = nao(), np.random.default_rng(2)
    others = [foreign(robot, rng) for _ in range(40)]
    boxes = [int((other.shape == Shape.BOX).sum()) for other in others]
    assert min(boxes) < 0.3 * len(robot) < 0.9 * len(robot) < max(boxes)
    jerseys = [
        np.unique(other.color[other.class_id == SceneClass.JERSEY], axis=0) for other in others
    ]
    assert {len(colors) for colors in jerseys} >= {1, 2}
    bodies = [other.color[other.class_id == SceneClass.ROBOT] for other in others]
    assert min(float(colors.max()) for colors in bodies) < 0.4
    paints = [len(np.unique(colors, axis=0)) for colors in bodies]
    assert {1, 3} <= set(paints)


def test_restyled_robots_keep_their_shapes() -> None:
    robot = nao()
    other = restyled(robot, np.random.default_rng(3))
    assert np.array_equal(other.shape, robot.shape)
    assert np.abs(np.log(other.size[:, 0] / robot.size[:, 0])).max() < 0.4
