"""Getting up: from the pose of a lying robot to motions, repeated on failure until it stands.

Flow of B-Human's get-up engine of 2019: detect how the robot lies, play the motion for that,
balance, end. If a tilt limit is exceeded, it goes limp, waits and starts again. After too many
tries the robot lies limp and waits for help. From side and back it first rolls over, which does not
count as a try.
"""

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import KeyframeMotion, Quantity
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer, PlayerStage
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, Joint


class StartPose(enum.Enum):
    """Pose of the robot before it gets up; the value is the name of the motion for it."""

    FRONT = "get_up_front"
    BACK = "get_up_back"
    LEFT = "get_up_left"
    RIGHT = "get_up_right"
    UPRIGHT = "get_up_upright"


# Direction of the head relative to the heading before the fall. A robot that rolls to its belly and
# gets up there faces in that direction.
HEAD_BEARINGS = {
    StartPose.FRONT: 0.0,
    StartPose.BACK: math.pi,
    StartPose.LEFT: math.pi / 2.0,
    StartPose.RIGHT: -math.pi / 2.0,
    StartPose.UPRIGHT: 0.0,
}
ROLLING = (StartPose.BACK, StartPose.LEFT, StartPose.RIGHT)  # may end in another lying pose
REST_STIFFNESS = 0.1
SIDE_ROLL = 0.87  # rad, beyond which the robot lies on its side
UPRIGHT_TILT = 0.6  # rad, below which the robot is on its feet
STANDING_TILT = 0.2  # rad, below which the get-up may end
MAX_RESUMES = 2  # continuations of one try from its middle
MAX_ROLLS = 3  # in one try
FALLEN_BY = 0.2  # m, from the standing position to the hips of the lying robot


class GetUpStage(enum.Enum):
    """Stage of a get-up."""

    RESTING = "resting"  # limp until the robot has come to rest
    PLAYING = "playing"
    BALANCING = "balancing"
    STANDING = "standing"
    HELPLESS = "helpless"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpSettings:
    """Limits for trying, succeeding and giving up."""

    max_tries: int = 4
    rest_for: float = 0.1  # s, minimum before a motion
    rest_for_at_most: float = 1.0  # s
    calm_gyro: float = 0.6  # rad/s, below which the robot is at rest
    balance_for_at_most: float = 1.5  # s, at the end
    standing_gyro: float = 0.5  # rad/s, below which the get-up may end


def start_pose(body: BodyReading) -> StartPose:
    """Return how the robot lies, from the tilt of its torso."""
    if abs(body.roll) > SIDE_ROLL:
        return StartPose.RIGHT if body.roll > 0.0 else StartPose.LEFT
    if abs(body.pitch) < UPRIGHT_TILT:
        return StartPose.UPRIGHT
    return StartPose.FRONT if body.pitch > 0.0 else StartPose.BACK


