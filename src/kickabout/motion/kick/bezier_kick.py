"""Standing kicks as data: phases with Bézier curves of the feet, read from TOML files.

The feet move in the torso frame, along one cubic Bézier curve per phase. A curve starts where the
foot is and ends at the phase's point; `leave` and `arrive` are its inner control points, relative
to start and end. Left out, the foot starts and stops gently; a foot left out stays where it is.
Files describe kicks with the right foot; kicks with the left foot are mirrored.
"""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.toml_file import TomlFile, read_toml
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Vec
from kickabout.robots.nao.configuration import NAO
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND

SORT = "kicks/standing"  # folder of the robot's configuration
Point = tuple[float, float, float]
STILL: Point = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FootCurve:
    """Path of a foot in one phase."""

    end: Point  # m, of the sole, in the torso frame
    leave: Point = STILL  # m, control point relative to the start
    arrive: Point = STILL  # m, control point relative to the end
    pitch_deg: float = 0.0  # of the sole at the end, toes down is positive

    def mirrored(self) -> "FootCurve":
        return FootCurve(
            end=_mirrored(self.end),
            leave=_mirrored(self.leave),
            arrive=_mirrored(self.arrive),
            pitch_deg=self.pitch_deg,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KickPhase:
    """One part of a kick."""

    duration: float  # s
    note: str = ""
    left: FootCurve | None = None
    right: FootCurve | None = None
    shoulder_pitch_deg: tuple[float, float] | None = None  # left and right arm
    shoulder_roll_deg: tuple[float, float] | None = None
    torso_roll_deg: float = 0.0  # of the torso over level soles; positive: leaning to the right
    torso_pitch_deg: float = 0.0  # positive: leaning forward
    aims: bool = False  # the end is shifted with the ball
    lands: bool = False  # the kicking foot stops if it touches the ground too early

    def mirrored(self) -> "KickPhase":
        pitch, roll = self.shoulder_pitch_deg, self.shoulder_roll_deg
        return KickPhase(
            duration=self.duration,
            note=self.note,
            left=self.right.mirrored() if self.right else None,
            right=self.left.mirrored() if self.left else None,
            shoulder_pitch_deg=(pitch[1], pitch[0]) if pitch else None,
            shoulder_roll_deg=(-roll[1], -roll[0]) if roll else None,
            torso_roll_deg=-self.torso_roll_deg,
            torso_pitch_deg=self.torso_pitch_deg,
            aims=self.aims,
            lands=self.lands,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KickBalance:
    """Gains from the gyroscope and the center of mass to the support leg."""

    pitch_gyro: float = 0.0  # s, to ankle pitch
    hip_gyro: float = 0.0  # s, to hip pitch
    roll_gyro: float = 0.0  # s, to ankle roll
    pitch_mass: float = 0.0  # rad/m, center of mass over the support sole, to ankle pitch
    roll_mass: float = 0.0  # rad/m, to ankle roll
    goal: tuple[float, float] = (0.0, 0.0)  # m, of the center of mass over the support sole
    limit: float = 0.2  # rad, of each correction


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingKick:
    """A complete kick."""

    phases: tuple[KickPhase, ...]
    ball: tuple[float, float]  # m, in the robot frame, where the ball should lie
    max_shift: tuple[float, float] = (0.02, 0.02)  # m, by which the curve follows the ball
    balance: KickBalance = KickBalance()
    range: float = 0.0  # m, measured in simulation
    speed: float = 0.0  # m/s, of the ball, measured in simulation
    direction_deg: float = 0.0  # mean deviation to the left, measured in simulation
    direction_spread_deg: float = 0.0
    ball_time: float = 0.0  # s, from the start until the ball moves

    @property
    def duration(self) -> float:
        return sum(phase.duration for phase in self.phases)

    def mirrored(self) -> "StandingKick":
        balance = self.balance
        goal = (balance.goal[0], -balance.goal[1])
        return StandingKick(
            phases=tuple(phase.mirrored() for phase in self.phases),
            ball=(self.ball[0], -self.ball[1]),
            max_shift=self.max_shift,
            balance=KickBalance(
                pitch_gyro=balance.pitch_gyro,
                hip_gyro=balance.hip_gyro,
                roll_gyro=balance.roll_gyro,
                pitch_mass=balance.pitch_mass,
                roll_mass=balance.roll_mass,
                goal=goal,
                limit=balance.limit,
            ),
            range=self.range,
            speed=self.speed,
            direction_deg=-self.direction_deg,
            direction_spread_deg=self.direction_spread_deg,
            ball_time=self.ball_time,
        )


def load_kick(name: str, robot: RobotConfiguration = NAO) -> StandingKick:
    """Load a kick of the configuration, for the right foot."""
    return read_kick(read_toml(robot.find(SORT, name)), robot)


def kick_names(robot: RobotConfiguration = NAO) -> list[str]:
    return robot.names(SORT)


def read_kick(file: TomlFile, robot: RobotConfiguration = NAO) -> StandingKick:
    kick = read_as(robot.checked(file), StandingKick)
    if not kick.phases:
        raise file.error("a kick needs at least one [[phases]]")
    for phase in kick.phases:
        if phase.duration <= 0.0:
            raise file.error(
                f"duration is {phase.duration:g} s, expected more than 0 s", "phases", "duration"
            )
    return kick


def standing_feet() -> tuple[Vec, Vec]:
    """Return the positions of both soles in the torso frame while the robot stands."""
    poses = nao_kinematics().forward(STAND)
    return np.array(poses.translations[LEFT_SOLE]), np.array(poses.translations[RIGHT_SOLE])


def bezier(start: Vec, curve: FootCurve, ratio: float) -> Vec:
    """Return the point on a phase's curve at 0 … 1 of its duration."""
    end = np.array(curve.end)
    left = 1.0 - ratio
    point: Vec = left**3 * start + ratio**3 * end
    point += 3.0 * left**2 * ratio * (start + np.array(curve.leave))
    point += 3.0 * left * ratio**2 * (end + np.array(curve.arrive))
    return point


def _mirrored(point: Point) -> Point:
    return point[0], -point[1], point[2]


def smooth(ratio: float) -> float:
    """Map 0 … 1 to 0 … 1, slow at both ends."""
    return 0.5 - 0.5 * math.cos(math.pi * min(1.0, max(0.0, ratio)))
