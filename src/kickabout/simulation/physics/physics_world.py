"""The physical world: robots, ball and pitch in MuJoCo, advanced frame by frame."""

import math
from dataclasses import replace

import mujoco
import numpy as np

from kickabout.geometry import FloatArray, Pose2, Robot, Vec, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.representations import FieldDimensions
from kickabout.robots.nao.foot_forces import FootForces
from kickabout.robots.nao.in_model import NaoInModel, servo_parameters
from kickabout.robots.nao.joints import JOINT_COUNT, MOTOR_COUNT
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.model import add_nao, configure_physics
from kickabout.robots.nao.postures import STAND
from kickabout.robots.pushing import RobotContacts
from kickabout.robots.servo import ServoBank
from kickabout.robots.stepping import step
from kickabout.simulation.physics.contacts import BallContacts, Bumpers
from kickabout.simulation.physics.pitch import RollingFriction, add_pitch
from kickabout.simulation.physics.snapshot import Snapshot

PIPELINE_FRAMES = 1  # robots compute a command while the next frame is already simulated


class PhysicsWorld:
    """Everything that moves; robots are addressed by their index.

    A command given after frame k takes effect with frame k + 1, so programs can run while physics
    computes the next frame. The servos' delay is shortened by that frame, so that the sum is the
    delay of the real robot.
    """

    def __init__(self, field: FieldDimensions, robots: int) -> None:
        self.field = field
        spec = mujoco.MjSpec()
        configure_physics(spec)
        add_pitch(spec, field)
        prefixes = [f"robot{index}_" for index in range(robots)]
        for index, prefix in enumerate(prefixes):
            add_nao(
                spec, prefix=prefix, position=(index - robots / 2.0, field.boundary_y + 1.0, 0.4)
            )
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.robots = [NaoInModel.find(self.model, prefix) for prefix in prefixes]
        self.servos = self._servo_bank()
        self.pushing = RobotContacts(self.model, [prefix + "torso" for prefix in prefixes])
        self._sources = (self.servos, self.pushing, RollingFriction(self.model, field))
        self._foot_forces = FootForces(self.model, self.robots)
        self.ball_contacts = BallContacts(self.model, self.robots)
        self._bumpers = Bumpers(self.model, self.robots)
        self._ball_qpos = int(self.model.joint("ball").qposadr[0])
        self._ball_dof = int(self.model.joint("ball").dofadr[0])
        columns = np.arange(7)
        self._root_qpos = np.array([r.root_qpos + columns for r in self.robots], np.int64)
        self._motor_qpos = np.array([r.motors.qpos for r in self.robots], np.int64)
        self._actuators = np.array([r.motors.actuators for r in self.robots], np.int64)
        self._gyroscopes = np.array([r.gyroscope + columns[:3] for r in self.robots])
        self._accelerometers = np.array([r.accelerometer + columns[:3] for r in self.robots])
        self.frame = 0
        for index in range(robots):
            self.place_robot(index, Pose2(index - robots / 2.0, field.boundary_y + 1.0, 0.0))

    def _servo_bank(self) -> ServoBank:
        parameters = servo_parameters()
        delay_frames = parameters.delay_frames - PIPELINE_FRAMES
        motors = [robot.motors for robot in self.robots]
        timestep = float(self.model.opt.timestep)
        return ServoBank(replace(parameters, delay_frames=delay_frames), motors, timestep=timestep)

    @property
    def frame_time(self) -> float:
        """Seconds from one frame to the next."""
        return self.servos.parameters.frame

    @property
    def time(self) -> float:
        return self.frame * self.frame_time

    def advance(self) -> None:
        """Simulate one frame: hand the newest commands to the servos and make all physics steps."""
        self.servos.next_frame()
        self.ball_contacts.clear()
        steps = self.servos.steps_per_frame
        for count in range(1, steps + 1):
            step(self.model, self.data, sources=self._sources, accelerometers=count == steps)
            self.ball_contacts.collect(self.data)
        self.frame += 1

    def command(self, robot: int, angles: Vec, stiffness: Vec) -> None:
        """Set what a robot's servos do from the next frame on, after their delay."""
        self.servos.command(robot, angles=angles, stiffness=stiffness)

    def limp(self, robot: int) -> None:
        """Switch a robot off, as it gets no more commands."""
        self.servos.command(robot, angles=STAND, stiffness=np.zeros(JOINT_COUNT))

    def push(self, robot: int, impulse: tuple[float, float, float]) -> None:
        """Apply an impulse to a robot's torso, in N·s along the axes of the world."""
        mass = float(self.model.body_subtreemass[self.robots[robot].torso])
        dof = self.robots[robot].root_dof
        self.data.qvel[dof : dof + 3] += np.array(impulse) / mass

    def place_robot(
        self, robot: int, robot_to_world: Pose2[Robot, WorldFrame], posture: Vec = STAND
    ) -> None:
        """Put a robot on its feet at a pose, at rest; its servos hold the posture."""
        poses = nao_kinematics().forward(posture)
        soles = (poses.translations[LEFT_SOLE] + poses.translations[RIGHT_SOLE]) / 2.0
        heading = robot_to_world.theta
        c, s = math.cos(heading), math.sin(heading)
        position = (
            robot_to_world.x - c * soles[0] + s * soles[1],
            robot_to_world.y - s * soles[0] - c * soles[1],
            -soles[2],
        )
        quaternion = np.array((math.cos(heading / 2.0), 0.0, 0.0, math.sin(heading / 2.0)))
        self.robots[robot].place(
            self.data, position=np.array(position), quaternion=quaternion, angles=posture
        )
        self.servos.reset(robot, angles=posture, stiffness=1.0)
        mujoco.mj_forward(self.model, self.data)

    def place_ball(
        self, position: Vector2[WorldFrame], velocity: Vector2[WorldFrame] = Vector2()
    ) -> None:
        """Put the ball on the ground, at rest or rolling."""
        qpos, dof = self._ball_qpos, self._ball_dof
        radius = self.field.ball.radius
        self.data.qpos[qpos : qpos + 7] = (position.x, position.y, radius, 1.0, 0.0, 0.0, 0.0)
        spin = (-velocity.y / radius, velocity.x / radius, 0.0)
        self.data.qvel[dof : dof + 6] = (velocity.x, velocity.y, 0.0, *spin)
        mujoco.mj_forward(self.model, self.data)

    @property
    def ball_in_world(self) -> Vector2[WorldFrame]:
        x, y = self.data.qpos[self._ball_qpos : self._ball_qpos + 2].tolist()
        return Vector2(x, y)

    def snapshot(self) -> Snapshot:
        """Return a copy of everything that robots and viewers need."""
        data, ball = self.data, self._ball_qpos
        roots = data.qpos[self._root_qpos]
        return Snapshot(
            frame=self.frame,
            time=self.time,
            torso_positions=roots[:, :3],
            torso_quaternions=roots[:, 3:],
            joint_angles=_with_hands(data.qpos[self._motor_qpos]),
            joint_torques=_with_hands(data.ctrl[self._actuators]),
            gyros=data.sensordata[self._gyroscopes],
            accelerometers=data.sensordata[self._accelerometers],
            foot_forces=self._foot_forces.read(data),
            bumpers=self._bumpers.read(data, self.pushing),
            ball_position=data.qpos[ball : ball + 3].copy(),
            ball_quaternion=data.qpos[ball + 3 : ball + 7].copy(),
            ball_velocity=data.qvel[self._ball_dof : self._ball_dof + 3].copy(),
        )


def _with_hands(motors: FloatArray) -> FloatArray:
    """Append the hands, which have no motor in the model, with zeros."""
    full = np.zeros((len(motors), JOINT_COUNT))
    full[:, :MOTOR_COUNT] = motors
    return full
