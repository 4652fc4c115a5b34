"""Colors of jerseys and of painted things by name, as linear reflectance."""

from kickabout.framework import ConfigurationError
from kickabout.framework.errors import did_you_mean

Rgb = tuple[float, float, float]

JERSEYS: dict[str, Rgb] = {
    "blue": (0.03, 0.09, 0.45),
    "red": (0.50, 0.03, 0.04),
    "yellow": (0.75, 0.60, 0.04),
    "black": (0.02, 0.02, 0.025),
    "white": (0.80, 0.80, 0.80),
    "green": (0.04, 0.35, 0.08),
    "orange": (0.70, 0.22, 0.02),
    "purple": (0.22, 0.05, 0.35),
    "brown": (0.18, 0.08, 0.03),
    "gray": (0.22, 0.22, 0.23),
}

PAINTS: dict[str, Rgb] = {
    "white": (0.80, 0.80, 0.80),
    "black": (0.02, 0.02, 0.025),
    "orange": (0.90, 0.17, 0.01),
    "yellow": (0.95, 0.76, 0.02),
    "sky_blue": (0.10, 0.55, 0.95),
    "pink": (0.98, 0.13, 0.41),
    "green": (0.03, 0.32, 0.07),
    "red": (0.50, 0.03, 0.04),
    "dark_blue": (0.03, 0.05, 0.30),
    "gray": (0.22, 0.22, 0.23),
}


def paint_color(name: str) -> Rgb:
    """Return the color of a ball, goal, landmark or wall."""
    if name not in PAINTS:
        raise ConfigurationError(f"there is no color '{name}'.{did_you_mean(name, PAINTS)}")
    return PAINTS[name]


def on_screen(paint: str) -> Rgb:
    """Return how screens show a paint, each part 0 … 1."""
    red, green, blue = (part ** (1.0 / 2.2) for part in paint_color(paint))
    return red, green, blue


def jersey_color(name: str) -> Rgb:
    if name not in JERSEYS:
        raise ConfigurationError(f"there is no jersey color '{name}'.{did_you_mean(name, JERSEYS)}")
    return JERSEYS[name]
