"""Trials of odometry on four legs: straight walks, and the path that the robot estimates."""

import math
from dataclasses import dataclass

from kickabout.evaluation.trials.motion_net_trials import STAND, net_drill, walk_request

SECONDS = 5.0  # s
FENCE = 5.0  # m, farther than any walk leads: the path must not be interrupted
OPEN = "open"  # a league without near walls


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryTrial:
    """A walk from standing to standing."""

    walked: float  # m
    missed: float  # m, between the estimated and the true end
    turned_wrong: float  # rad

    @property
    def error(self) -> float:
        """Return the error of the position relative to the path."""
        return self.missed / self.walked


def straight_walks(*, count: int, seed: int) -> list[OdometryTrial]:
    """Walk straight for 5 s, at different speeds."""
    with net_drill(seed=seed, league=OPEN) as drill:
        found = []
        for number in range(count):
            drill.put_back()
            drill.request(STAND)
            drill.run(1.0, fence=FENCE)
            start, before = drill.pose, drill.robot["Odometry"].robot_to_start
            drill.request(walk_request(1.0 - 0.5 * (number / max(1, count - 1)), 0.0, 0.0))
            drill.run(SECONDS, fence=FENCE)
            drill.request(STAND)
            drill.run(1.0, fence=FENCE)
            moved = start.inverse() @ drill.pose
            estimated = before.inverse() @ drill.robot["Odometry"].robot_to_start
            found.append(
                OdometryTrial(
                    walked=math.hypot(moved.x, moved.y),
                    missed=math.hypot(moved.x - estimated.x, moved.y - estimated.y),
                    turned_wrong=math.remainder(moved.theta - estimated.theta, 2.0 * math.pi),
                )
            )
        return found
