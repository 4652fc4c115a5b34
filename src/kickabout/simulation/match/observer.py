"""Observation for the referee: from the world to views of the game."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from kickabout.geometry import FloatArray, Vector2
from kickabout.geometry.arrays import BoolArray
from kickabout.representations import FieldDimensions
from kickabout.robots.kind import RobotKind
from kickabout.simulation.match.truth import all_robots, body_poses, is_upright
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RefereeView, RobotId, RobotView

WALKING_SPEED = 0.4  # rad/s of the fastest leg joint, smoothed; balancing stays below
WALKING_SMOOTHING = 0.2  # s, less than a step
ACTIVE_SPEED = 0.02  # rad/s, of any joint
STANDS_AGAIN = 1.0  # s on its feet, after which another fall counts


class Observer:
    """Tracks falls, touches and movements over time, and makes views for the referee."""

    def __init__(self, ids: Sequence[RobotId], field: FieldDimensions) -> None:
        self.ids = tuple(ids)
        self.field = field
        self.last_touch_at = [-math.inf] * len(self.ids)
        self.touching = [False] * len(self.ids)
        self.with_arm = [False] * len(self.ids)  # since the last view
        self.fallen_since: list[float | None] = [None] * len(self.ids)
        self.falls = [0] * len(self.ids)
        self._upright_since = [-math.inf] * len(self.ids)
        self._active_at = [0.0] * len(self.ids)
        self._velocity = np.zeros((len(self.ids), 2))
        self._leg_speed = np.zeros(len(self.ids))
        self._before: Snapshot | None = None

    def update(self, world: PhysicsWorld, snapshot: Snapshot) -> None:
        """Process a frame: touches, falls, movements."""
        self.touching = world.ball_contacts.touched.tolist()
        arms = world.ball_contacts.with_arm.tolist()
        for index in range(len(self.ids)):
            self.with_arm[index] |= arms[index]
            if self.touching[index]:
                self.last_touch_at[index] = snapshot.time
            self.update_fall(index, snapshot.time, is_upright(snapshot, index))
        self._update_motion(snapshot)

    def update_fall(self, index: int, time: float, upright: bool) -> None:
        """Count a fall; swaying during it and falling again while getting up do not count."""
        if upright:
            if self.fallen_since[index] is not None:
                self._upright_since[index] = time
            self.fallen_since[index] = None
        elif self.fallen_since[index] is None:
            self.fallen_since[index] = time
            self.falls[index] += time - self._upright_since[index] >= STANDS_AGAIN

    def _update_motion(self, snapshot: Snapshot) -> None:
        before, self._before = self._before, snapshot
        if before is None or snapshot.time <= before.time:
            return
        dt = snapshot.time - before.time
        moved = (snapshot.torso_positions[:, :2] - before.torso_positions[:, :2]) / dt
        self._velocity += (moved - self._velocity) * min(1.0, dt / 1.0)
        speeds: FloatArray = np.abs(snapshot.joint_angles - before.joint_angles) / dt
        legs = np.where(_leg_joints(snapshot.kinds), speeds, 0.0).max(axis=1)
        self._leg_speed += (legs - self._leg_speed) * min(1.0, dt / WALKING_SMOOTHING)
        turning = speeds.max(axis=1)
        for index in np.flatnonzero(turning > ACTIVE_SPEED):
            self._active_at[index] = snapshot.time

    def forget(self, robot: int) -> None:
        """Ignore the movement of a robot that was placed."""
        self._velocity[robot] = 0.0
        self._leg_speed[robot] = 0.0
        self.fallen_since[robot] = None
        self._before = None

    def view(self, world: PhysicsWorld, snapshot: Snapshot) -> RefereeView:
        """Return the view for the referee."""
        robots = tuple(self._robot(world, snapshot, index) for index in range(len(self.ids)))
        self.with_arm = [False] * len(self.ids)
        return RefereeView(
            time=snapshot.time,
            ball_in_world=Vector2.from_array(snapshot.ball_position[:2]),
            ball_height=float(snapshot.ball_position[2]),
            ball_velocity_in_world=Vector2.from_array(snapshot.ball_velocity[:2]),
            robots=robots,
        )

    def _robot(self, world: PhysicsWorld, snapshot: Snapshot, index: int) -> RobotView:
        kind, poses = snapshot.kinds[index], body_poses(snapshot, index).translations
        sides = [float(poses[kind.row(foot), 1]) for foot in kind.feet]
        _, truth = all_robots(snapshot)[index]
        return RobotView(
            id=self.ids[index],
            robot_to_world=truth.pose,
            fallen_since=self.fallen_since[index],
            walks=self.fallen_since[index] is None
            and float(self._leg_speed[index]) > WALKING_SPEED,
            is_active=snapshot.time - self._active_at[index] < 1.0,
            touches_ball=self.touching[index],
            touches_ball_with_arm=self.with_arm[index],
            last_touch_at=self.last_touch_at[index],
            stands_wide=max(sides) - min(sides) > kind.wide_stance,
            pushed_by=self._pusher(world, index, kind.shape.push_force),
            covers=kind.shape.covers,
        )

    def _pusher(self, world: PhysicsWorld, index: int, force: float) -> RobotId | None:
        """Return the opponent that presses hardest, if it moves faster than this robot."""
        forces = world.pushing.forces[index]
        other = int(np.argmax(forces)) if len(forces) else index
        if other == index or forces[other] < force:
            return None
        same_team = self.ids[other].team is self.ids[index].team
        faster = np.hypot(*self._velocity[other]) > np.hypot(*self._velocity[index])
        return self.ids[other] if faster and not same_team else None


@functools.lru_cache(maxsize=4)
def _leg_joints(kinds: tuple[RobotKind, ...]) -> BoolArray:
    """Return which joints of the robots belong to legs, robot × joint."""
    legs = np.zeros((len(kinds), max(len(kind.joints) for kind in kinds)), np.bool_)
    for row, kind in enumerate(kinds):
        legs[row, kind.joints_of("legs")] = True
    return legs
