"""One picture, row by row: the light of each row at each moment of its exposure, and labels."""

from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.optics.motion_blur import (
    MARGIN,
    SHARP,
    continue_row,
    crossed_rows,
    gather_row,
    smear_row,
)
from kickabout.simulation.camera.optics.sensor import SensorRows, SensorTable, develop_row, read_row
from kickabout.simulation.camera.rendering.arrays import (
    Float32Array,
    Float64Array,
    Int32Array,
    UInt8Array,
    UInt32Array,
)
from kickabout.simulation.camera.rendering.ground_rows import Ground, GroundRow, shade_ground
from kickabout.simulation.camera.rendering.kernels import (
    FRAME_KERNEL,
    HALF,
    INLINED,
    ONE,
    ROW_KERNEL,
    ZERO,
)
from kickabout.simulation.camera.rendering.net_rows import Nets, shade_net
from kickabout.simulation.camera.rendering.ray_casts import cast_row
from kickabout.simulation.camera.rendering.rays import row_rays
from kickabout.simulation.camera.rendering.room_rows import Room, RoomRow, floor_columns, shade_room
from kickabout.simulation.camera.rendering.shading import Looks, shade_row
from kickabout.simulation.camera.rendering.smeared_rows import SHORT, develop_smeared_row
from kickabout.simulation.camera.scene.solids import BOTTOM, SOURCE, TOP, CameraState, Solids

_BACKGROUND, _FIELD, _LINE, _NET = 0, 1, 2, 7  # SceneClass


class Timing(NamedTuple):
    readout_time: float  # s
    exposure_time: float  # s
    moments: Int32Array  # per row, number of moments at which its light is collected
    paths: Float32Array  # n×2, px right and down by which the camera's motion moves each row


class RenderScene(NamedTuple):
    """Everything that is visible in one picture."""

    camera: CameraState
    timing: Timing
    ground: Ground
    room: Room
    solids: Solids
    solid_count: int
    looks: Looks
    nets: Nets
    net_count: int


class Scratch(NamedTuple):
    """Row buffers, padded to whole steps and lanes."""

    ground: GroundRow
    room: RoomRow
    tint: Float32Array
    net: Float32Array
    depth: Float32Array
    owner: Int32Array
    net_owner: Int32Array
    total: Float32Array  # 3×n, with margins
    smeared: Float32Array
    rays: Float64Array
    matrix: Float64Array
    order: Int32Array  # solids by first row
    active: Int32Array  # solids that may be visible in the current row
    cursor: Int32Array  # next in order, number of active
    floor: Int32Array  # first and end of the columns that show the ground, in the last row


class Labels(NamedTuple):
    """Label images; one pixel large and ignored if no labels are requested."""

    requested: bool
    class_of: UInt8Array  # per scene object
    instance_of: UInt8Array
    net_instance: UInt8Array  # per visible net
    classes: UInt8Array  # height×width
    instances: UInt8Array
    depth: Float32Array


@kernel_with(**ROW_KERNEL)
def _update_active(solids: Solids, count: int, scratch: Scratch, v: int) -> int:
    following, active = scratch.cursor[0], 0
    for i in range(scratch.cursor[1]):
        k = scratch.active[i]
        if solids.counts[k, BOTTOM] >= v:
            scratch.active[active] = k
            active += 1
    while following < count and solids.counts[scratch.order[following], TOP] <= v:
        scratch.active[active] = scratch.order[following]
        active += 1
        following += 1
    scratch.cursor[0], scratch.cursor[1] = following, active
    return active


@kernel_with(**INLINED)
def _draw_background(
    scene: RenderScene, scratch: Scratch, v: int, light: Float32Array, labels_requested: bool
) -> None:
    """Render ground and room, and their depth."""
    rays, depth, width, floor = scratch.rays, scratch.depth, scene.camera.width, scratch.floor
    red, green, blue = light[0, MARGIN:], light[1, MARGIN:], light[2, MARGIN:]
    first, end = floor_columns(scene.room, rays, width)
    if first < end:
        before, whole = floor[1] - floor[0] == width, end - first == width
        age = v & 3 if before and whole and scene.timing.moments[v] == 1 else 0
        shade_ground(
            scene.ground, rays, scratch.ground, first, end, depth, red, green, blue, age,
            labels_requested,
        )  # fmt: skip
        if first > 0:
            shade_room(scene.room, rays, 0, first, scratch.room, depth, red, green, blue, False)
    if end < width:
        is_same = bool(v & 1) and end == floor[1] == 0
        shade_room(scene.room, rays, end, width, scratch.room, depth, red, green, blue, is_same)
    floor[0], floor[1] = first, end


@kernel_with(**INLINED)
def _draw_moment(
    scene: RenderScene,
    scratch: Scratch,
    active: int,
    v: int,
    time: float,
    light: Float32Array,
    labels_requested: bool,
) -> None:
    """Render all light that falls on row v at one moment."""
    rays, depth = scratch.rays, scratch.depth
    red, green, blue = light[0, MARGIN:], light[1, MARGIN:], light[2, MARGIN:]
    _draw_background(scene, scratch, v, light, labels_requested)
    cast_row(scene.solids, scratch.active, active, rays, time, depth, scratch.owner)
    shade_row(
        scene.solids, scratch.active, active, scene.looks, rays, time, depth, scratch.owner,
        scratch.tint, red, green, blue,
    )  # fmt: skip
    if labels_requested:
        scratch.net_owner[:] = -1
    for k in range(scene.net_count):
        if scene.nets.bounds[k, 0] <= v <= scene.nets.bounds[k, 1]:
            shade_net(scene.nets, k, rays, depth, scratch.net, scratch.net_owner, red, green, blue)


