"""One picture, row by row: what each row shows at each moment of its exposure, and its labels."""

from typing import NamedTuple

import numpy as np
from numba import njit

from kickabout.simulation.camera.arrays import (
    FAR,
    FRAME_KERNEL,
    HALF,
    INLINED,
    ONE,
    ROW_KERNEL,
    ZERO,
    Float32Array,
    Float64Array,
    Int32Array,
    UInt8Array,
    UInt32Array,
)
from kickabout.simulation.camera.ground_rows import Ground, GroundRow, shade_ground
from kickabout.simulation.camera.motion_blur import STORED_ROWS, blur_row, store_row
from kickabout.simulation.camera.net_rows import Nets, shade_net
from kickabout.simulation.camera.ray_casts import cast_row
from kickabout.simulation.camera.rays import row_rays
from kickabout.simulation.camera.room_rows import Room, RoomRow, is_inside, shade_room
from kickabout.simulation.camera.sensor import SensorRows, SensorTable, develop_row, read_row
from kickabout.simulation.camera.shading import Looks, shade_row
from kickabout.simulation.camera.solids import BOTTOM, SOURCE, TOP, Solids, Stand

_BACKGROUND, _FIELD, _LINE, _NET = 0, 1, 2, 7  # SceneClass


class Timing(NamedTuple):
    readout_time: float  # s
    exposure_time: float  # s
    moments: Int32Array  # per row, in which things are looked at that move on their own
    paths: Float32Array  # n×2, px right and down that the camera moves the picture in each row


class Scene(NamedTuple):
    """What there is to see, for one picture."""

    stand: Stand
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
    light: Float32Array  # 3×n
    total: Float32Array  # 3×n
    blur: Float32Array
    rays: Float64Array
    matrix: Float64Array
    order: Int32Array  # solids by first row
    active: Int32Array  # solids that the current row may meet
    cursor: Int32Array  # next in order, number of active


class Labels(NamedTuple):
    """Pictures of what is seen; one row high and ignored where nobody asks."""

    wanted: bool
    class_of: UInt8Array  # per scene object
    instance_of: UInt8Array
    net_instance: UInt8Array  # per visible net
    classes: UInt8Array  # height×width
    instances: UInt8Array
    depth: Float32Array


@njit(**ROW_KERNEL)
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


@njit(**INLINED)
def _draw_background(
    scene: Scene, scratch: Scratch, v: int, light: Float32Array, labels_wanted: bool
) -> None:
    """Ground and room; depth becomes theirs."""
    rays, depth = scratch.rays, scratch.depth
    width, last = scene.stand.width, scene.stand.width - 1.0
    red, green, blue = light[0], light[1], light[2]
    above_horizon = min(rays[2], rays[2] + rays[5] * last) >= 0.0
    if not above_horizon:
        age = v & 3 if scene.timing.moments[v] == 1 else 0
        size = scratch.ground.x.size
        shade_ground(
            scene.ground, rays, scratch.ground, depth[:size], red[:size], green[:size],
            blue[:size], age, labels_wanted,
        )  # fmt: skip
    if labels_wanted:
        scratch.room.distance[:] = ZERO if above_horizon else FAR
    if not (is_inside(scene.room, rays, 0.0) and is_inside(scene.room, rays, last)):
        shade_room(scene.room, rays, width, above_horizon, scratch.room, depth, red, green, blue)


@njit(**INLINED)
def _draw_moment(
    scene: Scene,
    scratch: Scratch,
    active: int,
    v: int,
    time: float,
    light: Float32Array,
    labels_wanted: bool,
) -> None:
    """All light that falls on row v at one moment."""
    rays, depth = scratch.rays, scratch.depth
    red, green, blue = light[0], light[1], light[2]
    _draw_background(scene, scratch, v, light, labels_wanted)
    cast_row(scene.solids, scratch.active, active, rays, time, depth, scratch.owner)
    shade_row(
        scene.solids, scratch.active, active, scene.looks, rays, time, depth, scratch.owner,
        scratch.tint, red, green, blue,
    )  # fmt: skip
    if labels_wanted:
        scratch.net_owner[:] = -1
    for k in range(scene.net_count):
        if scene.nets.bounds[k, 0] <= v <= scene.nets.bounds[k, 1]:
            shade_net(scene.nets, k, rays, depth, scratch.net, scratch.net_owner, red, green, blue)


