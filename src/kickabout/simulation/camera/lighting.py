"""The light of a venue in all the forms the renderer needs, and the shadows on the ground."""

import numpy as np
from numba import njit

from kickabout.representations.field import FieldDimensions
from kickabout.simulation.camera.appearance import Appearance
from kickabout.simulation.camera.arrays import KERNEL, Float64Array, Int32Array
from kickabout.simulation.camera.light import Light
from kickabout.simulation.camera.light_map import SOURCES, TEXEL, ground_map, light_table
from kickabout.simulation.camera.objects import SceneObjects
from kickabout.simulation.camera.shading import ShadingLight
from kickabout.simulation.camera.shadows import cast_shadows, restore
from kickabout.simulation.camera.solids import Stand

_PATCH = 256  # texels, the largest shadow
_MOST_SHADOWS = 256
_SHADOW_RANGE = 8.0  # m from the camera; farther shadows are a pixel or two high
_SHADOW_REACH = 1.5  # m, how far a shadow may lie from what casts it
_BOUNCE = 0.75  # share of the carpet's light that reaches surfaces that look down
_WALL_SHARE = 0.6  # lamps point at the field


@njit(**KERNEL)
def _select_casting(position: Float64Array, stand: Stand, casting: Int32Array) -> None:
    """Things whose shadow may be in the picture."""
    opening = stand.width / stand.intrinsics[0] * 0.6
    forward_x, forward_y = stand.rotation[0, 0], stand.rotation[1, 0]
    left_x, left_y = stand.rotation[0, 1], stand.rotation[1, 1]
    for n in range(casting.size):
        x, y = position[n, 0] - stand.motion[0, 0], position[n, 1] - stand.motion[0, 1]
        ahead = x * forward_x + y * forward_y
        aside = abs(x * left_x + y * left_y)
        near = x * x + y * y < _SHADOW_RANGE**2
        inside = aside < opening * max(ahead, 0.0) + _SHADOW_REACH and ahead > -_SHADOW_REACH
        casting[n] = 1 if near and inside else 0


class Lighting:
    """Holds a clean map of the ground's light and one with the shadows of the current picture."""

    def __init__(
        self,
        field: FieldDimensions,
        appearance: Appearance,
        light: Light,
        standing: SceneObjects,
    ) -> None:
        self.table = light_table(light)
        clean = ground_map(field, appearance, light)
        self.clean = clean.texels
        self.origin = np.array([clean.origin_x, clean.origin_y])
        self._patch = np.ones((_PATCH, _PATCH), np.float32)
        self._touched = np.zeros((_MOST_SHADOWS, 4), np.int32)
        self._touched_count = 0
        for start in range(0, len(standing), _MOST_SHADOWS // (SOURCES + 1)):
            self._bake(standing, slice(start, start + _MOST_SHADOWS // (SOURCES + 1)))
        self.texels = self.clean.copy()
        self.shading = self._shading(appearance)
        self.room = (_WALL_SHARE * self.table.ground).astype(np.float32)

    def _shading(self, appearance: Appearance) -> ShadingLight:
        colors = self.table.colors
        direct = colors[:SOURCES].sum(axis=0)
        bounce = _BOUNCE * self.table.ground * np.array(appearance.carpet_color)
        return ShadingLight(
            strengths=colors[:SOURCES, 1].astype(np.float32),
            colors=np.stack([direct / direct[1], colors[SOURCES], bounce]).astype(np.float32),
        )

    def _bake(self, standing: SceneObjects, part: slice) -> None:
        """Shadows of things that never move; each on its own, since they stand far apart."""
        count = len(standing.shape[part])
        cast_shadows(
            self.clean,
            self.origin,
            TEXEL,
            standing.shape[part],
            standing.size[part],
            standing.position[part],
            standing.rotation[part],
            np.arange(count, dtype=np.int32),
            np.ones(count, np.int32),
            self.table.directions,
            self.table.shares,
            self.table.spreads,
            self._patch,
            self._touched,
        )

    def cast(self, objects: SceneObjects, stand: Stand) -> None:
        """Replace the shadows of the last picture by those of these objects."""
        restore(self.texels, self.clean, self._touched, self._touched_count)
        casting = np.empty(len(objects), np.int32)
        _select_casting(objects.position, stand, casting)
        self._touched_count = cast_shadows(
            self.texels,
            self.origin,
            TEXEL,
            objects.shape,
            objects.size,
            objects.position,
            objects.rotation,
            objects.instance,
            casting,
            self.table.directions,
            self.table.shares,
            self.table.spreads,
            self._patch,
            self._touched,
        )
