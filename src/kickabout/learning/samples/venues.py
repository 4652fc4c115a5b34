"""Training venues: from random numbers to halls, lights and cameras.

Parts of the ranges of appearances are held out from training and used for evaluation only.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kickabout.representations import FieldDimensions
from kickabout.robots.nao.cameras import CAMERA_NAMES, LOWER, UPPER
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.simulation.camera.optics.optics import CameraOptics, ExposureSettings
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance, Rgb, random_appearance
from kickabout.simulation.camera.scene.light import (
    Light,
    LightPatch,
    color_of_temperature,
    random_light,
)
from kickabout.soccer.league import rendered_fields

HELD_OUT_FROM = 0.85  # in each range of appearances, the part above is for evaluation only
SIZES = {UPPER: (640, 480), LOWER: (320, 240)}
HALF_SHADOW = 0.25  # fraction of venues that are half in the shade
FLAT_LIGHT = 0.25  # fraction of lights that cast hardly any shadows, as in simple renderers
BARE_HALL = 0.25  # fraction of venues with nothing around the field
UNDEREXPOSED = 0.2  # fraction of underexposed pictures
TEMPERATURES = (2700.0, 7600.0)  # K, warm lamps to a cold sky


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Venue:
    """A hall with its light, and the cameras that are used in it."""

    field: FieldDimensions
    renderer: Renderer
    light: Light
    optics: dict[str, CameraOptics]
    held_out: bool


def range_fraction(rng: np.random.Generator, *, held_out: bool) -> float:
    """Return a random fraction of a range of appearances, for training or held out."""
    low, high = (HELD_OUT_FROM, 1.0) if held_out else (0.0, HELD_OUT_FROM)
    return float(rng.uniform(low, high))


def random_venue(
    rng: np.random.Generator, *, leagues: Sequence[str] = (), held_out: bool = False
) -> Venue:
    """Return a venue of one of these leagues, or of those that are rendered by default."""
    fields = rendered_fields(leagues)
    field = fields[int(rng.integers(len(fields)))]
    light = wide_light(rng, held_out=held_out)
    return Venue(
        field=field,
        renderer=Renderer(field, _appearance(rng, held_out=held_out), light),
        light=light,
        optics={camera: _optics(rng, camera) for camera in CAMERA_NAMES},
        held_out=held_out,
    )


def relit(venue: Venue, rng: np.random.Generator) -> Venue:
    """Return the same hall with another light."""
    light = wide_light(rng, held_out=venue.held_out)
    venue.renderer.relight(light)
    return replace(venue, light=light)


def wide_light(rng: np.random.Generator, *, held_out: bool) -> Light:
    """Return light of 0.3 to 1.8 of nominal intensity, warm to cold, sometimes half shaded."""
    light = random_light(rng)
    coldest, warmest = TEMPERATURES
    temperature = coldest + (warmest - coldest) * range_fraction(rng, held_out=held_out)
    is_flat = rng.random() < FLAT_LIGHT
    sources = tuple(
        replace(
            source,
            temperature=temperature + float(rng.uniform(-250.0, 250.0)),
            strength=source.strength * (0.15 if is_flat else 1.0),
        )
        for source in light.sources
    )
    patches = light.patches
    if rng.random() < HALF_SHADOW:
        patches = (*patches, _half_shadow(rng))
    return replace(
        light,
        sources=sources,
        patches=patches,
        ambient=float(rng.uniform(0.7, 1.0) if is_flat else rng.uniform(0.2, 0.8)),
        ambient_temperature=temperature + float(rng.uniform(-300.0, 1500.0)),
    )


def exposure_for(light: Light, rng: np.random.Generator) -> ExposureSettings:
    """Return roughly the settings of a camera driver, with errors; more gain in the dark."""
    wanted = 0.008 / light.intensity * math.exp(rng.normal(0.0, 0.3))
    if rng.random() < UNDEREXPOSED:
        wanted *= float(rng.uniform(0.3, 0.8))
    gain = min(4.0, max(1.0, wanted / float(rng.uniform(0.006, 0.03))))
    lamps = [source.temperature for source in light.sources]
    red, green, blue = color_of_temperature(sum(lamps) / len(lamps))
    error = np.exp(rng.normal(0.0, 0.1, 2))
    return ExposureSettings(
        exposure_time=wanted / gain,
        gain=gain,
        white_balance=(green / red * float(error[0]), 1.0, green / blue * float(error[1])),
        saturation=float(rng.uniform(0.6, 1.3)),
    )


def _half_shadow(rng: np.random.Generator) -> LightPatch:
    angle = float(rng.uniform(-math.pi, math.pi))
    return LightPatch(
        center=(4.0 * math.cos(angle), 3.0 * math.sin(angle)),
        half_size=(6.0, 4.0),
        angle=angle,
        blur=float(rng.uniform(0.03, 0.4)),
        gain=float(rng.uniform(0.3, 0.6)),
    )


def _appearance(rng: np.random.Generator, *, held_out: bool) -> Appearance:
    look = random_appearance(rng)
    return replace(
        look,
        carpet_color=_carpet(rng, range_fraction(rng, held_out=held_out)),
        carpet_contrast=float(rng.uniform(0.02, 0.45)),
        mowing=float(rng.uniform(0.0, 0.2)),
        clutter=0.0 if rng.random() < BARE_HALL else look.clutter,
        floor_color=_any_color(rng, 0.03, 0.6),
        wall_color=_any_color(rng, 0.08, 0.8),
        line_color=_any_color(rng, 0.5, 0.85, strength=0.08),
    )


def _carpet(rng: np.random.Generator, tone: float) -> Rgb:
    """Return a green from yellowish to bluish by `tone`, dark or bright at random."""
    green = math.exp(rng.uniform(math.log(0.07), math.log(0.30)))
    red = green * (0.62 - 0.5 * tone) * math.exp(rng.normal(0.0, 0.1))
    blue = green * (0.15 + 0.5 * tone) * math.exp(rng.normal(0.0, 0.1))
    return red, green, blue


def _any_color(rng: np.random.Generator, low: float, high: float, *, strength: float = 0.6) -> Rgb:
    value = math.exp(rng.uniform(math.log(low), math.log(high)))
    red, green, blue = (float(value * (1.0 - strength * rng.random())) for _ in range(3))
    return red, green, blue


def _optics(rng: np.random.Generator, camera: str) -> CameraOptics:
    nao, (width, height) = nao_dimensions(), SIZES[camera]
    mount = nao.cameras.upper if camera == UPPER else nao.cameras.lower
    optics = CameraOptics.from_opening_angles(
        width=width,
        height=height,
        horizontal=nao.optics.horizontal_opening_angle,
        vertical=nao.optics.vertical_opening_angle,
        readout_time=mount.recording_time,
    )
    return replace(
        optics,
        softness=float(rng.uniform(0.0, 0.22)),
        vignetting=float(rng.uniform(0.0, 0.4)),
        shot_noise=float(rng.uniform(0.003, 0.04)),
        read_noise=float(rng.uniform(0.0005, 0.005)),
    )
