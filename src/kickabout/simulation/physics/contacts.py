"""Contacts: robots that touch the ball for the referee, pressed switches for the sensors."""

from collections.abc import Sequence

import mujoco
import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.pushing import RobotContacts
from kickabout.robots.sensor_kinds import ContactSwitch

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
def mark_switches(
    geoms: Indices,
    points: FloatArray,
    ball: int,
    switches_of_geom: IndexArray,
    switches: IndexArray,
    bounds: FloatArray,
    positions: FloatArray,
    rotations: FloatArray,
    pressed: Flags,
) -> None:
    """Mark the switches that contacts press.

    If `ball` is negative, every contact counts, else only those with the ball, and for some
    switches those with the ground. `switches_of_geom`: first switch of a geom's link and the one
    after the last. `switches`: robot, number, body, whether the ground counts.
    """
    for k in range(geoms.shape[0]):
        for side in range(2):
            geom, other = geoms[k, side], geoms[k, 1 - side]
            for row in range(switches_of_geom[geom, 0], switches_of_geom[geom, 1]):
                if ball >= 0 and other != ball and switches[row, 3] == 0:
                    continue
                body, inside = switches[row, 2], True
                for axis in range(3):
                    offset = 0.0
                    for i in range(3):
                        offset += (points[k, i] - positions[body, i]) * rotations[
                            body, 3 * i + axis
                        ]
                    inside = inside and bounds[row, 0, axis] < offset <= bounds[row, 1, axis]
                if inside:
                    pressed[switches[row, 0], switches[row, 1]] = True


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


class Switches:
    """The switches of all robots that contacts press, such as bumpers and paws."""

    def __init__(self, model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> None:
        self._ball = int(model.geom("ball").id)
        self._switches_of_geom = np.zeros((model.ngeom, 2), np.int64)
        most = max((len(robot.kind.sensors.switches) for robot in robots), default=0)
        self._shape = (len(robots), most)
        switches: list[tuple[int, int, int, bool]] = []
        bounds = []
        for index, robot in enumerate(robots):
            for link, numbered in _by_link(robot.kind.sensors.switches).items():
                body, first = int(robot.links[robot.kind.row(link)]), len(switches)
                for number, switch in numbered:
                    switches.append((index, number, body, switch.ground))
                    bounds.append((switch.low, switch.high))
                self._switches_of_geom[model.geom_bodyid == body] = first, len(switches)
        self._switches = np.array(switches, np.int64).reshape(-1, 4)
        self._bounds = np.array(bounds, np.float64).reshape(-1, 2, 3)

    def read(self, data: mujoco.MjData, pushing: RobotContacts) -> Flags:
        """Return robot × switch in the order of its kind."""
        pressed: Flags = np.zeros(self._shape, np.bool_)
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
        mark_switches(
            geoms,
            points,
            ball,
            self._switches_of_geom,
            self._switches,
            self._bounds,
            data.xpos,
            data.xmat,
            pressed,
        )


def _by_link(
    switches: Sequence[ContactSwitch],
) -> dict[str, list[tuple[int, ContactSwitch]]]:
    """Return numbered switches by the links they are on."""
    found: dict[str, list[tuple[int, ContactSwitch]]] = {}
    for number, switch in enumerate(switches):
        found.setdefault(switch.link, []).append((number, switch))
    return found


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
