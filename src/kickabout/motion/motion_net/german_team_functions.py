"""Functions for motions of four-legged robots: the trot, and lying limp."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Vec3
from kickabout.motion.motion_net.motion_function import (
    FunctionInputs,
    Generator,
    MotionFunction,
    MotorFrame,
)
from kickabout.motion.trot.trot_gait import TrotGait, load_gait
from kickabout.motion.trot.trotter import Trotter
from kickabout.robots.aibo.kinematics import AiboKinematics, aibo_kinematics

ACCELERATION = 2.0  # 1/s, largest change of a walk, in fractions of the fastest one
LIFTING = 0.2  # s, in which paws begin or end to be lifted
BEGINNING = 25  # frames from the posture before to that of the gait


def german_team_functions(robot: RobotConfiguration) -> Mapping[str, MotionFunction]:
    """Return the functions that the team's motions may call, by name."""

    def make_trot(gait: str, *numbers: str) -> Generator:
        if len(numbers) not in (0, 3, 4):
            expected = "none, 3 fractions of a walk, or these and a number of frames"
            raise ValueError(f"{len(numbers)} numbers after the gait, expected {expected}")
        return TrotFunction(
            kinematics=aibo_kinematics(robot.robot),
            gait=load_gait(gait, robot),
            fixed=np.array([float(number) for number in numbers[:3]]) if numbers else None,
            frames=int(numbers[3]) if len(numbers) > 3 else 0,
        )

    def make_limp(frames: str = "0") -> Generator:
        return LimpFunction(int(frames))

    return {"trot": make_trot, "limp": make_limp}


@dataclass(slots=True, kw_only=True)
class TrotFunction:
    """Trots as the request says, or with fixed fractions of the fastest walks.

    Its frames have the angles of the head and the mouth only if the gait carries the ball. It ends
    when the robot stands.
    """

    kinematics: AiboKinematics
    gait: TrotGait
    fixed: Vec3 | None  # fractions; None: as requested
    frames: int = 0  # to walk; 0: until another motion is requested
    trotter: Trotter = field(init=False)
    frame: int = 0

    def __post_init__(self) -> None:
        self.trotter = Trotter(self.kinematics, self.gait)

    def advance(self, given: FunctionInputs) -> MotorFrame | None:
        self.frame += 1
        begins = self.frame <= BEGINNING
        ends = self.frame > BEGINNING + self.frames if self.frames else given.leaving
        walks = not (ends or begins)
        wanted = self._wanted(given) if walks else np.zeros(3)
        trotter = self.trotter
        moves = walks and bool(wanted.any())
        trotter.advance(wanted, moves, given.dt, acceleration=ACCELERATION, lifting=LIFTING)
        if ends and trotter.standing and not begins:
            return None
        angles = self._with_grip(trotter.angles())
        if begins:
            step = (angles - given.angles) / (BEGINNING - self.frame + 1)
            angles = given.angles + step
        if trotter.standing:
            return MotorFrame(angles=angles)
        fractions = trotter.fractions.copy()
        fractions.setflags(write=False)
        return MotorFrame(angles=angles, parameters=fractions, speed=trotter.speed)

    def _wanted(self, given: FunctionInputs) -> Vec3:
        return self.gait.fractions(given.walk) if self.fixed is None else self.fixed

    def _with_grip(self, angles: Vec3) -> Vec3:
        grip, body = self.gait.grip, self.kinematics
        if grip is not None:
            angles[body.head : body.head + 3] = np.radians(grip.head_deg)
            mouth = body.dimensions.joint_names.index("mouth")
            closed, opened = body.joint_max[mouth], body.joint_min[mouth]
            angles[mouth] = closed + grip.mouth * (opened - closed)
        return angles


@dataclass(slots=True)
class LimpFunction:
    """Lets all joints hang, for some frames or, if there are none, until another motion."""

    frames: int
    frame: int = 0

    def advance(self, given: FunctionInputs) -> MotorFrame | None:
        self.frame += 1
        ended = given.leaving if self.frames == 0 else self.frame > self.frames
        return None if ended else MotorFrame(angles=given.angles, stiffness=0.0)
