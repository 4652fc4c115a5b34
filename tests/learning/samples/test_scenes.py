"""Training pictures are varied, and their labels are right."""

import numpy as np
from tests.perception.net_scenes import pictures

from kickabout.learning.samples.ball_samples import MIN_VISIBLE, ball_samples, visible_fraction
from kickabout.learning.samples.module_inputs import CandidateSampler
from kickabout.learning.samples.robot_samples import boundary_targets, robot_boxes
from kickabout.learning.samples.scenes import OWN_INSTANCE, SceneMix, labeled_pictures
from kickabout.learning.samples.venues import HELD_OUT_FROM, range_fraction
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.simulation.camera.scene.objects import SceneClass


def test_the_same_seed_gives_the_same_pictures() -> None:
    mix = SceneMix(pictures_per_light=2)
    first, second = (list(labeled_pictures(2, 5, mix=mix)) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.yuyv, other.yuyv)
        assert np.array_equal(one.labels.classes, other.labels.classes)


def test_held_out_appearances_are_not_in_the_training_range() -> None:
    rng = np.random.default_rng(1)
    assert all(range_fraction(rng, held_out=False) < HELD_OUT_FROM for _ in range(50))
    assert all(range_fraction(rng, held_out=True) >= HELD_OUT_FROM for _ in range(50))


def test_pictures_show_balls_robots_and_both_cameras() -> None:
    seen = np.unique(np.concatenate([np.unique(p.labels.classes) for p in pictures()])).tolist()
    for wanted in (SceneClass.BALL, SceneClass.ROBOT, SceneClass.LINE, SceneClass.CLUTTER):
        assert wanted in seen
    assert {p.camera for p in pictures()} == set(CAMERA_NAMES)
    assert any(not robot.upright for p in pictures() for robot in p.others)


def test_the_ball_is_labeled_where_it_is_projected_to() -> None:
    gaps = []
    for picture in pictures():
        circle = picture.ball_circle()
        if circle is None or visible_fraction(picture) < 0.9:
            continue
        rows, columns = np.nonzero(picture.labels.classes == SceneClass.BALL)
        gaps.append(np.hypot(columns.mean() - circle[0], rows.mean() - circle[1]) / circle[2])
    assert len(gaps) >= 5
    assert float(np.median(gaps)) < 0.15


def test_the_boundary_is_where_the_labels_change() -> None:
    errors = []
    for picture in pictures():
        rows = picture.boundary_rows(40)
        for column in np.flatnonzero(~np.isnan(rows)).tolist():
            u = int((column + 0.5) * picture.optics.width / 40)
            v = int(rows[column])
            labels = picture.labels.classes[max(v - 6, 0) : v + 7, u]
            if len(labels) == 13 and set(labels.tolist()) == {0, 1}:
                errors.append(abs(int(np.argmax(labels == SceneClass.FIELD)) - 6))
    assert len(errors) > 100
    assert float(np.mean(errors)) < 1.5


def test_boundary_targets_are_0_or_1_where_it_is_not_visible() -> None:
    above, below = [], []
    for picture in pictures():
        targets, rows = boundary_targets(picture, 40), picture.boundary_rows(40)
        seen = ~np.isnan(rows)
        assert np.allclose(targets[seen], rows[seen] / picture.optics.height)
        classes = picture.labels.classes
        columns = ((np.arange(40) + 0.5) * classes.shape[1] / 40).astype(int)
        bottom = classes[-1, columns] == SceneClass.FIELD
        above += bottom[~seen & (targets == 0.0)].tolist()
        below += bottom[~seen & (targets == 1.0)].tolist()
        assert np.isin(targets[~seen], (0.0, 1.0)).all()
    assert len(above) > 1000
    assert np.mean(above) > 0.5  # lines, balls and bodies lie on the rest of the carpet
    assert len(below) > 100
    assert not any(below)


def test_boxes_contain_all_pixels_of_their_robots() -> None:
    boxes = 0
    for picture in pictures():
        for left, top, right, bottom, count, *_, index in robot_boxes(picture).tolist():
            if count > 0:
                mask = picture.labels.instances == OWN_INSTANCE + 1 + int(index)
                scale = 640 // mask.shape[1]
                edges = (int(edge) // scale for edge in (top, bottom, left, right))
                first, last, begin, end = edges
                part = mask[first:last, begin:end]
                assert int(part.sum()) * scale**2 == int(count)
                boxes += 1
    assert boxes > 150


def test_ball_samples_contain_balls_and_others_do_not() -> None:
    rng, sampler = np.random.default_rng(3), CandidateSampler()
    balls = others = 0
    for picture in pictures()[:25]:
        samples = ball_samples(picture, rng, sampler)
        good = samples.is_ball > 0.5
        assert (np.abs(samples.circles[good, :2]) < 0.3).all()
        assert (samples.circles[~good] == 0.0).all()
        assert good.any() <= (visible_fraction(picture) >= MIN_VISIBLE)
        balls += int(good.sum())
        others += int((~good).sum())
    assert balls >= 10
    assert others > balls


def test_some_balls_lie_in_goals() -> None:
    mix = SceneMix(pictures_per_light=20, ball_in_goal=1.0, ball_on_line=0.0, ball_at_foot=0.0)
    balls = [
        (picture.ball_in_world, picture.field)
        for picture in labeled_pictures(60, 5, mix=mix)
        if picture.ball_in_world is not None
    ]
    inside = [
        abs(ball[0]) > field.goal_line_x and abs(ball[1]) < field.goal.inner_half_width
        for ball, field in balls
    ]
    assert 3 <= sum(inside) < len(balls)
