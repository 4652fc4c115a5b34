"""Contacts: robots that touch the ball for the referee, bumpers of the feet for the sensors."""

from collections.abc import Sequence

import mujoco
import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.pushing import RobotContacts

Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int32]  # the type that MuJoCo uses


@kernel
def mark_touches(
    geoms: Indices,
    ball: int,
    robot_of_geom: IndexArray,
    arm: Flags,
    touched: Flags,
    with_arm: Flags,
) -> None:
    """Mark the robots that are in contact with the ball."""
    for k in range(geoms.shape[0]):
        a, b = geoms[k, 0], geoms[k, 1]
        if a == ball or b == ball:
            other = b if a == ball else a
            robot = robot_of_geom[other]
            if robot >= 0:
                touched[robot] = True
                with_arm[robot] = with_arm[robot] or arm[other]


@kernel
def mark_bumpers(
    geoms: Indices,
    points: FloatArray,
    ball: int,
    robot_of_geom: IndexArray,
    foot_of_geom: IndexArray,
    foot_bodies: IndexArray,
    positions: FloatArray,
    rotations: FloatArray,
    front: FloatArray,
    pressed: Flags,
) -> None:
    """Mark pressed bumpers; if `ball` is negative, every contact counts, else only the ball's."""
    for k in range(geoms.shape[0]):
        for side in range(2):
            geom, other = geoms[k, side], geoms[k, 1 - side]
            foot = foot_of_geom[geom]
            if foot < 0 or (ball >= 0 and other != ball):
                continue
            robot = robot_of_geom[geom]
            body = foot_bodies[robot, foot]
            x, y = 0.0, 0.0
            for i in range(3):
                offset = points[k, i] - positions[body, i]
                x += offset * rotations[body, 3 * i]
                y += offset * rotations[body, 3 * i + 1]
            if x > front[robot]:
                pressed[robot, 2 * foot + (0 if y > 0.0 else 1)] = True


class BallContacts:
    """The robots that touched the ball since the last `clear`, and those that used an arm."""

    def __init__(self, model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> None:
        self._ball = int(model.geom("ball").id)
        self._robot_of_geom, link_of_geom = _owners(model, robots)
        self._arm: Flags = np.zeros(model.ngeom, np.bool_)
        for index, robot in enumerate(robots):
            arms = [robot.kind.row(name) for name in robot.kind.link_groups.get("arms", ())]
            self._arm |= (self._robot_of_geom == index) & np.isin(link_of_geom, arms)
        self.touched: Flags = np.zeros(len(robots), np.bool_)
        self.with_arm: Flags = np.zeros(len(robots), np.bool_)

    def clear(self) -> None:
        self.touched[:] = False
        self.with_arm[:] = False

    def collect(self, data: mujoco.MjData) -> None:
        """Add the contacts of a physics step."""
        geoms = data.contact.geom
        mark_touches(geoms, self._ball, self._robot_of_geom, self._arm, self.touched, self.with_arm)


class Bumpers:
    """The two bumpers at the tip of each foot."""

    def __init__(self, model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> None:
        self._ball = int(model.geom("ball").id)
        self._robot_of_geom, links = _owners(model, robots)
        self._foot_of_geom = np.full(model.ngeom, -1, np.int64)
        self._foot_bodies = np.full((len(robots), 2), -1, np.int64)
        self._front = np.full(len(robots), np.inf)
        for index, robot in enumerate(robots):
            feet = robot.kind.sensors.feet
            for foot, name in enumerate(feet.bumper_links if feet else ()):
                link = robot.kind.row(name)
                self._foot_of_geom[(self._robot_of_geom == index) & (links == link)] = foot
                self._foot_bodies[index, foot] = robot.links[link]
            if feet:
                self._front[index] = feet.bumper_front

    def read(self, data: mujoco.MjData, pushing: RobotContacts) -> Flags:
        """Return robot × (left foot left, left foot right, right foot left, right foot right)."""
        pressed: Flags = np.zeros((len(self._foot_bodies), 4), np.bool_)
        contact = data.contact
        self._mark(data, contact.geom, contact.pos, self._ball, pressed)
        if pushing.count:
            geoms = pushing.geoms[pushing.pairs[: pushing.count]].astype(np.int32)
            points = np.ascontiguousarray(pushing.overlaps[: pushing.count, :3])
            self._mark(data, geoms, points, -1, pressed)
        return pressed

    def _mark(
        self,
        data: mujoco.MjData,
        geoms: Indices,
        points: FloatArray,
        ball: int,
        pressed: Flags,
    ) -> None:
        mark_bumpers(
            geoms,
            points,
            ball,
            self._robot_of_geom,
            self._foot_of_geom,
            self._foot_bodies,
            data.xpos,
            data.xmat,
            self._front,
            pressed,
        )


def _owners(
    model: mujoco.MjModel, robots: Sequence[RobotInModel]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return for each geom the robot it belongs to and its link, or −1."""
    robot_of_geom = np.full(model.ngeom, -1, np.int64)
    link_of_geom = np.full(model.ngeom, -1, np.int64)
    for index, robot in enumerate(robots):
        for link, body in enumerate(robot.links):
            owned = model.geom_bodyid == body
            robot_of_geom[owned] = index
            link_of_geom[owned] = link
    return robot_of_geom, link_of_geom
