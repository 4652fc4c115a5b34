"""A bare world for tests and benchmarks: a floor, a ball, and NAOs that keep a posture."""

from collections.abc import Sequence

import mujoco
import numpy as np

from kickabout.geometry.arrays import Vec
from kickabout.robots.collision import BALL, GROUND
from kickabout.robots.nao.dimension_tables import NaoDimensions
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.in_model import NaoInModel, servo_parameters
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kinematics import LEFT_SOLE, NaoKinematics
from kickabout.robots.nao.model import add_nao, configure_physics
from kickabout.robots.pushing import RobotContacts
from kickabout.robots.servo import ServoBank
from kickabout.robots.stepping import step

StandPose = tuple[float, float, float]  # x, y, yaw


class TrialWorld:
    """A world in which robots stand at given poses; `run` advances its time."""

    def __init__(
        self, poses: Sequence[StandPose], posture: Vec, *, dimensions: NaoDimensions | None = None
    ) -> None:
        self.dimensions = dimensions or nao_dimensions()
        spec = _floor_and_ball()
        configure_physics(spec, self.dimensions)
        prefixes = [f"robot_{number}_" for number in range(len(poses))]
        for prefix in prefixes:
            add_nao(spec, prefix=prefix, dimensions=self.dimensions)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.robots = [NaoInModel.find(self.model, prefix) for prefix in prefixes]
        self.servos = ServoBank(
            servo_parameters(self.dimensions),
            [robot.motors for robot in self.robots],
            timestep=self.model.opt.timestep,
        )
        self.pushing = RobotContacts(self.model, [prefix + "torso" for prefix in prefixes])
        sole = NaoKinematics(self.dimensions).forward(posture).translations[LEFT_SOLE]
        for number, (x, y, yaw) in enumerate(poses):
            position = np.array((x, y, -sole[2]))
            self.place(number, position=position, yaw=yaw, posture=posture)
        mujoco.mj_forward(self.model, self.data)

    def place(self, robot: int, *, position: Vec, yaw: float, posture: Vec) -> None:
        """Put a robot at a pose, with stiff servos."""
        quaternion = np.array((np.cos(yaw / 2.0), 0.0, 0.0, np.sin(yaw / 2.0)))
        self.robots[robot].place(
            self.data, position=position, quaternion=quaternion, angles=posture
        )
        self.servos.reset(robot, angles=posture, stiffness=1.0)

    def command(self, robot: int, *, angles: Vec, stiffness: float) -> None:
        """Command angles with the same stiffness for all joints, from the next frame on."""
        self.servos.command(robot, angles=angles, stiffness=np.full(JOINT_COUNT, stiffness))

    def run(self, duration: float) -> None:
        """Advance time by whole frames."""
        for _ in range(round(duration / self.servos.parameters.frame)):
            self.frame()

    def frame(self) -> None:
        """Simulate one frame of several physics steps."""
        self.servos.next_frame()
        last = self.servos.steps_per_frame - 1
        for number in range(last + 1):
            sources = (self.servos, self.pushing)
            step(self.model, self.data, sources=sources, accelerometers=number == last)


def _floor_and_ball() -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    spec.worldbody.add_geom(
        name="floor",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(0.0, 0.0, 1.0),
        contype=GROUND,
        conaffinity=0,
        friction=(0.6, 0.005, 0.0001),
    )
    ball = spec.worldbody.add_body(name="ball", pos=(0.0, 0.0, 0.05))
    ball.add_freejoint()
    ball.add_geom(
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(0.05, 0.0, 0.0),
        mass=0.045,
        contype=BALL,
        conaffinity=GROUND,
        priority=2,  # a ball is harder than carpet and soles
        solref=(0.008, 1.0),
    )
    return spec
