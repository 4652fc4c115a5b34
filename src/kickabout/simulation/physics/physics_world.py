"""The physical world: robots, ball and pitch in MuJoCo, advanced frame by frame."""

import math
from collections.abc import Sequence

import mujoco
import numpy as np

from kickabout.geometry import Pose2, Robot, Vec, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.representations import FieldDimensions
from kickabout.robots.foot_forces import FootForces
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.kind import RobotKind
from kickabout.robots.physics_options import OPTIONS
from kickabout.robots.pushing import RobotContacts
from kickabout.robots.stepping import ForceSource, configure_physics, step
from kickabout.simulation.physics.contacts import BallContacts, Switches
from kickabout.simulation.physics.pitch import RollingFriction, add_pitch
from kickabout.simulation.physics.rangefinders import Rangefinders
from kickabout.simulation.physics.robot_group import RobotGroup, robot_groups
from kickabout.simulation.physics.snapshot import Snapshot


class PhysicsWorld:
    """Everything that moves; robots are addressed by their index.

    The world advances in frames. If all robots are of one kind, these are the frames of their
    control loop; else they are as long as the greatest common divisor of the frames of all kinds.
    A command given after frame k takes effect with the robot's next frame, so programs can run
    while physics computes it. The servos' delay is shortened by that frame, so that the sum is the
    delay of the real robot.
    """

    def __init__(
        self,
        field: FieldDimensions,
        kinds: Sequence[RobotKind],
        *,
        timestep: float = OPTIONS.timestep,
    ) -> None:
        self.field = field
        self.kinds = tuple(kinds)
        robots = len(self.kinds)
        spec = mujoco.MjSpec()
        configure_physics(spec, timestep)
        add_pitch(spec, field)
        prefixes = [f"robot{index}_" for index in range(robots)]
        for index, (prefix, kind) in enumerate(zip(prefixes, self.kinds, strict=True)):
            kind.add_to_world(
                spec, prefix=prefix, position=(index - robots / 2.0, field.boundary_y + 1.0, 0.4)
            )
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.robots = [
            RobotInModel.find(self.model, prefix, kind)
            for prefix, kind in zip(prefixes, self.kinds, strict=True)
        ]
        self.groups = robot_groups(self.model, self.robots)
        self._group_of_robot = {row: group for group in self.groups for row in group.row_of_robot}
        self._steps = _steps_per_frame(self.groups)
        self.frame_time = _frame_time(self.groups, self._steps, float(self.model.opt.timestep))
        roots = [prefix + kind.link_names[0] for prefix, kind in zip(prefixes, kinds, strict=True)]
        self.pushing = RobotContacts(self.model, roots)
        self._sources: list[ForceSource] = [group.servos for group in self.groups]
        self._sources += [self.pushing, RollingFriction(self.model, field)]
        self._foot_forces = FootForces(self.model, self.robots)
        self.ball_contacts = BallContacts(self.model, self.robots)
        self._switches = Switches(self.model, self.robots)
        self._rangefinders = Rangefinders(self.model, self.robots)
        self._ball_qpos = int(self.model.joint("ball").qposadr[0])
        self._ball_dof = int(self.model.joint("ball").dofadr[0])
        columns = np.arange(7)
        self._root_qpos = np.array([r.root_qpos + columns for r in self.robots], np.int64)
        self._joints = max((len(kind.joints) for kind in self.kinds), default=0)
        self._gyroscopes = np.array([r.gyroscope + columns[:3] for r in self.robots])
        self._accelerometers = np.array([r.accelerometer + columns[:3] for r in self.robots])
        self.frame = 0
        for index in range(robots):
            self.place_robot(index, Pose2(index - robots / 2.0, field.boundary_y + 1.0, 0.0))

    @property
    def time(self) -> float:
        return self.frame * self.frame_time

    def is_due(self, robot: int) -> bool:
        """Whether a frame of this robot's control loop begins now."""
        return self._begins_frame(self._group_of_robot[robot])

    def _begins_frame(self, group: RobotGroup) -> bool:
        return self.frame * self._steps % group.servos.steps_per_frame == 0

    def _due_frames(self) -> list[int | None]:
        """Return for each robot the number of the frame that begins now; None: none begins."""
        frames: list[int | None] = [None] * len(self.robots)
        for group in self.groups:
            if self._begins_frame(group):
                number = self.frame * self._steps // group.servos.steps_per_frame
                for row in group.row_of_robot:
                    frames[row] = number
        return frames

    def advance(self) -> None:
        """Simulate one frame: hand the newest commands to the servos and make all physics steps."""
        for group in self.groups:
            if self._begins_frame(group):
                group.servos.next_frame()
        self.ball_contacts.clear()
        for count in range(1, self._steps + 1):
            step(self.model, self.data, sources=self._sources, accelerometers=count == self._steps)
            self.ball_contacts.collect(self.data)
        self.frame += 1

    def command(self, robot: int, angles: Vec, stiffness: Vec) -> None:
        """Set what a robot's servos do from its next frame on, after their delay."""
        group = self._group_of_robot[robot]
        group.servos.command(group.row_of_robot[robot], angles=angles, stiffness=stiffness)

    def limp(self, robot: int) -> None:
        """Switch a robot off, as it gets no more commands."""
        kind = self.kinds[robot]
        self.command(robot, kind.stand, np.zeros(len(kind.joints)))

    def push(self, robot: int, impulse: tuple[float, float, float]) -> None:
        """Apply an impulse to a robot's torso, in N·s along the axes of the world."""
        mass = float(self.model.body_subtreemass[self.robots[robot].torso])
        dof = self.robots[robot].root_dof
        self.data.qvel[dof : dof + 3] += np.array(impulse) / mass

    def place_robot(
        self, robot: int, robot_to_world: Pose2[Robot, WorldFrame], posture: Vec | None = None
    ) -> None:
        """Put a robot on its feet at a pose, at rest; its servos hold the posture."""
        kind, group = self.kinds[robot], self._group_of_robot[robot]
        posture = kind.stand if posture is None else posture
        poses = kind.kinematics().forward(posture)
        soles = middle([poses.translations[kind.row(foot)] for foot in kind.feet])
        heading = robot_to_world.theta
        c, s = math.cos(heading), math.sin(heading)
        position = (
            robot_to_world.x - c * soles[0] + s * soles[1],
            robot_to_world.y - s * soles[0] - c * soles[1],
            kind.foot_radius - soles[2],
        )
        quaternion = np.array((math.cos(heading / 2.0), 0.0, 0.0, math.sin(heading / 2.0)))
        self.robots[robot].place(
            self.data, position=np.array(position), quaternion=quaternion, angles=posture
        )
        group.servos.reset(group.row_of_robot[robot], angles=posture, stiffness=1.0)
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
        angles, torques = np.zeros((2, len(self.robots), self._joints))
        for group in self.groups:
            group.fill(data, angles, torques)
        return Snapshot(
            frame=self.frame,
            time=self.time,
            frame_time=self.frame_time,
            kinds=self.kinds,
            torso_positions=roots[:, :3],
            torso_quaternions=roots[:, 3:],
            joint_angles=angles,
            joint_torques=torques,
            gyros=data.sensordata[self._gyroscopes],
            accelerometers=data.sensordata[self._accelerometers],
            foot_forces=self._foot_forces.read(data),
            switches=self._switches.read(data, self.pushing),
            ranges=self._rangefinders.read(data, self._due_frames()),
            ball_position=data.qpos[ball : ball + 3].copy(),
            ball_quaternion=data.qpos[ball + 3 : ball + 7].copy(),
            ball_velocity=data.qvel[self._ball_dof : self._ball_dof + 3].copy(),
        )


def middle(points: Sequence[Vec]) -> Vec:
    """Return the mean of some points."""
    total = points[0]
    for point in points[1:]:
        total = total + point
    return total / len(points)


def _steps_per_frame(groups: Sequence[RobotGroup]) -> int:
    """Return the physics steps of a frame, after some of which a frame of each kind begins."""
    return math.gcd(*(group.servos.steps_per_frame for group in groups)) or 1


def _frame_time(groups: Sequence[RobotGroup], steps: int, timestep: float) -> float:
    """Return the frame time of the kind with the shortest frames if the world has the same."""
    for group in groups:
        if group.servos.steps_per_frame == steps:
            return group.kind.frame_time
    return steps * timestep
