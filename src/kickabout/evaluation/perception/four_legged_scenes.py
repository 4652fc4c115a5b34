"""Random scenes of the four-legged league: from a seed to labeled images of an Aibo's camera."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.perception.perception_scenes import LabeledImage, TrueRobot
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
from kickabout.representations import CameraImage, CameraMatrix, CameraSettings, JointState
from kickabout.robots.kind import RobotKind
from kickabout.simulation.camera.optics.optics import CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.picture import CameraPicture
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import random_appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.camera.vision import camera_info, hall_light, optics_of, with_carpet
from kickabout.simulation.match.truth import body_poses, robot_to_world, torso_to_world
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.league import League

MOTION = (0.2, 0.3, 0.6)  # rad/s, deviations of the camera's roll, nod and turn
ERROR = (0.015, 0.02, 0.01)  # rad, deviations of the estimated roll, tilt and pan
CLOSEST = 0.25  # m between two robots


@dataclass(frozen=True, slots=True, kw_only=True)
class HallLight:
    """Light of a hall; the factors are relative to the usual light of the league."""

    brightness: float = 1.0
    temperature: float = 0.0  # K above the usual one
    scattered: float = 0.0  # added to the usual fraction of scattered light

    def of(self, league: League) -> Light:
        usual = league.light
        return hall_light(
            self.brightness * usual.intensity,
            usual.temperature + self.temperature,
            scattered=min(max(usual.scattered + self.scattered, 0.0), 0.95),
        )


def random_hall_light(rng: np.random.Generator) -> HallLight:
    """Return a light near the usual one, as it differs from field to field of an event."""
    return HallLight(
        brightness=math.exp(rng.uniform(-0.22, 0.22)),
        temperature=float(rng.uniform(-400.0, 400.0)),
        scattered=float(rng.uniform(-0.1, 0.1)),
    )


class FourLeggedHall:
    """A hall with a field of a four-legged league and robots of one kind."""

    def __init__(
        self,
        league: League,
        kind: RobotKind,
        *,
        light: HallLight,
        settings: CameraSettings,
        seed: int,
        exact: bool = False,
    ) -> None:
        """Make the hall; if `exact`, cameras are at rest and their poses are known exactly."""
        self.exact = exact
        self.league, self.kind, self.field = league, kind, league.field
        self.settings = settings
        self.random = np.random.default_rng([seed, 210])
        appearance = with_carpet(random_appearance(self.random), league.carpet)
        self.renderer = Renderer(self.field, appearance, light.of(league))
        players = range(1, league.teams.players + 1)
        self.ids = tuple(RobotId(team, number) for number in players for team in TeamSide)
        self.jerseys = league.teams.colors
        self.scene = VisibleScene(self.ids, self.field, self.jerseys)
        self.camera = kind.cameras[0]
        self.optics = optics_of(self.camera)
        self.frame = 0

    def images(self, count: int, *, labels: bool = True) -> Iterator[LabeledImage]:
        """Return images of the first robot in successive random scenes."""
        for _ in range(count):
            self.frame += 4
            yield self.shot(self.random_snapshot(), labels=labels)

    def shot(self, snapshot: Snapshot, *, labels: bool = True) -> LabeledImage:
        """Return an image that the first robot takes while its head and body move."""
        rng, torso = self.random, torso_to_world(snapshot, 0)
        poses = body_poses(snapshot, 0)
        pose = robot_to_world(torso, poses, self.kind)
        robot_to_field: Pose2[Robot, Field] = Pose2(pose.x, pose.y, pose.theta)
        row = self.kind.row(f"{self.camera.name}_camera")
        in_torso = Pose3[Camera, Torso](poses.rotations[row], poses.translations[row])
        to_field: Pose3[Torso, Field] = Pose3(torso.rotation, torso.translation)
        torso_to_robot = Pose3.from_pose2(robot_to_field).inverse() @ to_field
        camera_to_robot = torso_to_robot @ in_torso
        amount = 0.0 if self.exact else 1.0
        motion, error = amount * rng.normal(0.0, MOTION), amount * rng.normal(0.0, ERROR)
        picture = self._picture(snapshot, to_field @ in_torso, motion, labels)
        turn = Pose3[Robot, Robot](rotation_from_vector(error))
        estimated = Pose3[Camera, Robot](
            turn.rotation @ camera_to_robot.rotation, camera_to_robot.translation
        )
        return LabeledImage(
            image=CameraImage(
                camera=self.camera.name,
                taken_at=snapshot.time - self.optics.readout_time / 2.0,
                yuyv=picture.yuyv,
            ),
            info=camera_info(self.camera.name, self.optics),
            matrix=CameraMatrix(camera_to_robot=estimated, camera_to_torso=in_torso, valid=True),
            camera_to_robot=camera_to_robot,
            joints=JointState(angles=snapshot.joint_angles[0], measured_at=snapshot.time),
            field=self.field,
            robot_to_field=robot_to_field,
            ball_in_robot=Pose3.from_pose2(robot_to_field).inverse() @ snapshot.ball_position,
            robots=self._others(snapshot, robot_to_field),
            jerseys=self.jerseys,
            labels=picture.labels,
        )

    def _picture(
        self,
        snapshot: Snapshot,
        camera_to_field: Pose3[Camera, Field],
        motion: Vec,
        labels: bool,
    ) -> CameraPicture:
        settings = self.settings
        return self.renderer.render(
            self.scene.objects(snapshot),
            CameraView(
                rotation=camera_to_field.rotation,
                camera_in_field=camera_to_field.translation,
                angular_velocity=camera_to_field.rotation @ motion,
            ),
            optics=self.optics,
            exposure=ExposureSettings(
                exposure_time=settings.exposure,
                gain=settings.gain,
                white_balance=settings.white_balance,
            ),
            seed=int(self.random.integers(2**31)),
            labels=labels,
        )

    def _others(
        self, snapshot: Snapshot, robot_to_field: Pose2[Robot, Field]
    ) -> tuple[TrueRobot, ...]:
        others = []
        for index in range(1, len(self.ids)):
            torso = torso_to_world(snapshot, index)
            pose = robot_to_world(torso, body_poses(snapshot, index), self.kind)
            there: Pose2[Robot, Field] = Pose2(pose.x, pose.y, pose.theta)
            seen = robot_to_field.inverse() @ there
            own = self.ids[index].team is self.ids[0].team
            others.append(TrueRobot(x=seen.x, y=seen.y, own_team=own, instance=index + 2))
        return tuple(others)

    def random_snapshot(self) -> Snapshot:
        """Return robots in the middle of steps on the field, and a ball mostly near and ahead."""
        poses = self._poses()
        return self.snapshot(poses, ball=self._ball(poses), head=self._head())

    def snapshot(
        self, poses: Sequence[Pose2[Robot, World]], *, ball: Vec, head: tuple[float, float, float]
    ) -> Snapshot:
        """Return robots in the middle of steps; `head` has the angles of the first one's joints."""
        rng, placed = self.random, [self._placed(pose) for pose in poses]
        joints = np.array([angles for angles, _ in placed])
        joints[0, [self.kind.joint(name) for name in self.kind.joint_groups["head"]]] = head
        none = np.zeros(0)
        return Snapshot(
            frame=self.frame,
            time=self.kind.frame_time * self.frame,
            frame_time=self.kind.frame_time,
            kinds=(self.kind,) * len(placed),
            torso_positions=np.array([torso.translation for _, torso in placed]),
            torso_quaternions=np.array(
                [quaternion_from_matrix(torso.rotation) for _, torso in placed]
            ),
            joint_angles=joints,
            joint_torques=none,
            gyros=none,
            accelerometers=none,
            foot_forces=none,
            switches=np.zeros(0, np.bool_),
            ranges=none,
            ball_position=ball,
            ball_quaternion=quaternion_from_matrix(rotation_from_vector(rng.normal(0.0, 2.0, 3))),
            ball_velocity=np.zeros(3),
        )

    def _poses(self) -> list[Pose2[Robot, World]]:
        rng, poses = self.random, list[Pose2[Robot, World]]()
        while len(poses) < len(self.ids):
            x = float(rng.uniform(-0.95, 0.95) * (self.field.goal_line_x - 0.15))
            y = float(rng.uniform(-0.95, 0.95) * (self.field.side_line_y - 0.15))
            if all(math.hypot(x - p.x, y - p.y) > CLOSEST for p in poses):
                poses.append(Pose2(x, y, float(rng.uniform(-math.pi, math.pi))))
        return poses

    def _placed(self, pose: Pose2[Robot, World]) -> tuple[FloatArray, Pose3[Torso, World]]:
        """Return joints in the middle of a step and the torso above the lowest paw."""
        rng, kind = self.random, self.kind
        angles = kind.stand.copy()
        legs = len(kind.joints_of("legs"))
        angles[:legs] += rng.normal(0.0, 0.12, legs)
        rotation = rotation_from_roll_pitch_yaw(
            float(rng.normal(0.0, 0.03)), float(rng.normal(0.0, 0.04)), 0.0
        )
        paws = self._paws(angles) @ rotation.T
        x, y, _ = paws.mean(axis=0).tolist()
        position = np.array((-x, -y, kind.foot_radius - float(paws[:, 2].min())))
        return angles, Pose3.from_pose2(pose) @ Pose3[Torso, Robot](rotation, position)

    def _paws(self, angles: FloatArray) -> FloatArray:
        poses = self.kind.kinematics().forward(angles)
        return np.array([poses.translations[self.kind.row(foot)] for foot in self.kind.feet])

    def _head(self) -> tuple[float, float, float]:
        """Return tilt, pan and roll as while the head searches the ball and flags."""
        rng = self.random
        tilt, pan = float(rng.uniform(-0.6, 0.3)), float(np.clip(rng.normal(0.0, 0.7), -1.5, 1.5))
        return tilt, pan, float(rng.normal(0.0, 0.08))

    def _ball(self, poses: Sequence[Pose2[Robot, World]]) -> FloatArray:
        """Return a position on the field outside of all robots, mostly in view of the first."""
        rng, own, field = self.random, poses[0], self.field
        x = y = 0.0
        for _ in range(50):
            far = float(rng.uniform(0.25, 2.5 if rng.random() < 0.3 else 1.6))
            angle = own.theta + float(rng.normal(0.0, 0.7))
            x, y = own.x + far * math.cos(angle), own.y + far * math.sin(angle)
            on_field = abs(x) < field.goal_line_x and abs(y) < field.side_line_y
            if on_field and all(math.hypot(x - p.x, y - p.y) > 0.2 for p in poses):
                break
        x = min(max(x, -field.goal_line_x), field.goal_line_x)
        y = min(max(y, -field.side_line_y), field.side_line_y)
        return np.array((x, y, field.ball.radius))
