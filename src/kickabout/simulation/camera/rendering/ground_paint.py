"""Color of the ground in parts of a pixel row, from fractions of paint, fibers and light."""

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import ONE, ROW_KERNEL, ZERO

STEP = 16  # px between look-ups of light
_PER_STEP = np.float32(1.0 / STEP)
_LINE_FIBER = np.float32(0.35)  # painted fibers differ less
_FLOOR_FIBER = np.float32(0.25)


@kernel_with(**ROW_KERNEL)
def paint_plain(
    colors: Float32Array,
    is_carpet: bool,
    nodes: Float32Array,
    fiber: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Color a part with nothing but carpet, or nothing but floor, which has constant brightness."""
    color, strength = colors[0 if is_carpet else 2], ONE if is_carpet else _FLOOR_FIBER
    varies = ONE if is_carpet else ZERO
    r0, g0, b0 = color[0], color[1], color[2]
    for node in range(red.size // STEP):
        light_0, light_1 = nodes[node, 0], (nodes[node + 1, 0] - nodes[node, 0]) * _PER_STEP
        warmth_0, warmth_1 = nodes[node, 1], (nodes[node + 1, 1] - nodes[node, 1]) * _PER_STEP
        bright_0 = ONE + varies * (nodes[node, 2] - ONE)
        bright_1 = varies * (nodes[node + 1, 2] - nodes[node, 2]) * _PER_STEP
        texture_0 = strength * nodes[node, 3]
        texture_1 = strength * (nodes[node + 1, 3] - nodes[node, 3]) * _PER_STEP
        start, end = node * STEP, node * STEP + STEP
        fiber_part, red_part = fiber[start:end], red[start:end]
        green_part, blue_part = green[start:end], blue[start:end]
        for i in range(STEP):
            u = np.float32(np.int32(i))
            texture = ONE + np.float32(fiber_part[i]) * (texture_0 + texture_1 * u)
            carpet = (light_0 + light_1 * u) * (bright_0 + bright_1 * u) * texture
            warmth = warmth_0 + warmth_1 * u
            red_part[i] = (ONE + warmth) * carpet * r0
            green_part[i] = carpet * g0
            blue_part[i] = (ONE - warmth) * carpet * b0


@kernel_with(**ROW_KERNEL)
def mix_paint(
    colors: Float32Array,
    nodes: Float32Array,
    paint: Float32Array,
    outside: Float32Array,
    fiber: Int32Array,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
) -> None:
    """Color a part with carpet, lines and floor."""
    r0, g0, b0 = colors[0, 0], colors[0, 1], colors[0, 2]
    r1, g1, b1 = colors[1, 0], colors[1, 1], colors[1, 2]
    r2, g2, b2 = colors[2, 0], colors[2, 1], colors[2, 2]
    for node in range(red.size // STEP):
        light_0, light_1 = nodes[node, 0], (nodes[node + 1, 0] - nodes[node, 0]) * _PER_STEP
        warmth_0, warmth_1 = nodes[node, 1], (nodes[node + 1, 1] - nodes[node, 1]) * _PER_STEP
        bright_0, bright_1 = nodes[node, 2], (nodes[node + 1, 2] - nodes[node, 2]) * _PER_STEP
        texture_0, texture_1 = nodes[node, 3], (nodes[node + 1, 3] - nodes[node, 3]) * _PER_STEP
        start, end = node * STEP, node * STEP + STEP
        paint_part, outside_part, fiber_part = (
            paint[start:end],
            outside[start:end],
            fiber[start:end],
        )
        red_part, green_part, blue_part = red[start:end], green[start:end], blue[start:end]
        for i in range(STEP):
            u = np.float32(np.int32(i))
            texture = np.float32(fiber_part[i]) * (texture_0 + texture_1 * u)
            light, warmth = light_0 + light_1 * u, warmth_0 + warmth_1 * u
            floor = outside_part[i]
            line = paint_part[i] * (ONE - floor)
            carpet = (ONE - floor - line) * (bright_0 + bright_1 * u) * (ONE + texture)
            line *= ONE + _LINE_FIBER * texture
            floor *= ONE + _FLOOR_FIBER * texture
            red_part[i] = light * (ONE + warmth) * (carpet * r0 + line * r1 + floor * r2)
            green_part[i] = light * (carpet * g0 + line * g1 + floor * g2)
            blue_part[i] = light * (ONE - warmth) * (carpet * b0 + line * b1 + floor * b2)