@njit(**ROW_KERNEL)
def _label_row(scene: Scene, scratch: Scratch, v: int, labels: Labels) -> None:
    for u in range(scene.stand.width):
        k, net = scratch.owner[u], scratch.net_owner[u]
        instance = np.uint8(0)
        if net >= 0:
            label, instance = np.uint8(_NET), labels.net_instance[net]
        elif k >= 0:
            source = scene.solids.counts[k, SOURCE]
            label, instance = labels.class_of[source], labels.instance_of[source]
        elif scratch.room.distance[u] <= scratch.depth[u] or scratch.ground.outside[u] > HALF:
            label = np.uint8(_BACKGROUND)
        else:
            label = np.uint8(_LINE if scratch.ground.paint[u] > HALF else _FIELD)
        labels.classes[v, u] = label
        labels.instances[v, u] = instance
        labels.depth[v, u] = scratch.depth[u]


@njit(**ROW_KERNEL)
def _collect(light: Float32Array, total: Float32Array, moment: int, count: int) -> None:
    """Add a moment's light; the last one is replaced by the mean of all."""
    keep, share = ZERO if moment == 0 else ONE, np.float32(1.0 / count)
    for channel in range(3):
        source, target = light[channel], total[channel]
        for i in range(source.size):
            target[i] = keep * target[i] + share * source[i]
        if moment == count - 1:
            for i in range(source.size):
                source[i] = target[i]


@njit(**INLINED)
def _draw_row(scene: Scene, scratch: Scratch, v: int, light: Float32Array, labels: Labels) -> None:
    """Light that row v collects during its exposure, from where the camera is in its middle."""
    timing, count = scene.timing, scene.timing.moments[v]
    middle = ((v + 0.5) / scene.stand.height - 0.5) * timing.readout_time
    active = _update_active(scene.solids, scene.solid_count, scratch, v)
    stand = scene.stand
    row_rays(
        stand.rotation, stand.motion, stand.intrinsics, v, middle, scratch.matrix, scratch.rays
    )
    for moment in range(count):
        time = middle + ((moment + 0.5) / count - 0.5) * timing.exposure_time
        _draw_moment(scene, scratch, active, v, time, light, labels.wanted)
        if labels.wanted and moment == count // 2:
            _label_row(scene, scratch, v, labels)
        if count > 1:
            _collect(light, scratch.total, moment, count)


@njit(**INLINED)
def _read(
    sensor: SensorTable, v: int, light: Float32Array, rows: SensorRows, out: UInt32Array
) -> None:
    """Develop row v; read the one before, and after the last row also that."""
    height = out.shape[0]
    develop_row(sensor, v, light, rows)
    if v > 0:
        read_row(sensor, v - 1, height, rows, out[v - 1])
    if v == height - 1:
        read_row(sensor, v, height, rows, out[v])


@njit(**FRAME_KERNEL)
def take_picture(
    scene: Scene,
    scratch: Scratch,
    stored: Float32Array,
    sensor: SensorTable,
    rows: SensorRows,
    labels: Labels,
    out: UInt32Array,
) -> None:
    """Draw the light of all rows and read it.

    Without stored rows each one is read at once; with STORED_ROWS they are blurred before; with all
    of them they are only drawn.
    """
    height, width, light = scene.stand.height, scene.stand.width, scratch.light
    kept, paths = stored.shape[0], scene.timing.paths
    lag = STORED_ROWS // 2 - 1
    scratch.cursor[:] = 0
    for v in range(height + lag):
        if v < height:
            _draw_row(scene, scratch, v, light, labels)
            if kept > 0:
                store_row(light, width, stored[v % kept])
            else:
                _read(sensor, v, light, rows, out)
        ready = v - lag
        if kept == STORED_ROWS and ready >= 0:
            right, down = paths[ready, 0], paths[ready, 1]
            blur_row(stored, ready, height, right, down, scratch.blur, scratch.total, 0, width)
            _read(sensor, ready, scratch.total, rows, out)
