"""Arm contact: from position errors of the arms to contacts with a direction and a duration."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Last, frozen, inputs, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.representations import (
    ArmContactState,
    BodyModel,
    FallState,
    JointRequest,
    MotionSelection,
    PushDirection,
)

NO_CONTACT = ArmContactState()
DIRECTIONS = {  # by the signs of forward and outward
    (0, 0): PushDirection.NONE,
    (1, 0): PushDirection.FORWARD,
    (1, 1): PushDirection.FORWARD_OUTWARD,
    (0, 1): PushDirection.OUTWARD,
    (-1, 1): PushDirection.BACKWARD_OUTWARD,
    (-1, 0): PushDirection.BACKWARD,
    (-1, -1): PushDirection.BACKWARD_INWARD,
    (0, -1): PushDirection.INWARD,
    (1, -1): PushDirection.FORWARD_INWARD,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContactParameters:
    """The parameters of every detector of arm contacts."""

    delay: int = param(
        3,
        unit="frames",
        low=1,
        high=20,
        doc="delay from a command to its effect; real robots take 5",
    )
    window: int = param(
        15, unit="frames", low=1, doc="number of frames over which errors are averaged"
    )
    malfunction_after: float = param(
        2.0, unit="s", low=0.0, doc="duration after which a contact counts as a worn-out joint"
    )
    stiff_above: float = param(
        0.1, low=0.0, high=1.0, doc="minimum stiffness of the shoulders to detect contacts"
    )


@inputs
@frozen
class ArmContactInputs:
    """The inputs of every detector of arm contacts."""

    frame: FrameInfo
    body: BodyModel
    fall: FallState
    request: Last[JointRequest]
    selection: Last[MotionSelection]


class ArmErrors:
    """Commands until they take effect, and a window of errors of arms that should follow them."""

    def __init__(self, parameters: ArmContactParameters) -> None:
        self.commands: deque[Vec] = deque(maxlen=parameters.delay)
        self.rows = np.zeros((parameters.window, 4))
        self.count = 0

    def clear(self) -> None:
        self.commands.clear()
        self.count = 0

    def commanded(self, command: Vec) -> Vec | None:
        """Add a command; return the one that takes effect now, or None if it is not known yet."""
        self.commands.append(command)
        return self.commands[0] if len(self.commands) == self.commands.maxlen else None

    def next_index(self) -> int:
        """Return the index of the row to replace, and advance to the next one."""
        index = self.count % len(self.rows)
        self.count += 1
        return index

    @property
    def is_full(self) -> bool:
        return self.count >= len(self.rows)


@kernel
def mean_with(rows: FloatArray, index: int, row: FloatArray) -> FloatArray:
    """Replace one row and return the mean of all rows."""
    mean = np.zeros(row.size)
    for j in range(row.size):
        rows[index, j] = row[j]
        for i in range(rows.shape[0]):
            mean[j] += rows[i, j]
        mean[j] /= rows.shape[0]
    return mean


def observable_arms(
    fall: FallState, selection: MotionSelection, stiff: tuple[bool, bool]
) -> tuple[bool, bool]:
    """Return whether left and right arm follow their commands unless they are pushed."""
    on_feet = fall.phase.on_feet
    left, right = (by_keyframe == 0.0 for by_keyframe in selection.arms_by_keyframe)
    return on_feet and stiff[0] and left, on_feet and stiff[1] and right


def push_direction(
    *, forward: float, outward: float, forward_limit: float, outward_limit: float
) -> PushDirection:
    """Return the direction of errors above their limits; diagonal if both are."""
    return DIRECTIONS[_sign(forward, forward_limit), _sign(outward, outward_limit)]


def _sign(value: float, limit: float) -> int:
    return 0 if abs(value) <= limit else (1 if value > 0.0 else -1)


class PushedArm:
    """Timer for the contacts of one arm; a contact that never ends is a bad joint, not reported."""

    def __init__(self) -> None:
        self.began_at: float | None = None

    def update(
        self, direction: PushDirection, time: float, malfunction_after: float
    ) -> tuple[bool, PushDirection, float]:
        """Return whether there is a contact, the direction of the push, and its duration in s."""
        if direction is PushDirection.NONE:
            self.began_at = None
            return False, PushDirection.NONE, 0.0
        if self.began_at is None:
            self.began_at = time
        duration = time - self.began_at
        if duration > malfunction_after:
            return False, PushDirection.NONE, 0.0
        return True, direction, duration


class PushedArms:
    """Timers for the contacts of the left and the right arm."""

    def __init__(self) -> None:
        self.arms = (PushedArm(), PushedArm())

    def update(
        self,
        directions: tuple[PushDirection, PushDirection],
        time: float,
        malfunction_after: float,
    ) -> ArmContactState:
        left = self.arms[0].update(directions[0], time, malfunction_after)
        right = self.arms[1].update(directions[1], time, malfunction_after)
        if not (left[0] or right[0]):
            return NO_CONTACT
        return ArmContactState(
            contact=(left[0], right[0]),
            direction=(left[1], right[1]),
            for_seconds=(left[2], right[2]),
        )
