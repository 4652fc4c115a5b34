"""The light of a venue in all forms that the renderer needs, and the shadows on the ground."""

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

_BOUNCE = 0.75  # fraction of the carpet's light that reaches surfaces that face down
_WALL_FRACTION = 0.6  # of the light on the ground, because lamps point at the field


class Lighting:
    """Maps of the ground's light without and with the shadows of the current scene."""

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
        self.room = (_WALL_FRACTION * table.ground).astype(np.float32)
        self._sources = Sources(table.directions, table.fractions, table.spreads)
        self._memory = make_shadow_memory()
        self._clean = clean.texels
        self._bake(standing)
        self.texels = self._clean.copy()
        self._changed = 0
        self.illumination = self._illumination(appearance, table)

    def _illumination(self, appearance: Appearance, table: LightTable) -> Illumination:
        """Return the light for shading: the strongest source, and the sum of all others."""
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
        """Cast the shadows of static objects one by one, since they stand far apart."""
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
        restore(self.texels, self._clean, self._memory.rectangles, self._changed)
        bodies = Bodies(
            objects.shape,
            objects.size,
            objects.position,
            objects.rotation,
            objects.instance,
        )
        self._changed = cast_shadows(
            self.texels, self.origin, TEXEL, bodies, self._sources, self._memory
        )
