"""Light on the field: lamps, ambient light, colors of light, patches of sun and shade."""

import math
from dataclasses import dataclass

import numpy as np

Rgb = tuple[float, float, float]

# xy chromaticity → linear RGB of the sRGB primaries (IEC 61966-2-1)
_XYZ_TO_RGB = np.array(
    [
        [3.2406, -1.5372, -0.4986],
        [-0.9689, 1.8758, 0.0415],
        [0.0557, -0.2040, 1.0570],
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSource:
    """Parallel light, from a lamp far away or a row of them."""

    direction_in_field: tuple[float, float, float]  # towards the light, z positive
    strength: float = 0.3  # irradiance of the ground
    temperature: float = 6000.0  # K
    spread: float = 0.1  # tangent of half the opening angle; blurs the edges of shadows


@dataclass(frozen=True, slots=True, kw_only=True)
class LightPatch:
    """A rectangle on the ground with other light: sun through a window, shade of a wall."""

    center: tuple[float, float]  # m
    half_size: tuple[float, float]  # m
    angle: float = 0.0  # rad
    blur: float = 0.1  # m, width of its edge
    gain: float = 2.0  # > 1 sun, < 1 shade
    warmth: float = 0.0  # more red and less blue than elsewhere, relative


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """All light on the field; strengths add up to about 1 at intensity 1."""

    sources: tuple[LightSource, ...] = (
        LightSource(direction_in_field=(0.35, 0.25, 0.9), strength=0.42),
        LightSource(direction_in_field=(-0.45, 0.15, 0.9), strength=0.22),
        LightSource(direction_in_field=(0.05, -0.5, 0.87), strength=0.12),
    )
    ambient: float = 0.25
    ambient_temperature: float = 6500.0  # K
    intensity: float = 1.0
    unevenness: float = 0.12  # relative variation over the field
    patches: tuple[LightPatch, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.sources) <= 3:
            raise ValueError(f"a light needs one to three sources, not {len(self.sources)}")
        for source in self.sources:
            if source.direction_in_field[2] <= 0.0:
                raise ValueError(
                    f"light must come from above, not from {source.direction_in_field}"
                )


def color_of_temperature(kelvin: float) -> Rgb:
    """Return a black body's linear RGB, green = 1, by Kim et al.'s fit of the Planckian locus."""
    r = 1000.0 / min(max(kelvin, 1700.0), 20000.0)
    if kelvin < 4000.0:
        x = ((-0.2661239 * r - 0.2343589) * r + 0.8776956) * r + 0.179910
    else:
        x = ((-3.0258469 * r + 2.1070379) * r + 0.2226347) * r + 0.240390
    if kelvin < 2222.0:
        y = ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
    elif kelvin < 4000.0:
        y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
    else:
        y = ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
    rgb = np.maximum(_XYZ_TO_RGB @ np.array([x / y, 1.0, (1 - x - y) / y]), 0.02)
    red, green, blue = (float(c / rgb[1]) for c in rgb)
    return red, green, blue


def random_light(rng: np.random.Generator) -> Light:
    """Return random light: dim to bright, warm to cold, sometimes with patches of sun or shade."""
    temperature = float(rng.uniform(3200.0, 6500.0))
    sources = tuple(_random_source(rng, temperature) for _ in range(int(rng.integers(2, 4))))
    patches = tuple(_random_patch(rng) for _ in range(int(rng.choice([0, 0, 1, 2]))))
    return Light(
        sources=sources,
        ambient=float(rng.uniform(0.25, 0.5)),
        ambient_temperature=temperature + float(rng.uniform(-300.0, 1500.0)),
        intensity=float(np.exp(rng.uniform(math.log(0.3), math.log(1.8)))),
        unevenness=float(rng.uniform(0.05, 0.2)),
        patches=patches,
    )


def _random_source(rng: np.random.Generator, temperature: float) -> LightSource:
    azimuth, slope = rng.uniform(-math.pi, math.pi), rng.uniform(0.1, 0.9)
    direction = np.array([slope * math.cos(azimuth), slope * math.sin(azimuth), 1.0])
    x, y, z = (float(c) for c in direction / np.linalg.norm(direction))
    return LightSource(
        direction_in_field=(x, y, z),
        strength=float(rng.uniform(0.15, 0.4)),
        temperature=temperature + float(rng.uniform(-200.0, 200.0)),
        spread=float(rng.uniform(0.04, 0.25)),
    )


def _random_patch(rng: np.random.Generator) -> LightPatch:
    sunny = bool(rng.random() < 0.5)
    return LightPatch(
        center=(float(rng.uniform(-4.5, 4.5)), float(rng.uniform(-3.0, 3.0))),
        half_size=(float(rng.uniform(0.4, 3.0)), float(rng.uniform(0.3, 1.5))),
        angle=float(rng.uniform(-math.pi, math.pi)),
        blur=float(rng.uniform(0.05, 0.4)),
        gain=float(rng.uniform(1.5, 3.0) if sunny else rng.uniform(0.35, 0.7)),
        warmth=float(rng.uniform(0.0, 0.12)) if sunny else 0.0,
    )
