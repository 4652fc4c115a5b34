"""Options of physics that all models of robots are tuned with, so that they share a world."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicsOptions:
    """Options of MuJoCo, fast and stable for many robots."""

    timestep: float = 0.004  # s
    gravity: float = 9.80665  # m/s²
    iterations: int = 10
    line_search_iterations: int = 10
    tolerance: float = 1.0e-6
    friction_to_normal_impedance: float = 1.0


OPTIONS = PhysicsOptions()