class GetUpSupervisor:
    """One get-up until the robot stands; call `advance` once per frame."""

    def __init__(self, motions: Mapping[StartPose, KeyframeMotion]) -> None:
        self.motions = motions
        self.player = KeyframePlayer()
        self.stage = GetUpStage.STANDING
        self.pose = StartPose.UPRIGHT
        self.tries = 0
        self.elapsed = 0.0  # s, in this stage
        self.step: Pose2[Robot, Robot] = Pose2()  # planned motion of the robot
        self._resumes = 0
        self._rolls = 0
        self._first = True
        self._resting_angles = np.zeros(JOINT_COUNT)

    def begin(self, body: BodyReading) -> None:
        """Begin a new get-up."""
        self.step = Pose2()
        self._first = True
        self.tries = self._rolls = 0
        self._rest(body)

    def advance(self, body: BodyReading, settings: GetUpSettings, dt: float) -> tuple[Vec, Vec]:
        """Return joint angles and stiffness of the next frame."""
        self.elapsed += dt
        if self.stage is GetUpStage.RESTING:
            return self._resting(body, settings, dt)
        if self.stage is GetUpStage.HELPLESS:
            return self._helpless(body, settings)
        angles, stiffness = self.player.advance(body, dt)
        if self.stage is GetUpStage.PLAYING:
            self._supervise(body)
        elif self.stage is GetUpStage.BALANCING:
            self._balance_out(body, settings)
        return angles, stiffness

    def _resting(self, body: BodyReading, settings: GetUpSettings, dt: float) -> tuple[Vec, Vec]:
        calm = max(abs(speed) for speed in body.gyro) < settings.calm_gyro
        rested = calm and self.elapsed > settings.rest_for
        if rested or self.elapsed > settings.rest_for_at_most:
            if self.tries >= settings.max_tries:
                self._change(GetUpStage.HELPLESS)
                return self._helpless(body, settings)
            self._play(body)
            return self.player.advance(body, dt)
        angles = np.array(self._resting_angles)
        angles[HEAD] = 0.0
        angles[Joint.HEAD_PITCH] = -0.4 if body.pitch > 0.0 else 0.3  # rad, away from the ground
        return angles, np.full(JOINT_COUNT, REST_STIFFNESS)

    def _play(self, body: BodyReading) -> None:
        self.pose = start_pose(body)
        if self._first and self.pose is not StartPose.UPRIGHT:
            bearing = HEAD_BEARINGS[self.pose]
            self.step = Pose2(FALLEN_BY * math.cos(bearing), FALLEN_BY * math.sin(bearing), 0.0)
        self._first = False
        self.player.tries = self.tries
        self._resumes = 0
        self.player.start(self.motions[self.pose], body.angles)
        self._change(GetUpStage.PLAYING)

    def _supervise(self, body: BodyReading) -> None:
        if self.player.stage is PlayerStage.ABORTED:
            self._fail(body)
        elif self.player.stage is PlayerStage.HOLDING:
            self._check_pose(body)

    def _check_pose(self, body: BodyReading) -> None:
        pose = start_pose(body)
        planned = self.player.motion.step if self.player.motion else Pose2()
        if pose is StartPose.UPRIGHT:
            self.step = self.step @ planned
            self._change(GetUpStage.BALANCING)
        elif self.pose in ROLLING and self._rolls < MAX_ROLLS:
            turn = HEAD_BEARINGS[self.pose] - HEAD_BEARINGS[pose]
            self.step = (self.step @ planned @ Pose2(0.0, 0.0, turn)).normalized()
            self._rolls += 1
            self._play(body)
        else:
            self._fail(body)

    def _fail(self, body: BodyReading) -> None:
        frame, motion = self.player.frame, self.player.motion
        lying = start_pose(body) is self.pose
        resume_at = frame.resume_at if frame and lying else None
        if resume_at is not None and motion and self._resumes < MAX_RESUMES:
            self._resumes += 1
            self.player.start(motion, body.angles, resume_at)
            return
        self.tries += 1
        self._rolls = 0
        self._rest(body)

    def _balance_out(self, body: BodyReading, settings: GetUpSettings) -> None:
        if start_pose(body) is not StartPose.UPRIGHT:
            self._fail(body)
            return
        gyro = math.radians(self.player.values(body)[Quantity.GYRO_DEG])
        tilted = max(abs(body.pitch), abs(body.roll)) > STANDING_TILT
        calm = gyro < settings.standing_gyro and not tilted
        if calm or self.elapsed > settings.balance_for_at_most:
            self._change(GetUpStage.STANDING)

    def _helpless(self, body: BodyReading, settings: GetUpSettings) -> tuple[Vec, Vec]:
        calm = max(abs(speed) for speed in body.gyro) < settings.calm_gyro
        if calm and start_pose(body) is StartPose.UPRIGHT:
            self.tries = 0
            self._play(body)
        return np.array(body.angles), np.zeros(JOINT_COUNT)

    def _rest(self, body: BodyReading) -> None:
        self._resting_angles = body.angles
        self._change(GetUpStage.RESTING)

    def _change(self, stage: GetUpStage) -> None:
        self.stage, self.elapsed = stage, 0.0
