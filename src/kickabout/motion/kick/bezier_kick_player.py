"""Standing kick player: from a kick and the state of the body to joint angles.

Feet follow their curves in the torso frame, the torso leans as the phase requests, and inverse
kinematics gives the leg angles. Ankle and hip of the support leg balance with the gyroscope and the
center of mass. Phases that aim shift their curve by the ball's offset, without turning it, so that
the ball rolls straight. A kicking foot that touches the ground too early stops there until the
phase ends, instead of pushing the robot over.
"""

import math

import numpy as np

from kickabout.geometry import Pose3, Sole, Torso, Vec
from kickabout.geometry.rotations import rotation_x, rotation_y
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.kick.bezier_kick import (
    FootCurve,
    KickPhase,
    StandingKick,
    bezier,
    smooth,
    standing_feet,
)
from kickabout.robots.nao.joints import LEGS, Joint
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND

LEFT, RIGHT = 0, 1
GYRO_WEIGHT = 0.5  # weight of the newest value in the low-pass filter
GROUND_MARGIN = 0.004  # m; a kicking foot closer to the ground than this has landed
SUPPORT_JOINTS = (
    (Joint.LEFT_ANKLE_PITCH, Joint.LEFT_ANKLE_ROLL, Joint.LEFT_HIP_PITCH),
    (Joint.RIGHT_ANKLE_PITCH, Joint.RIGHT_ANKLE_ROLL, Joint.RIGHT_HIP_PITCH),
)
SHOULDER_PITCHES = (Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH)
SHOULDER_ROLLS = (Joint.LEFT_SHOULDER_ROLL, Joint.RIGHT_SHOULDER_ROLL)


