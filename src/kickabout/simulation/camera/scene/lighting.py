"""The light of a venue in all the forms the renderer needs, and the shadows on the ground."""

import numpy as np

from kickabout.representations.field import FieldDimensions
from kickabout.simulation.camera.rendering.shadows import (
    Bodies,
    Sources,
    cast_shadows,
    make_shadow_memory,
    restore,
)
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.scene.light_map import (
    SOURCES,
    TEXEL,
    LightTable,
    ground_map,
    light_table,
)
from kickabout.simulation.camera.scene.looks import Illumination
from kickabout.simulation.camera.scene.objects import SceneObjects

_BOUNCE = 0.75  # share of the carpet's light that reaches surfaces that look down
_WALL_SHARE = 0.6  # lamps point at the field


class Lighting:
    """Holds a clean map of the ground's light and one with the shadows of the current scene."""

    def __init__(
        self,
        field: FieldDimensions,
        appearance: Appearance,
        light: Light,
        standing: SceneObjects,
    ) -> None:
        table = light_table(light)
        clean = ground_map(field, appearance, light)
        self.origin = np.array([clean.origin_x, clean.origin_y])
        self.ground = table.ground
        self.room = (_WALL_SHARE * table.ground).astype(np.float32)
        self._sources = Sources(table.directions, table.shares, table.spreads)
        self._memory = make_shadow_memory()
        self._clean = clean.texels
        self._bake(standing)
        self.texels = self._clean.copy()
        self._touched = 0
        self.illumination = self._illumination(appearance, table)

    def _illumination(self, appearance: Appearance, table: LightTable) -> Illumination:
        """What things are shaded with: the strongest source, and all others as one."""
        vectors = table.directions[:SOURCES] * table.colors[:SOURCES, 1:2]
        strongest = int(np.argmax(table.colors[:SOURCES, 1]))
        direct = table.colors[:SOURCES].sum(axis=0)
        bounce = _BOUNCE * table.ground * np.array(appearance.carpet_color)
        return Illumination(
            key=vectors[strongest],
            fill=vectors.sum(axis=0) - vectors[strongest],
            colors=np.stack([direct / direct[1], table.colors[SOURCES], bounce]),
            texels=self._clean,
            origin=self.origin,
        )

    def _bake(self, standing: SceneObjects) -> None:
        """Shadows of things that never move; each on its own, since they stand far apart."""
        at_once = len(self._memory.rectangles) // (SOURCES + 1)
        for start in range(0, len(standing), at_once):
            part = slice(start, start + at_once)
            count = len(standing.shape[part])
            bodies = Bodies(
                standing.shape[part],
                standing.size[part],
                standing.position[part],
                standing.rotation[part],
                np.arange(count, dtype=np.int32),
            )
            cast_shadows(self._clean, self.origin, TEXEL, bodies, self._sources, self._memory)

    def cast(self, objects: SceneObjects) -> None:
        """Replace the shadows of the last scene by those of these objects."""
        restore(self.texels, self._clean, self._memory.rectangles, self._touched)
        bodies = Bodies(
            objects.shape,
            objects.size,
            objects.position,
            objects.rotation,
            objects.instance,
        )
        self._touched = cast_shadows(
            self.texels, self.origin, TEXEL, bodies, self._sources, self._memory
        )