@kernel_with(**ROW_KERNEL)
def _label_row(scene: RenderScene, scratch: Scratch, v: int, labels: Labels) -> None:
    first, end = scratch.floor[0], scratch.floor[1]
    for u in range(scene.camera.width):
        k, net = scratch.owner[u], scratch.net_owner[u]
        instance = np.uint8(0)
        if net >= 0:
            label, instance = np.uint8(_NET), labels.net_instance[net]
        elif k >= 0:
            source = scene.solids.counts[k, SOURCE]
            label, instance = labels.class_of[source], labels.instance_of[source]
        elif u < first or u >= end or scratch.ground.outside[u] > HALF:
            label = np.uint8(_BACKGROUND)
        else:
            label = np.uint8(_LINE if scratch.ground.paint[u] > HALF else _FIELD)
        labels.classes[v, u] = label
        labels.instances[v, u] = instance
        labels.depth[v, u] = scratch.depth[u]


@kernel_with(**ROW_KERNEL)
def _collect(light: Float32Array, total: Float32Array, moment: int, count: int) -> None:
    """Add the light of a moment; replace that of the last one by the mean of all."""
    keep, weight = ZERO if moment == 0 else ONE, np.float32(1.0 / count)
    for channel in range(3):
        source, target = light[channel], total[channel]
        for i in range(source.size):
            target[i] = keep * target[i] + weight * source[i]
        if moment == count - 1:
            for i in range(source.size):
                source[i] = target[i]


@kernel_with(**INLINED)
def _draw_row(
    scene: RenderScene, scratch: Scratch, v: int, light: Float32Array, labels: Labels
) -> None:
    """Render the light of row v during its exposure, from the camera's pose in the middle of it."""
    timing, count = scene.timing, scene.timing.moments[v]
    middle = ((v + 0.5) / scene.camera.height - 0.5) * timing.readout_time
    active = _update_active(scene.solids, scene.solid_count, scratch, v)
    camera = scene.camera
    row_rays(
        camera.rotation, camera.motion, camera.intrinsics, v, middle, scratch.matrix, scratch.rays
    )
    for moment in range(count):
        time = middle + ((moment + 0.5) / count - 0.5) * timing.exposure_time
        _draw_moment(scene, scratch, active, v, time, light, labels.requested)
        if labels.requested and moment == count // 2:
            _label_row(scene, scratch, v, labels)
        if count > 1:
            _collect(light, scratch.total, moment, count)


@kernel_with(**INLINED)
def _read(sensor: SensorTable, v: int, rows: SensorRows, out: UInt32Array) -> None:
    """Read the row before row v, which is developed; after the last row, read that one, too."""
    height = out.shape[0]
    if v > 0:
        read_row(sensor, v - 1, height, rows, out[v - 1])
    if v == height - 1:
        read_row(sensor, v, height, rows, out[v])


@kernel_with(**INLINED)
def _develop_blurred(
    scene: RenderScene, scratch: Scratch, stored: Float32Array, v: int, sensor: SensorTable,
    rows: SensorRows,
) -> None:  # fmt: skip
    """Develop row v, blurred along its path through the stored rows."""
    width, right, down = scene.camera.width, scene.timing.paths[v, 0], scene.timing.paths[v, 1]
    crossed, light = crossed_rows(down), stored[v % stored.shape[0]]
    if crossed > 1:
        gather_row(stored, v, scene.camera.height, width, right, down, scratch.total)
        light = scratch.total
    length = abs(right) / crossed
    if length < SHORT:
        develop_smeared_row(sensor, v, light, length, rows)
    else:
        smear_row(light, width, length, scratch.smeared)
        develop_row(sensor, v, scratch.smeared, rows)


@kernel_with(**FRAME_KERNEL)
def draw_picture(
    scene: RenderScene, scratch: Scratch, stored: Float32Array, labels: Labels
) -> None:
    """Render the light of all rows, which is then read through a lens."""
    scratch.cursor[:] = 0
    scratch.floor[:] = 0
    for v in range(scene.camera.height):
        _draw_row(scene, scratch, v, stored[v], labels)
        continue_row(stored[v], scene.camera.width)


@kernel_with(**FRAME_KERNEL)
def take_picture(
    scene: RenderScene,
    scratch: Scratch,
    stored: Float32Array,
    reach: int,
    sensor: SensorTable,
    rows: SensorRows,
    labels: Labels,
    out: UInt32Array,
) -> None:
    """Render the light of all rows and read it, blurred if the reach is not SHARP.

    Each row is stored until all rows that its blur reaches are rendered.
    """
    height, width, kept = scene.camera.height, scene.camera.width, stored.shape[0]
    lag = max(reach, 0)
    scratch.cursor[:] = 0
    scratch.floor[:] = 0
    for v in range(height + lag):
        if v < height:
            light = stored[v % kept]
            _draw_row(scene, scratch, v, light, labels)
        if reach == SHARP:
            develop_row(sensor, v, light, rows)
            _read(sensor, v, rows, out)
            continue
        if v < height:
            continue_row(light, width)
        ready = v - lag
        if ready >= 0:
            _develop_blurred(scene, scratch, stored, ready, sensor, rows)
            _read(sensor, ready, rows, out)
