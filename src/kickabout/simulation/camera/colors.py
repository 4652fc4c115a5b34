"""Jersey colors by name, as linear reflectance of dyed cloth."""

from kickabout.framework import ConfigurationError
from kickabout.framework.errors import did_you_mean
from kickabout.robots.appearance import Rgb

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


def jersey_color(name: str) -> Rgb:
    if name not in JERSEYS:
        raise ConfigurationError(f"there is no jersey color '{name}'.{did_you_mean(name, JERSEYS)}")
    return JERSEYS[name]
