"""Treading on a foot: from the soles' heights at the beginning of a step to a detection.

After B-Human 2021, section 8.3.7. A robot that steps onto another robot's foot is soon supported
again by the foot that has just begun to swing. Lifting that foot makes the robot fall. So the first
frames of a step check the height of the swing foot's toe above the edges of the support sole: it
should be close to zero and not change before the lift becomes visible.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import FloatArray, Link, Pose3, Torso

FRAMES = 4  # of a step that are checked
TOE = np.array((0.1, 0.0, 0.0))  # m, in the sole frame
EDGES = np.array(((0.1, 0.0, 0.0), (-0.045, 0.0, 0.0), (0.0, 0.05, 0.0), (0.0, -0.05, 0.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TreadParameters:
    """Thresholds of the detection."""

    tread_height: float = 0.02  # m, of the toe off all edges of the support sole, in frame 4
    tread_change: float = 0.012  # m, from frame 1 to frame 4


class TreadDetector:
    """Detector that is updated once per frame and decides in the fourth frame of a step."""

    def __init__(self) -> None:
        self._frames = 0
        self._first = 0.0

    def begin_step(self) -> None:
        self._frames = 0

    def update(
        self,
        swing: Pose3[Link, Torso],
        support: Pose3[Link, Torso],
        parameters: TreadParameters,
    ) -> bool:
        """Return whether the swing foot seems to be higher or lower than the support foot."""
        self._frames += 1
        if self._frames > FRAMES:
            return False
        height = toe_height(swing, support)
        if self._frames == 1:
            self._first = height
            return False
        if self._frames < FRAMES:
            return False
        rise = height - self._first
        return abs(height) > parameters.tread_height or abs(rise) > parameters.tread_change


def toe_height(swing: Pose3[Link, Torso], support: Pose3[Link, Torso]) -> float:
    """Return the height of the toe above or below all edges of the other sole; 0 between."""
    toe = float((swing @ TOE)[2])
    edges: FloatArray = (EDGES @ support.rotation.T + support.translation)[:, 2]
    highest, lowest = float(edges.max()), float(edges.min())
    return max(0.0, toe - highest) + min(0.0, toe - lowest)