class BezierKickPlayer:
    """Playback of one kick from stand to stand; call `advance` once per frame."""

    def __init__(self) -> None:
        self.kick: StandingKick | None = None
        self.support = LEFT
        self.index = 0
        self.elapsed = 0.0  # s, in this phase
        self.shift = (0.0, 0.0)  # m
        self._gyro = (0.0, 0.0)
        self._begin = standing_feet()
        self._feet = standing_feet()
        self._pitch = np.zeros((2, 2))  # (begin, now) × foot, rad
        self._lean = np.zeros((2, 2))  # (begin, now) × (roll, pitch), rad
        self._angles = np.array(STAND)
        self._begin_angles = np.array(STAND)
        self._landed: Vec | None = None

    @property
    def begins(self) -> bool:
        """Whether no frame was played yet."""
        return self.kick is not None and self.index == 0 and self.elapsed == 0.0

    @property
    def finished(self) -> bool:
        return self.kick is None or self.index >= len(self.kick.phases)

    def start(self, kick: StandingKick, *, support: int, ball: tuple[float, float]) -> None:
        """Begin a kick; `ball` is its position in the robot frame."""
        self.kick, self.support = kick, support
        self.index, self.elapsed = 0, 0.0
        limits = kick.max_shift
        offsets = [
            min(limit, max(-limit, actual - nominal))
            for actual, nominal, limit in zip(ball, kick.ball, limits, strict=True)
        ]
        self.shift = (offsets[0], offsets[1])
        self._gyro = (0.0, 0.0)
        self._feet = standing_feet()
        self._pitch[:], self._lean[:] = 0.0, 0.0
        self._angles = np.array(STAND)
        self._begin_phase()

    def advance(self, body: BodyReading, dt: float) -> Vec:
        """Return the joint angles of the next frame."""
        if self.kick is None or self.finished:
            return np.array(STAND)
        phase = self.kick.phases[self.index]
        self.elapsed += dt
        ratio = min(1.0, self.elapsed / phase.duration)
        self._move(phase, ratio)
        if phase.lands:
            self._freeze(body)
        angles = self._joints(phase, ratio)
        self._angles = angles
        balanced = self._balanced(angles, body)
        if ratio >= 1.0:
            self.index += 1
            self._begin_phase()
        return balanced

    def _begin_phase(self) -> None:
        self.elapsed = 0.0
        self._begin = (self._feet[LEFT], self._feet[RIGHT])
        self._pitch[0], self._lean[0] = self._pitch[1], self._lean[1]
        self._begin_angles = self._angles
        self._landed = None

    def _move(self, phase: KickPhase, ratio: float) -> None:
        feet = []
        for side, curve in ((LEFT, phase.left), (RIGHT, phase.right)):
            if curve is None:
                feet.append(self._begin[side])
                self._pitch[1, side] = self._pitch[0, side]
                continue
            aimed = self._aimed(curve) if phase.aims and side != self.support else curve
            feet.append(bezier(self._begin[side], aimed, ratio))
            self._pitch[1, side] = _between(
                self._pitch[0, side], math.radians(curve.pitch_deg), smooth(ratio)
            )
        self._feet = (feet[LEFT], feet[RIGHT])
        lean = np.radians((phase.torso_roll_deg, phase.torso_pitch_deg))
        self._lean[1] = self._lean[0] + smooth(ratio) * (lean - self._lean[0])

    def _aimed(self, curve: FootCurve) -> FootCurve:
        x, y, z = curve.end
        return FootCurve(
            end=(x + self.shift[0], y + self.shift[1], z),
            leave=curve.leave,
            arrive=curve.arrive,
            pitch_deg=curve.pitch_deg,
        )

    def _freeze(self, body: BodyReading) -> None:
        """Hold x and z of a kicking foot that touches the ground too early."""
        swing = 1 - self.support
        if self._landed is None and self._height(body) < GROUND_MARGIN:
            self._landed = self._feet[swing]
        if self._landed is not None:
            held = np.array((self._landed[0], self._feet[swing][1], self._landed[2]))
            feet = [self._feet[LEFT], self._feet[RIGHT]]
            feet[swing] = held if held[2] > self._feet[swing][2] else self._feet[swing]
            self._feet = (feet[LEFT], feet[RIGHT])

    def _height(self, body: BodyReading) -> float:
        """Return the measured height of the kicking sole above the support sole."""
        poses = nao_kinematics().forward(body.angles)
        rows = (LEFT_SOLE, RIGHT_SOLE)
        offset = poses.translations[rows[1 - self.support]] - poses.translations[rows[self.support]]
        sine, cosine = math.sin(body.pitch), math.cos(body.pitch)
        up = np.array((-sine, math.sin(body.roll) * cosine, math.cos(body.roll) * cosine))
        return float(up @ offset)

    def _joints(self, phase: KickPhase, ratio: float) -> Vec:
        roll, pitch = self._lean[1]
        # The torso leans over the soles: in the torso frame the soles turn the opposite way.
        lean = rotation_y(-pitch) @ rotation_x(-roll)
        poses = [
            Pose3[Sole, Torso](lean @ rotation_y(self._pitch[1, side]), self._feet[side])
            for side in (LEFT, RIGHT)
        ]
        legs = nao_kinematics().legs(
            left_sole_to_torso=poses[LEFT],
            right_sole_to_torso=poses[RIGHT],
            left_weight=1.0 if self.support == LEFT else 0.0,
        )
        angles = np.array(self._begin_angles)
        for joints, degrees in (
            (SHOULDER_PITCHES, phase.shoulder_pitch_deg),
            (SHOULDER_ROLLS, phase.shoulder_roll_deg),
        ):
            for joint, angle in zip(joints, degrees or (), strict=False):
                angles[joint] = _between(angles[joint], math.radians(angle), smooth(ratio))
        angles[LEGS] = legs.angles
        return angles

    def _balanced(self, angles: Vec, body: BodyReading) -> Vec:
        assert self.kick is not None
        gains = self.kick.balance
        kept = 1.0 - GYRO_WEIGHT
        roll_speed = kept * self._gyro[0] + GYRO_WEIGHT * body.gyro[0]
        pitch_speed = kept * self._gyro[1] + GYRO_WEIGHT * body.gyro[1]
        self._gyro = (roll_speed, pitch_speed)
        x = body.center_of_mass_over_soles[0] - gains.goal[0]
        y = body.center_of_mass_over_soles[1] - gains.goal[1]
        ankle_pitch, ankle_roll, hip_pitch = SUPPORT_JOINTS[self.support]
        result = np.array(angles)
        for joint, correction in (
            (ankle_pitch, gains.pitch_gyro * pitch_speed + gains.pitch_mass * x),
            (ankle_roll, gains.roll_gyro * roll_speed - gains.roll_mass * y),
            (hip_pitch, gains.hip_gyro * pitch_speed),
        ):
            result[joint] += min(gains.limit, max(-gains.limit, correction))
        return nao_kinematics().clamped(result)


def _between(start: float, end: float, ratio: float) -> float:
    return start + ratio * (end - start)
