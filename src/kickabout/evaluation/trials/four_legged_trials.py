"""Get-ups of four-legged robots from all sides, and from any posture of the legs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from kickabout.evaluation.trials.four_legged_drills import four_legged_drill
from kickabout.geometry import Mat3
from kickabout.geometry.rotations import rotation_x, rotation_y, rotation_z
from kickabout.representations import Motion, MotionRequest
from kickabout.simulation.match.drill import Drill

LYING: dict[str, Mat3] = {
    "front": rotation_z(0.0),
    "back": rotation_x(math.pi),
    "left": rotation_x(-math.pi / 2.0),
    "right": rotation_x(math.pi / 2.0),
}
DROP = 0.18  # m, height from which a robot is dropped
LEG_NOISE, HEAD_NOISE, TILT_NOISE = 0.35, 0.2, 0.2  # rad, standard deviations
REST = 1.2  # s, until a dropped robot lies still
UPRIGHT_COSINE = 0.9
LIMIT = 8.0  # s, of a get-up
STAYS = 1.5  # s, until a robot that stands is in the posture of its walk; it may not fall meanwhile
PLAY_DEAD, STAND = MotionRequest(motion=Motion.PLAY_DEAD), MotionRequest(motion=Motion.STAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpTrial:
    """How long a robot needed from the request until it stood for good, and how often it tried."""

    stood: bool
    seconds: float
    tries: int

    def stood_within(self, limit: float) -> bool:
        return self.stood and self.seconds <= limit


def get_ups(
    robot: str,
    side: str,
    *,
    count: int,
    seed: int,
    strength: float = 1.0,
    motions: Mapping[str, str] | None = None,
) -> list[GetUpTrial]:
    """Lay a robot down several times, always in another posture.

    `motions`: files of other get-ups, by the side from which they begin.
    """
    with four_legged_drill(robot, seed=seed, strength=strength) as drill:
        if motions:
            drill.change("FourLeggedGetUpEngine", **motions)
        drill.request(STAND)
        drill.run(1.0)
        return [_put_back_and_get_up(drill, side, seed=100 * seed + k) for k in range(count)]


def _put_back_and_get_up(drill: Drill, side: str, *, seed: int) -> GetUpTrial:
    drill.put_back()
    return get_up(drill, side, seed=seed)


def lay_down(drill: Drill, side: str, *, seed: int) -> None:
    """Drop the limp robot onto a side in a random posture, let it come to rest; then it may rise.

    A robot that lies on its belly lies on its front.
    """
    random = np.random.default_rng(seed)
    drill.request(PLAY_DEAD)
    drill.run(1.0, fence=math.inf)
    world = drill.match.world
    kind, robot = world.kinds[0], world.robots[0]
    noise = np.full(len(kind.joints), HEAD_NOISE)
    noise[kind.joints_of("legs")] = LEG_NOISE
    low = [joint.min_angle for joint in kind.joints]
    high = [joint.max_angle for joint in kind.joints]
    posture = np.clip(kind.stand + noise * random.standard_normal(len(noise)), low, high)
    tilt = TILT_NOISE * random.standard_normal(2)
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(
        quaternion, (LYING[side] @ rotation_x(tilt[0]) @ rotation_y(tilt[1])).flatten()
    )
    x, y = drill.pose.x, drill.pose.y
    robot.place(world.data, position=np.array((x, y, DROP)), quaternion=quaternion, angles=posture)
    mujoco.mj_forward(world.model, world.data)
    drill.run(REST, fence=math.inf)
    drill.request(STAND)


def get_up(drill: Drill, side: str, *, seed: int) -> GetUpTrial:
    """Lay the robot down and measure how it gets up."""
    lay_down(drill, side, seed=seed)
    start, tries = drill.time, 0
    since: float | None = None  # s, when it stood up
    while drill.time - start < LIMIT if since is None else drill.time - since < STAYS:
        drill.run(drill.frame_time, fence=math.inf)
        tries = max(tries, int(drill.robot["GetUpOutput"].tries) + 1)
        if not stands(drill):
            since = None
        elif since is None and drill.robot["MotionSelection"].target is Motion.STAND:
            since = drill.time
    seconds = (drill.time if since is None else since) - start
    return GetUpTrial(stood=since is not None, seconds=seconds, tries=tries)


def stands(drill: Drill) -> bool:
    """Return whether the robot is upright on stretched legs."""
    world = drill.match.world
    torso = world.robots[0].torso
    upright = float(world.data.xmat[torso][8]) > UPRIGHT_COSINE
    height = float(world.data.xpos[torso][2])
    return upright and height > 0.88 * world.kinds[0].upright.torso_height
