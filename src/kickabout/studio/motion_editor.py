"""Editing key-frame motions: from their text to postures over time, in the air or on the ground."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
import platformdirs

from kickabout.framework.configuration import find_config
from kickabout.framework.toml_file import toml_of
from kickabout.geometry import FloatArray, Vec
from kickabout.motion.keyframe_balance import BodyReading
from kickabout.motion.keyframe_body import body_reading
from kickabout.motion.keyframe_file import KIND, motion_in, motion_names
from kickabout.motion.keyframe_motion import KeyframeMotion
from kickabout.motion.keyframe_player import KeyframePlayer, PlayerStage
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.motion_trial import MotionTrial
from kickabout.studio.source import StudioError

FRAME = 0.012  # s
EVERY = 3  # frames from one shown posture to the next
LONGEST = 30.0  # s of a motion that is shown
AFTERWARDS = 0.5  # s that are shown after its end
LEVEL = (1.0, 0.0, 0.0, 0.0)  # quaternion
Start = Literal["standing", "front", "back", "left", "right"]


class MotionEditor:
    """The motions of the configuration, and a folder of one's own for changed ones."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or platformdirs.user_config_path("kickabout") / KIND

    def names(self) -> list[str]:
        return sorted({*motion_names(), *(path.stem for path in self.folder.glob("*.toml"))})

    def text(self, name: str) -> str:
        """The file behind a name, one's own before that of the configuration."""
        own = self._file(name)
        return (own if own.is_file() else find_config(KIND, name)).read_text(encoding="utf-8")

    def shown(self, name: str, text: str, start: Start | None) -> dict[str, Any]:
        """Postures over time: with a start they are simulated, without one the torso hangs."""
        motion = motion_in(toml_of(text, self._file(name)))
        steps = list(_simulated(motion, start) if start else _hanging(motion))
        return {
            "interval": FRAME * EVERY,
            "frames": [
                {"seconds": frame.duration, "label": frame.label} for frame in motion.frames
            ],
            "steps": [step.tolist() for _, step in steps],
            "at": [index for index, _ in steps],
        }

    def keep(self, name: str, text: str) -> Path:
        """Write a motion that can be read to the own folder."""
        path = self._file(name)
        motion_in(toml_of(text, path))
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
        return path

    def _file(self, name: str) -> Path:
        if not name or not name.replace("_", "").replace("-", "").isalnum():
            raise StudioError(f"'{name}' is no name for a motion; use letters, digits, - and _")
        return self.folder / f"{name}.toml"


def _hanging(motion: KeyframeMotion) -> Iterator[tuple[int, FloatArray]]:
    """Wished angles alone; the soles stay at the height of the ground."""
    player = KeyframePlayer()
    player.start(motion, np.array(STAND))
    for frame in range(round(LONGEST / FRAME)):
        upright = BodyReading(angles=player.target)
        angles, _ = player.advance(upright, FRAME)
        wished = np.where(np.isnan(angles), player.target, angles)
        if frame % EVERY == 0:
            yield player.index, _step(_standing(wished), wished)
        if player.stage in (PlayerStage.HOLDING, PlayerStage.ABORTED):
            return


def _standing(angles: Vec) -> Vec:
    poses = nao_kinematics().forward(angles)
    soles = (poses.left_sole_to_torso, poses.right_sole_to_torso)
    return np.array((0.0, 0.0, -min(sole.translation[2] for sole in soles), *LEVEL))


def _simulated(motion: KeyframeMotion, start: Start) -> Iterator[tuple[int, FloatArray]]:
    """The motion in physics, with sensors as on a robot, and a moment afterwards."""
    trial, player = MotionTrial(seed=1), KeyframePlayer()
    if start != "standing":
        trial.lay_down(start)
    player.start(motion, trial.sense()[0].angles)
    left = AFTERWARDS
    for frame in range(round(LONGEST / FRAME)):
        angles, stiffness = player.advance(body_reading(*trial.sense()), FRAME)
        trial.command(angles, stiffness)
        if frame % EVERY == 0:
            root = trial.robot.root_qpos
            torso = trial.world.data.qpos[root : root + 7]
            yield player.index, _step(torso, trial.world.snapshot().joint_angles[0])
        if player.stage in (PlayerStage.HOLDING, PlayerStage.ABORTED):
            left -= FRAME
        if left <= 0.0:
            return


def _step(torso: Vec, joints: Vec) -> FloatArray:
    return np.concatenate((torso, joints)).astype(np.float64).round(4)
