"""Memory that is reused for every picture of one size."""

from typing import NamedTuple

import numpy as np

from kickabout.simulation.camera.optics.motion_blur import MARGIN
from kickabout.simulation.camera.optics.sensor import SensorRows, make_sensor_rows
from kickabout.simulation.camera.rendering import shading
from kickabout.simulation.camera.rendering.arrays import Float32Array, Int32Array, UInt8Array
from kickabout.simulation.camera.rendering.frame import Scratch
from kickabout.simulation.camera.rendering.ground_paint import STEP
from kickabout.simulation.camera.rendering.ground_rows import make_ground_row
from kickabout.simulation.camera.rendering.kernels import LANES
from kickabout.simulation.camera.rendering.net_rows import Nets
from kickabout.simulation.camera.rendering.room_rows import make_room_row
from kickabout.simulation.camera.rendering.shading import Looks
from kickabout.simulation.camera.scene import solids
from kickabout.simulation.camera.scene.solids import Solids

MAX_SOLIDS = 2048
MAX_NETS = 64


class Buffers(NamedTuple):
    scratch: Scratch
    sensor_rows: SensorRows
    moments: Int32Array
    paths: Float32Array
    net_instances: UInt8Array


def make_stored_rows(width: int, rows: int) -> Float32Array:
    """Return zero light of some rows, with margins for whole steps and lanes."""
    return np.zeros((rows, 3, width + 2 * MARGIN), np.float32)


def make_buffers(width: int, height: int) -> Buffers:
    stepped = -(-width // STEP) * STEP
    padded = stepped + LANES
    scratch = Scratch(
        ground=make_ground_row(stepped),
        room=make_room_row(padded),
        tint=np.zeros(padded, np.float32),
        net=np.zeros(padded, np.float32),
        depth=np.zeros(padded, np.float32),
        owner=np.zeros(padded, np.int32),
        net_owner=np.zeros(padded, np.int32),
        total=make_stored_rows(width, 1)[0],
        smeared=make_stored_rows(width, 1)[0],
        rays=np.zeros(12),
        matrix=np.zeros((3, 3)),
        order=np.zeros(MAX_SOLIDS, np.int32),
        active=np.zeros(MAX_SOLIDS, np.int32),
        cursor=np.zeros(2, np.int32),
        floor=np.zeros(2, np.int32),
    )
    return Buffers(
        scratch=scratch,
        sensor_rows=make_sensor_rows(width),
        moments=np.ones(height, np.int32),
        paths=np.zeros((height, 2), np.float32),
        net_instances=np.zeros(MAX_NETS, np.uint8),
    )


def make_solids() -> Solids:
    return Solids(
        numbers=np.zeros((MAX_SOLIDS, solids.SOLID_NUMBERS)),
        counts=np.zeros((MAX_SOLIDS, solids.SOLID_COUNTS), np.int32),
        rays=np.zeros((MAX_SOLIDS, solids.RAY_NUMBERS), np.float32),
    )


def make_looks() -> Looks:
    return Looks(
        numbers=np.zeros((MAX_SOLIDS, shading.LOOK_NUMBERS), np.float32),
        printed=np.zeros((MAX_SOLIDS, 2), np.float32),
        turn=np.zeros((MAX_SOLIDS, 3)),
    )


def make_nets() -> Nets:
    return Nets(
        frame=np.zeros((MAX_NETS, 3, 3)),
        center=np.zeros((MAX_NETS, 3)),
        half_size=np.zeros((MAX_NETS, 2)),
        bounds=np.zeros((MAX_NETS, 4), np.int32),
        colors=np.zeros((MAX_NETS, 3), np.float32),
        rays=np.zeros((MAX_NETS, 3, 3), np.float32),
    )
