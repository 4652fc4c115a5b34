"""Posture motions of four-legged robots: from files to joint angles over time.

A motion is a list of postures. Each is reached along straight lines in its duration and held for a
while. Angles are in degrees: rotator, elevator, knee of a leg. `fore_deg` and `hind_deg` are for
both sides, `left_…` and `right_…` for one; legs that a posture does not name keep their angles.
"""

from dataclasses import dataclass, replace

import numpy as np

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import FloatArray, Vec
from kickabout.robots.aibo.kinematics import AiboKinematics
from kickabout.robots.kind import RobotKind

SORT = "keyframes"  # folder of the robot's configuration
Angles = tuple[float, ...]
LEG_KEYS = (
    ("left_fore_deg", "fore_deg", 0),
    ("right_fore_deg", "fore_deg", 3),
    ("left_hind_deg", "hind_deg", 6),
    ("right_hind_deg", "hind_deg", 9),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostureEntry:
    """A posture of a file."""

    duration: float  # s, to reach it
    hold: float = 0.0  # s
    note: str = ""
    fore_deg: Angles = ()
    hind_deg: Angles = ()
    left_fore_deg: Angles = ()
    right_fore_deg: Angles = ()
    left_hind_deg: Angles = ()
    right_hind_deg: Angles = ()
    head_deg: Angles = ()  # tilt, pan, nod or roll


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionEntry:
    """A file."""

    description: str = ""
    mirror_of: str = ""  # the motion with left and right exchanged
    ball: tuple[float, float] | None = None  # m, where a kick needs it, in the frame of the body
    postures: tuple[PostureEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PostureMotion:
    """A motion; NaN marks joints that keep their angle."""

    times: Vec  # s, at which postures are reached and left, two for each
    postures: FloatArray  # posture × joint, rad
    ball: tuple[float, float] | None = None

    @property
    def duration(self) -> float:
        return float(self.times[-1]) if len(self.times) else 0.0

    def mirrored(self, kind: RobotKind) -> "PostureMotion":
        """Return the motion with left and right exchanged."""
        ball = (self.ball[0], -self.ball[1]) if self.ball else None
        postures = np.array([kind.mirrored(row) for row in self.postures])
        return replace(self, postures=postures, ball=ball)

    def angles(self, since: float, begin: Vec) -> Vec:
        """Return the angles at a time since the beginning, from those at that moment."""
        last = begin
        for number, posture in enumerate(self.postures):
            reached, left = self.times[2 * number : 2 * number + 2]
            following = np.where(np.isnan(posture), last, posture)
            if since < reached:
                started = float(self.times[2 * number - 1]) if number else 0.0
                done = (since - started) / (reached - started)
                return np.asarray(last + done * (following - last))
            last = following
            if since < left:
                break
        return last


def load_motion(name: str, robot: RobotConfiguration, kinematics: AiboKinematics) -> PostureMotion:
    """Return a motion by its name, or by the path of its file."""
    file = robot.load(SORT, name)
    entry = read_as(file, MotionEntry)
    mirrored = bool(entry.mirror_of)
    if mirrored:
        entry = read_as(robot.load(SORT, entry.mirror_of), MotionEntry)
    if not entry.postures:
        raise file.error("the motion has no postures")
    return motion_of(entry, kinematics, mirrored=mirrored)


def motion_of(
    entry: MotionEntry, kinematics: AiboKinematics, *, mirrored: bool = False
) -> PostureMotion:
    """Return a motion from the content of its file."""
    times: list[float] = []
    for posture in entry.postures:
        before = times[-1] if times else 0.0
        times += [before + posture.duration, before + posture.duration + posture.hold]
    postures = np.array([_joints(posture, kinematics, mirrored) for posture in entry.postures])
    return PostureMotion(
        times=np.array(times),
        postures=np.clip(postures, kinematics.joint_min, kinematics.joint_max),
        ball=entry.ball,
    )


def _joints(posture: PostureEntry, kinematics: AiboKinematics, mirrored: bool) -> Vec:
    angles = np.full(len(kinematics.joint_min), np.nan)
    for own, both, first in LEG_KEYS:
        given = getattr(posture, own) or getattr(posture, both)
        if given:
            angles[first : first + 3] = np.radians(given)
    if posture.head_deg:
        angles[kinematics.head : kinematics.head + 3] = np.radians(posture.head_deg)
    if mirrored:
        left, right = angles[[0, 1, 2, 6, 7, 8]], angles[[3, 4, 5, 9, 10, 11]]
        angles[[0, 1, 2, 6, 7, 8]], angles[[3, 4, 5, 9, 10, 11]] = right, left
        angles[kinematics.head + 1] = -angles[kinematics.head + 1]
    return angles
