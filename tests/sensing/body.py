"""A robot in the simulated world that runs all sensing modules."""

import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from tests.framework.module_inputs import arguments_of

from kickabout.framework import FrameInfo, Module
from kickabout.framework.module import declaration_of
from kickabout.framework.registry import module_named
from kickabout.geometry import Pose2, Vec, matrix_from_quaternion, roll_pitch_yaw_from_rotation
from kickabout.representations import JointRequest, Motion, MotionState, SensorFrame, load_field
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.postures import STAND
from kickabout.robots.sensor_kinds import SensorErrors
from kickabout.simulation.match.faults import Fault, Faults
from kickabout.simulation.physics.actuators import ActuatorModel
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.sensors import SensorModel

CHAIN_2019 = (
    "JointReader",
    "BodyModelCalculator",
    "GroundContactDetector",
    "GyroOffsetEstimator",
    "FootSupportEstimator",
    "TorsoOrientationEstimator",
    "TorsoPoseCalculator",
    "FallDetector",
    "ArmContactDetector",
    "FootBumperReader",
    "JointHealthMonitor",
    "ButtonReader",
)
CHAIN_2021 = tuple(
    {
        "FootSupportEstimator": "CalibratingFootSupportEstimator",
        "TorsoOrientationEstimator": "SoleAidedOrientationEstimator",
        "ArmContactDetector": "HandContactDetector",
    }.get(name, name)
    for name in CHAIN_2019
)

R = TypeVar("R")


class SimulatedBody:
    """A simulated robot that runs its modules each frame; `body[FallState]` is their output."""

    def __init__(
        self,
        modules: Sequence[str] = CHAIN_2019,
        *,
        seed: int = 0,
        faults: tuple[Fault, ...] = (),
        settings: SensorErrors | None = None,
    ) -> None:
        self.world = PhysicsWorld(load_field("spl2019"), [NAO])
        self.world.place_robot(0, Pose2(0.0, 0.0, 0.0))
        self.sensors = SensorModel(
            0,
            kind=NAO,
            name="home 1",
            settings=settings or NAO.sensor_errors,
            faults=Faults(faults),
            seed=seed,
        )
        self.actuators = ActuatorModel(NAO, self.sensors.faults)
        self.modules = [made(name) for name in modules]
        self.known: dict[type, Any] = {MotionState: MotionState(motion=Motion.STAND)}
        self.cycle = 0

    def __getitem__(self, representation: type[R]) -> R:
        value = self.known[representation]
        assert isinstance(value, representation)
        return value

    @property
    def time(self) -> float:
        return self.world.time

    def measure(self) -> SensorFrame:
        """Measure and run all modules, without advancing time."""
        dt = self.world.frame_time if self.cycle else 0.0
        self.known[FrameInfo] = FrameInfo(time=self.time, dt=dt, cycle=self.cycle)
        self.known[SensorFrame] = self.sensors.measure(
            self.world.snapshot(), self.actuators.stiffness
        )
        for module in self.modules:
            run(module, self.known)
        self.cycle += 1
        return self[SensorFrame]

    def move(self, angles: Vec = STAND, stiffness: float | Vec = 1.0) -> None:
        """Advance by a frame with this joint request."""
        request = JointRequest(angles=angles, stiffness=np.ones(len(angles)) * stiffness)
        self.known[JointRequest] = request
        self.world.advance()
        measured = self.sensors.last.joint_angles
        self.actuators.command(request, measured=measured, now=self.time)
        self.world.command(0, self.actuators.angles, self.actuators.stiffness)

    def stand(self, seconds: float) -> None:
        """Stand for some time."""
        for _ in range(round(seconds / self.world.frame_time)):
            self.measure()
            self.move()

    @property
    def roll_pitch(self) -> tuple[float, float]:
        """Return true roll and pitch in rad."""
        rotation = matrix_from_quaternion(self.world.snapshot().torso_quaternions[0])
        roll, pitch, _ = roll_pitch_yaw_from_rotation(rotation)
        return roll, pitch

    @property
    def torso_height(self) -> float:
        return float(self.world.snapshot().torso_positions[0, 2])

    @property
    def torso_touches_ground(self) -> bool:
        """Return whether the chest or back touches the ground."""
        data, model = self.world.data, self.world.model
        torso = self.world.robots[0].torso
        for contact in data.contact:
            bodies = {int(model.geom_bodyid[geom]) for geom in contact.geom}
            if torso in bodies and 0 in bodies:
                return True
        return False

    def push(self, direction: float, impulse: float) -> None:
        """Push the torso with an impulse (N·s) towards a direction, 0 is forward."""
        self.world.push(0, (impulse * math.cos(direction), impulse * math.sin(direction), 0.0))


def made(name: str) -> Module[Any]:
    module = module_named(name)
    return module(declaration_of(module).parameters())


def run(module: Module[Any], known: dict[type, Any]) -> None:
    """Run one cycle of a module with the known representations and add its outputs."""
    result = module.update(*arguments_of(declaration_of(type(module)), known, nao_defaults))
    results = result if isinstance(result, tuple) else (result,)
    known.update({type(value): value for value in results})
