"""Step adjustment: from a center of mass that leaves the support area to feet that follow it.

After Reichenberg and Röfer 2021: only while the projected center of mass is outside a tolerated
range between heel and toe, the swing foot follows it and the support foot moves back by half of
that. A linear inverted pendulum predicts the center for the time when a command takes effect.
Forward and backward only.
"""

import math
from dataclasses import dataclass

from kickabout.framework import frozen
from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Vec3
from kickabout.motion.walk.step_limits import clipped

GRAVITY = 9.81  # m/s²
SMOOTHING = 0.5  # weight of the old position in the filter


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentParameters:
    """The tolerated range and the speed of the feet."""

    adjust_front: float = 0.07  # m in front of the foremost ankle
    adjust_back: float = 0.03  # m behind the rearmost ankle
    look_ahead: float = 0.048  # s, delay from measurement to motion
    adjust_speed: float = 0.5  # m/s, maximum of the swing foot
    max_adjustment: float = 0.06  # m, per step


@frozen
class CenterOfMass:
    """Center of mass and both ankles along the heading, in one level frame."""

    x: float  # m
    height: float  # m, above the support sole
    left_x: float
    right_x: float


class StepAdjustment:
    """Filter and predictor of the center of mass, with the adjustment of the current step."""

    def __init__(self, smoothing: float = SMOOTHING) -> None:
        self.smoothing = smoothing
        self.total = 0.0  # m, adjustment of this step
        self.predicted = 0.0  # m, in front of the support ankle
        self._filtered: float | None = None
        self._left_supported = False

    def begin_step(self) -> None:
        self.total = 0.0

    def update(
        self,
        center: CenterOfMass,
        parameters: AdjustmentParameters,
        *,
        left_supports: bool,
        dt: float,
    ) -> float:
        """Return the shift of the swing foot along x; the support foot moves back by half of it."""
        support_x = center.left_x if left_supports else center.right_x
        position = center.x - support_x
        if self._filtered is None or left_supports != self._left_supported or dt <= 0.0:
            speed, self._filtered = 0.0, position
        else:
            old = self._filtered
            keep = self.smoothing
            self._filtered = keep * old + (1.0 - keep) * position
            speed = (self._filtered - old) / dt
        self._left_supported = left_supports
        rate = math.sqrt(GRAVITY / max(0.1, center.height))
        ahead = rate * parameters.look_ahead
        self.predicted = self._filtered * math.cosh(ahead) + speed / rate * math.sinh(ahead)
        first = max(center.left_x, center.right_x) - support_x + parameters.adjust_front
        last = min(center.left_x, center.right_x) - support_x - parameters.adjust_back
        outside = self.predicted - clipped(self.predicted, last, first)
        largest = parameters.adjust_speed * dt
        wanted = clipped(
            self.total + clipped(outside, -largest, largest),
            -parameters.max_adjustment,
            parameters.max_adjustment,
        )
        change = wanted - self.total
        self.total = wanted
        return change


@kernel
def dot(a: Vec3, b: Vec3) -> float:
    product: float = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return product


@kernel
def weight_and_soles(
    torso_to_level: Mat3, center_of_mass: Vec3, left_sole: Vec3, right_sole: Vec3
) -> tuple[float, float, float, float, float, float]:
    """Return x and height of center of mass, left and right sole in the level frame."""
    forward, up = torso_to_level[0], torso_to_level[2]
    x, height = dot(forward, center_of_mass), dot(up, center_of_mass)
    left_x, left_height = dot(forward, left_sole), dot(up, left_sole)
    return x, height, left_x, left_height, dot(forward, right_sole), dot(up, right_sole)
