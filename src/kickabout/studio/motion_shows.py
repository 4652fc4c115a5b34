"""Showing motions: key frames and kicks as postures, from kinematics or from physics."""

from collections.abc import Iterator
from typing import Any, Literal, Protocol

import numpy as np

from kickabout.geometry import FloatArray, Vec, Vector2
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_body import body_reading
from kickabout.motion.keyframes.keyframe_motion import KeyframeMotion
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer, PlayerStage
from kickabout.motion.kick.bezier_kick import StandingKick
from kickabout.motion.kick.bezier_kick_player import LEFT, BezierKickPlayer
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.motion_trial import MotionTrial

FRAME = KIND.frame_time
EVERY = 3  # frames between two shown postures
MAX_DURATION = 30.0  # s
SETTLING = 0.6  # s for which a robot stands before it kicks
LEVEL = (1.0, 0.0, 0.0, 0.0)  # quaternion
ASIDE = (0.6, 0.4)  # m, position of the ball if the motion is not a kick
Start = Literal["standing", "front", "back", "left", "right"]
Step = tuple[int, FloatArray]  # part of the motion; torso pose, joint angles, ball position


class Show(Protocol):
    """A motion that can be played."""

    ball: tuple[float, float]  # m, its position
    afterwards: float  # s, shown after the end

    @property
    def index(self) -> int:
        """Part of the motion that is being played."""

    @property
    def over(self) -> bool: ...

    def start(self, angles: Vec) -> None: ...

    def advance(self, body: BodyReading) -> tuple[Vec, Vec]:
        """Return joint angles and stiffness of the next frame; NaN for joints left alone."""

    def page_data(self, steps: Iterator[Step]) -> dict[str, Any]:
        """Return the parts and the postures of the motion, for the page."""


class KeyframeShow:
    """A key-frame motion, such as getting up."""

    ball = ASIDE
    afterwards = 0.5

    def __init__(self, motion: KeyframeMotion) -> None:
        self.motion = motion
        self.player = KeyframePlayer()

    @property
    def index(self) -> int:
        return self.player.index

    @property
    def over(self) -> bool:
        return self.player.stage in (PlayerStage.HOLDING, PlayerStage.ABORTED)

    def start(self, angles: Vec) -> None:
        self.player.start(self.motion, angles)

    def advance(self, body: BodyReading) -> tuple[Vec, Vec]:
        return self.player.advance(body, FRAME)

    def page_data(self, steps: Iterator[Step]) -> dict[str, Any]:
        return _page_data([(f.duration, f.label) for f in self.motion.frames], steps)


class KickShow:
    """A standing kick with the right foot, with the ball at its ideal position."""

    afterwards = 2.0

    def __init__(self, kick: StandingKick) -> None:
        self.kick = kick
        self.ball = kick.ball
        self.player = BezierKickPlayer()
        self._waiting = SETTLING

    @property
    def index(self) -> int:
        return self.player.index

    @property
    def over(self) -> bool:
        return self.player.finished

    def start(self, angles: Vec) -> None:
        del angles  # kicks begin standing
        self.player.start(self.kick, support=LEFT, ball=self.ball)

    def advance(self, body: BodyReading) -> tuple[Vec, Vec]:
        stiffness = np.full(JOINT_COUNT, 1.0)
        self._waiting -= FRAME
        if self._waiting > 0.0 or self.over:
            return np.array(STAND), stiffness
        return self.player.advance(body, FRAME), stiffness

    def page_data(self, steps: Iterator[Step]) -> dict[str, Any]:
        return _page_data([(phase.duration, "") for phase in self.kick.phases], steps)


def kinematic(show: Show) -> Iterator[Step]:
    """Yield the requested angles alone, with the lower sole on the ground."""
    angles = np.array(STAND)
    show.start(angles)
    for frame in range(round(MAX_DURATION / FRAME)):
        requested, _ = show.advance(BodyReading(angles=angles))
        angles = np.where(np.isnan(requested), angles, requested)
        if frame % EVERY == 0:
            yield show.index, _step(_on_its_soles(angles), angles, np.array((*show.ball, 0.05)))
        if show.over:
            return


def simulated(show: Show, start: Start) -> Iterator[Step]:
    """Yield the motion in physics, with a robot's sensors, until some time after its end."""
    trial = MotionTrial(seed=1)
    trial.world.place_ball(Vector2(*show.ball))
    if start != "standing":
        trial.lay_down(start)
    show.start(trial.sense().joints.angles)
    left = show.afterwards
    for frame in range(round(MAX_DURATION / FRAME)):
        angles, stiffness = show.advance(body_reading(trial.sense()))
        trial.command(angles, stiffness)
        if frame % EVERY == 0:
            snapshot = trial.world.snapshot()
            root = trial.robot.root_qpos
            torso = trial.world.data.qpos[root : root + 7]
            yield show.index, _step(torso, snapshot.joint_angles[0], snapshot.ball_position)
        left -= FRAME if show.over else 0.0
        if left <= 0.0:
            return


def _on_its_soles(angles: Vec) -> Vec:
    poses = nao_kinematics().forward(angles)
    soles = (poses.left_sole_to_torso, poses.right_sole_to_torso)
    return np.array((0.0, 0.0, -min(sole.translation[2] for sole in soles), *LEVEL))


def _step(torso: Vec, joints: Vec, ball: Vec) -> FloatArray:
    return np.concatenate((torso, joints, ball)).astype(np.float64).round(4)


def _page_data(parts: list[tuple[float, str]], steps: Iterator[Step]) -> dict[str, Any]:
    played = list(steps)
    return {
        "interval": FRAME * EVERY,
        "frames": [{"seconds": seconds, "label": label} for seconds, label in parts],
        "steps": [step.tolist() for _, step in played],
        "at": [index for index, _ in played],
    }
