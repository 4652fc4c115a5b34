"""Random scenes to evaluate and train perception: from a seed to labeled images."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kickabout.geometry import (
    Camera,
    Field,
    FloatArray,
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec,
    World,
    quaternion_from_matrix,
    rotation_from_roll_pitch_yaw,
    rotation_from_vector,
)
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    JointState,
)
from kickabout.robots.nao.cameras import LOWER, UPPER
from kickabout.robots.nao.joints import LEGS, Joint
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.picture import CameraPicture, PictureLabels
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import random_appearance
from kickabout.simulation.camera.scene.light import (
    Light,
    LightPatch,
    color_of_temperature,
    random_light,
)
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.camera.vision import BRIGHTNESS, camera_info, optics_of
from kickabout.simulation.match.truth import (
    body_poses,
    is_upright,
    robot_to_world,
    torso_to_world,
)
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide

CONDITIONS = ("nominal", "dim", "bright", "warm", "cold", "half in shadow")
JERSEYS = ("blue", "red", "yellow", "black", "white", "orange", "purple", "gray")
BALL_MARGIN = 0.1  # m, from the ball to the end of the carpet
IMAGE_TIME = 1.0 / 30.0  # s, from one image to the next


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabeledImage:
    """An image, what a robot would know when it takes it, and the ground truth.

    What is unknown is None; images from folders have no labels and joints.
    """

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix  # as the robot estimates it
    matrix_before: CameraMatrix | None = None  # the estimate one image earlier
    camera_to_robot: Pose3[Camera, Robot]  # the true one
    joints: JointState | None = None
    field: FieldDimensions | None = None
    robot_to_field: Pose2[Robot, Field] | None = None
    ball_in_robot: FloatArray | None = None  # m, center of the ball; None without a ball
    robots: tuple["TrueRobot", ...] = ()
    jerseys: tuple[str, str] = ("blue", "red")  # own, opponent
    labels: PictureLabels | None = None
    condition: str = "unknown"  # of the light


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueRobot:
    """Another robot, in the frame of the robot that takes the image."""

    x: float  # m
    y: float  # m
    own_team: bool | None = None
    fallen: bool = False
    instance: int = 0  # in the label image


def light_of(condition: str, rng: np.random.Generator) -> Light:
    """Return a light of one of the `CONDITIONS`, otherwise random."""
    light = random_light(rng)
    intensity = {"dim": 0.3, "bright": 1.8}.get(condition, float(rng.uniform(0.8, 1.2)))
    temperature = {"warm": 3000.0, "cold": 7500.0}.get(condition, float(rng.uniform(4500, 6000)))
    sources = tuple(replace(lamp, temperature=temperature) for lamp in light.sources)
    patches: tuple[LightPatch, ...] = ()
    if condition == "half in shadow":
        angle = float(rng.uniform(-math.pi, math.pi))
        center = (5.0 * math.cos(angle), 5.0 * math.sin(angle))
        gain, blur = float(rng.uniform(0.3, 0.55)), float(rng.uniform(0.05, 0.4))
        shade = LightPatch(center=center, half_size=(5.0, 12.0), angle=angle, gain=gain, blur=blur)
        patches = (shade,)
    ambient = temperature + float(rng.uniform(0.0, 800.0))
    return replace(
        light, sources=sources, intensity=intensity, ambient_temperature=ambient, patches=patches
    )


class Hall:
    """A venue with its light; creating it takes some tenths of a second, an image much less."""

    def __init__(
        self, field: FieldDimensions, *, condition: str, seed: int, robots: int = 7
    ) -> None:
        self.field = field
        self.condition = condition
        self.random = np.random.default_rng([seed, CONDITIONS.index(condition)])
        self.light = light_of(condition, self.random)
        self.renderer = Renderer(field, random_appearance(self.random), self.light)
        own, opponent = self.random.choice(len(JERSEYS), 2, replace=False)
        self.jerseys = (JERSEYS[own], JERSEYS[opponent])
        numbers = [
            (TeamSide.HOME if i % 2 == 0 else TeamSide.AWAY, 1 + i // 2) for i in range(robots)
        ]
        self.ids = tuple(RobotId(team, number) for team, number in numbers)
        self.scene = VisibleScene(self.ids, field, self.jerseys)
        self.frame = 0
        self.poses: list[Pose2[Robot, World]] = []  # of the first robot, in turn; default: random

    def images(self, count: int, *, labels: bool = True) -> Iterator[LabeledImage]:
        """Return upper and lower images of successive scenes, `count` images in all."""
        while count > 0:
            for shot in self._shots(labels=labels)[:count]:
                count -= 1
                yield shot

    def _shots(self, *, labels: bool) -> list[LabeledImage]:
        """Return a scene as seen by both cameras of the first robot."""
        rng = self.random
        self.frame += 3
        own = self.poses[self.frame // 3 % len(self.poses)] if self.poses else None
        snapshot = random_snapshot(self.field, len(self.ids), rng, frame=self.frame, own=own)
        motion = rng.normal(0.0, 1.0, 3) * (0.15, 0.25, 0.6)  # rad/s: sway, nod and turn
        error = rng.normal(0.0, 1.0, 3) * (0.0105, 0.0105, 0.005)  # rad, as while walking
        cameras = (LOWER, UPPER)
        shots = [self._shot(snapshot, c, motion, error, labels=labels) for c in cameras]
        return shots[::-1]  # the lower camera uses results of the upper one

    def _shot(
        self, snapshot: Snapshot, camera: str, motion: Vec, error: Vec, *, labels: bool
    ) -> LabeledImage:
        torso_to_robot, robot_to_field = _own_pose(snapshot)
        poses = nao_kinematics().forward(snapshot.joint_angles[0])
        camera_to_torso = poses.camera_to_torso(camera)
        camera_to_robot = torso_to_robot @ camera_to_torso
        optics = optics_of(KIND.camera(camera))
        picture = self._picture(snapshot, camera_to_robot, robot_to_field, motion, optics, labels)
        turned = Pose3[Robot, Robot](rotation_from_vector(error))
        estimated = _turned(camera_to_robot, turned)
        step = Pose3[Robot, Robot](rotation_from_vector(-IMAGE_TIME * motion))
        before = _turned(estimated, step)
        return LabeledImage(
            image=CameraImage(
                camera=camera,
                taken_at=snapshot.time - optics.readout_time / 2.0,
                yuyv=picture.yuyv,
            ),
            info=camera_info(camera, optics),
            matrix=_matrix(estimated, camera_to_torso),
            matrix_before=_matrix(before, camera_to_torso),
            camera_to_robot=camera_to_robot,
            joints=JointState(angles=snapshot.joint_angles[0], measured_at=snapshot.time),
            field=self.field,
            robot_to_field=robot_to_field,
            ball_in_robot=_ball(snapshot, robot_to_field),
            robots=_other_robots(snapshot, robot_to_field, self.ids),
            jerseys=self.jerseys,
            labels=picture.labels,
            condition=self.condition,
        )

    def _picture(
        self,
        snapshot: Snapshot,
        camera_to_robot: Pose3[Camera, Robot],
        robot_to_field: Pose2[Robot, Field],
        motion: Vec,
        optics: CameraOptics,
        labels: bool,
    ) -> CameraPicture:
        """Render with about the exposure that the camera driver would have settled at."""
        to_field = Pose3.from_pose2(robot_to_field) @ camera_to_robot
        heading = Pose3.from_pose2(robot_to_field).rotation
        view = CameraView(
            rotation=to_field.rotation,
            camera_in_field=to_field.translation,
            angular_velocity=heading @ motion,
        )
        scene = self.scene.objects(snapshot)
        balance = _white_balance(self.light, self.random)
        seed = int(self.random.integers(2**31))
        exposure = ExposureSettings(
            exposure_time=0.008 / self.light.intensity, white_balance=balance
        )
        for last in (False, True):
            picture = self.renderer.render(
                scene, view, optics=optics, exposure=exposure, seed=seed, labels=labels and last
            )
            mean = float(picture.yuyv[::16, ::16, 0].mean())
            error = math.exp(self.random.normal(0.0, 0.2))
            time = exposure.exposure_time * (BRIGHTNESS / max(mean, 4.0)) ** 2.2 * error
            low, high = KIND.cameras[0].exposure_range  # the same for both
            exposure = replace(exposure, exposure_time=min(high, max(low, time)))
        return picture


def random_snapshot(
    field: FieldDimensions,
    robots: int,
    rng: np.random.Generator,
    *,
    frame: int,
    own: Pose2[Robot, World] | None = None,
) -> Snapshot:
    """Return robots in the middle of steps, some fallen, and a ball that is mostly in view."""
    angles, positions, quaternions = [], [], []
    own = own or Pose2[Robot, World](
        float(rng.uniform(-0.95, 0.95) * field.goal_line_x),
        float(rng.uniform(-0.95, 0.95) * field.side_line_y),
        float(rng.uniform(-math.pi, math.pi)),
    )
    for index in range(robots):
        pose = own if index == 0 else _other_pose(field, own, rng)
        joints = _random_joints(rng)
        fallen = index > 0 and rng.random() < 0.08
        torso_to_robot = _random_torso(joints, rng, fallen=fallen)
        torso = Pose3.from_pose2(pose) @ torso_to_robot
        angles.append(joints)
        positions.append(torso.translation)
        quaternions.append(quaternion_from_matrix(torso.rotation))
    ball_x, ball_y = _ball_position(field, own, rng)
    none = np.zeros(0)
    return Snapshot(
        frame=frame,
        time=KIND.frame_time * frame,
        frame_time=KIND.frame_time,
        kinds=(KIND,) * robots,
        torso_positions=np.array(positions),
        torso_quaternions=np.array(quaternions),
        joint_angles=np.array(angles),
        joint_torques=none,
        gyros=none,
        accelerometers=none,
        foot_forces=none,
        switches=np.zeros(0, np.bool_),
        ranges=none,
        ball_position=np.array((ball_x, ball_y, field.ball.radius)),
        ball_quaternion=quaternion_from_matrix(rotation_from_vector(rng.normal(0.0, 2.0, 3))),
        ball_velocity=np.zeros(3),
    )


def _ball_position(
    field: FieldDimensions, own: Pose2[Robot, World], rng: np.random.Generator
) -> tuple[float, float]:
    """Return a position that is mostly near and ahead, and always on the carpet."""
    far = rng.random() < 0.3
    distance, angle = float(rng.uniform(0.15, 8.0 if far else 3.5)), float(rng.normal(0.0, 0.8))
    x = own.x + distance * math.cos(own.theta + angle)
    y = own.y + distance * math.sin(own.theta + angle)
    max_x, max_y = field.boundary_x - BALL_MARGIN, field.boundary_y - BALL_MARGIN
    return min(max(x, -max_x), max_x), min(max(y, -max_y), max_y)


def _other_pose(
    field: FieldDimensions, own: Pose2[Robot, World], rng: np.random.Generator
) -> Pose2[Robot, World]:
    x, y = 0.0, 0.0
    for _ in range(20):
        x = float(rng.uniform(-1.0, 1.0) * field.goal_line_x)
        y = float(rng.uniform(-1.0, 1.0) * field.side_line_y)
        if math.hypot(x - own.x, y - own.y) > 0.45:
            break
    return Pose2(x, y, float(rng.uniform(-math.pi, math.pi)))


def _random_joints(rng: np.random.Generator) -> FloatArray:
    angles = STAND.copy()
    angles[LEGS] += rng.normal(0.0, 0.06, len(angles[LEGS]))
    for arm in (Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH):
        angles[arm] += float(rng.normal(0.0, 0.25))
    yaw, pitch = float(rng.normal(0.0, 0.7)), float(rng.uniform(-0.35, 0.45))
    angles[Joint.HEAD_YAW], angles[Joint.HEAD_PITCH] = nao_kinematics().clamped_head(yaw, pitch)
    return angles


def _random_torso(
    joints: FloatArray, rng: np.random.Generator, *, fallen: bool
) -> Pose3[Torso, Robot]:
    """Return a slightly tilted torso; the lower foot is on the ground, midway below the robot."""
    if fallen:
        pitch = float(rng.choice((-1.0, 1.0))) * math.pi / 2.0
        rotation = rotation_from_roll_pitch_yaw(0.0, pitch, 0.0)
        return Pose3(rotation, np.array((0.0, 0.0, 0.09)))
    roll, pitch = float(rng.normal(0.0, 0.03)), float(rng.normal(0.03, 0.04))
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, 0.0)
    poses = nao_kinematics().forward(joints)
    left = rotation @ poses.left_sole_to_torso.translation
    right = rotation @ poses.right_sole_to_torso.translation
    middle = -0.5 * (left + right)
    return Pose3(rotation, np.array((middle[0], middle[1], -min(left[2], right[2]))))


def _own_pose(snapshot: Snapshot) -> tuple[Pose3[Torso, Robot], Pose2[Robot, Field]]:
    torso = torso_to_world(snapshot, 0)
    pose = robot_to_world(torso, body_poses(snapshot, 0), KIND)
    robot_to_field: Pose2[Robot, Field] = Pose2(pose.x, pose.y, pose.theta)
    torso_to_field: Pose3[Torso, Field] = Pose3(torso.rotation, torso.translation)
    field_to_robot = Pose3.from_pose2(robot_to_field).inverse()
    return field_to_robot @ torso_to_field, robot_to_field


def _turned(pose: Pose3[Camera, Robot], turn: Pose3[Robot, Robot]) -> Pose3[Camera, Robot]:
    return Pose3(turn.rotation @ pose.rotation, pose.translation)


def _matrix(
    camera_to_robot: Pose3[Camera, Robot], camera_to_torso: Pose3[Camera, Torso]
) -> CameraMatrix:
    return CameraMatrix(
        camera_to_robot=camera_to_robot, camera_to_torso=camera_to_torso, valid=True
    )


def _ball(snapshot: Snapshot, robot_to_field: Pose2[Robot, Field]) -> FloatArray:
    return Pose3.from_pose2(robot_to_field).inverse() @ snapshot.ball_position


def _other_robots(
    snapshot: Snapshot, robot_to_field: Pose2[Robot, Field], ids: tuple[RobotId, ...]
) -> tuple[TrueRobot, ...]:
    """Return all robots but the first one."""
    others = []
    for index in range(1, len(ids)):
        torso = torso_to_world(snapshot, index)
        upright = is_upright(snapshot, index)
        pose = robot_to_world(torso, body_poses(snapshot, index), KIND)
        if not upright:
            pose = Pose2(float(torso.translation[0]), float(torso.translation[1]), 0.0)
        there: Pose2[Robot, Field] = Pose2(pose.x, pose.y, pose.theta)
        seen = robot_to_field.inverse() @ there
        others.append(
            TrueRobot(
                x=seen.x,
                y=seen.y,
                own_team=ids[index].team is ids[0].team,
                fallen=not upright,
                instance=index + 2,
            )
        )
    return tuple(others)


def _white_balance(light: Light, rng: np.random.Generator) -> tuple[float, float, float]:
    """Return gains from the mean color of the lamps, with a random error."""
    lamps = [lamp.temperature for lamp in light.sources]
    red, green, blue = color_of_temperature(sum(lamps) / len(lamps))
    off = np.exp(rng.normal(0.0, 0.05, 2))
    return green / red * float(off[0]), 1.0, green / blue * float(off[1])
