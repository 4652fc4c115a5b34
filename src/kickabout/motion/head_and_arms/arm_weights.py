"""Arm weights: from active arm motions to the blend weights of the arm engine."""


class ArmWeights:
    """Blend weights of the arm engine for the left and the right arm."""

    def __init__(self) -> None:
        self.weights = (0.0, 0.0)

    def update(self, active: tuple[bool, bool], *, free: bool, duration: float, dt: float) -> bool:
        """Change the weights, from 0 to 1 within `duration`; return whether they changed.

        `active`: whether the left and the right arm have a motion of their own. Arms that are not
        free are controlled by the engine of the body.
        """
        max_change = dt / duration if duration > 0.0 else 1.0
        before = self.weights
        left, right = before
        self.weights = (
            _approached(left, active[0] and free, max_change),
            _approached(right, active[1] and free, max_change),
        )
        return self.weights != before


def _approached(weight: float, active: bool, max_change: float) -> float:
    return weight + min(max_change, max(-max_change, float(active) - weight))
