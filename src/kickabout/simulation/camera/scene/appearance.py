"""Appearance of a venue: carpet, lines, ball, room and the objects around the field."""

from dataclasses import dataclass

import numpy as np

Rgb = tuple[float, float, float]  # linear reflectance, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """One venue; the seed determines everything that has no parameter."""

    seed: int = 0
    carpet_color: Rgb = (0.052, 0.155, 0.058)
    carpet_contrast: float = 0.16  # standard deviation of the fibers' brightness, relative
    mowing: float = 0.05  # relative difference between neighboring strips of carpet
    mowing_width: float = 2.0  # m, width of a strip
    line_color: Rgb = (0.70, 0.72, 0.70)
    line_wear: float = 0.001  # m, roughness of the lines' edges
    floor_color: Rgb = (0.16, 0.15, 0.14)
    wall_color: Rgb = (0.42, 0.41, 0.38)
    goal_color: Rgb = (0.72, 0.72, 0.72)
    ball_color: Rgb = (0.78, 0.78, 0.76)
    ball_patch_color: Rgb = (0.025, 0.025, 0.03)
    room_margin: tuple[float, float] = (2.5, 2.0)  # m, from the carpet to the walls
    ceiling_height: float = 5.0  # m
    clutter: float = 1.0  # amount of objects around the field; 0: none


def random_appearance(rng: np.random.Generator) -> Appearance:
    """Return a random venue as they are typical of the league."""
    return Appearance(
        seed=int(rng.integers(2**31)),
        carpet_color=_near((0.052, 0.155, 0.058), 0.3, rng),
        carpet_contrast=float(rng.uniform(0.08, 0.24)),
        mowing=float(rng.uniform(0.0, 0.12)),
        mowing_width=float(rng.uniform(1.0, 2.5)),
        line_color=_near((0.70, 0.72, 0.70), 0.1, rng),
        line_wear=float(rng.uniform(0.0005, 0.003)),
        floor_color=_near((0.18, 0.16, 0.14), 0.6, rng),
        wall_color=_near((0.42, 0.41, 0.38), 0.4, rng),
        goal_color=_near((0.72, 0.72, 0.72), 0.08, rng),
        room_margin=(float(rng.uniform(1.5, 4.5)), float(rng.uniform(1.2, 4.0))),
        ceiling_height=float(rng.uniform(3.2, 7.0)),
        clutter=float(rng.uniform(0.3, 1.5)),
    )


def _near(color: Rgb, spread: float, rng: np.random.Generator) -> Rgb:
    brightness = rng.uniform(-spread, spread)
    red, green, blue = (
        float(min(c * np.exp(brightness + rng.uniform(-spread, spread) / 3), 0.9)) for c in color
    )
    return red, green, blue
