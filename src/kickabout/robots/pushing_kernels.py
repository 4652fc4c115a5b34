"""Overlaps between capsules of different robots, and the forces they cause on the joints."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, IndexArray


@kernel
def gather(
    centers: FloatArray,
    orientations: FloatArray,
    geoms: IndexArray,
    ranges: IndexArray,
    capsules: FloatArray,
    boxes: FloatArray,
) -> None:
    """Fill in center and axis of each capsule and the bounding box of each robot.

    Radius and half length of the capsules are set already. A box is min x, y, z, max x, y, z.
    Robot r has the capsules ranges[r] to ranges[r + 1].
    """
    for robot in range(boxes.shape[0]):
        for k in range(3):
            boxes[robot, k], boxes[robot, 3 + k] = np.inf, -np.inf
        for i in range(ranges[robot], ranges[robot + 1]):
            geom = geoms[i]
            for k in range(3):
                capsules[i, k] = centers[geom, k]
                capsules[i, 3 + k] = orientations[geom, 3 * k + 2]
                extent = capsules[i, 6] + capsules[i, 7] * abs(capsules[i, 3 + k])
                boxes[robot, k] = min(boxes[robot, k], capsules[i, k] - extent)
                boxes[robot, 3 + k] = max(boxes[robot, 3 + k], capsules[i, k] + extent)


@kernel
def find_overlaps(
    capsules: FloatArray,
    boxes: FloatArray,
    ranges: IndexArray,
    pairs: IndexArray,
    overlaps: FloatArray,
) -> int:
    """Fill in pairs of capsules of different robots that overlap; return their number.

    `overlaps`: point (3), normal from first to second (3), depth.
    """
    count = 0
    common = np.empty(6)
    near = np.empty(capsules.shape[0], np.int64)
    for first in range(boxes.shape[0]):
        for second in range(first + 1, boxes.shape[0]):
            if not intersect(boxes, first, second, common):
                continue
            candidates = 0
            for j in range(ranges[second], ranges[second + 1]):
                if reaches_box(capsules, j, common):
                    near[candidates] = j
                    candidates += 1
            for i in range(ranges[first], ranges[first + 1]):
                if candidates == 0 or not reaches_box(capsules, i, common):
                    continue
                for k in range(candidates):
                    if count < pairs.shape[0] and overlap(capsules, i, near[k], overlaps, count):
                        pairs[count, 0], pairs[count, 1] = i, near[k]
                        count += 1
    return count


@kernel
def intersect(boxes: FloatArray, first: int, second: int, common: FloatArray) -> bool:
    """Fill in the intersection of two boxes; return false if it is empty."""
    for k in range(3):
        common[k] = max(boxes[first, k], boxes[second, k])
        common[3 + k] = min(boxes[first, 3 + k], boxes[second, 3 + k])
        if common[k] > common[3 + k]:
            return False
    return True


@kernel
def reaches_box(capsules: FloatArray, i: int, box: FloatArray) -> bool:
    """Whether the bounding box of a capsule touches a box."""
    for k in range(3):
        extent = capsules[i, 6] + capsules[i, 7] * abs(capsules[i, 3 + k])
        if capsules[i, k] + extent < box[k] or capsules[i, k] - extent > box[3 + k]:
            return False
    return True


@kernel
def overlap(capsules: FloatArray, i: int, j: int, overlaps: FloatArray, row: int) -> bool:
    """Whether two capsules overlap; if so, fill in point, normal and depth."""
    x = capsules[j, 0] - capsules[i, 0]
    y = capsules[j, 1] - capsules[i, 1]
    z = capsules[j, 2] - capsules[i, 2]
    touching = capsules[i, 6] + capsules[j, 6]
    max_distance = touching + capsules[i, 7] + capsules[j, 7]
    if x * x + y * y + z * z > max_distance * max_distance:
        return False
    axis_i = (capsules[i, 3], capsules[i, 4], capsules[i, 5])
    axis_j = (capsules[j, 3], capsules[j, 4], capsules[j, 5])
    along_i, along_j = closest_points(axis_i, axis_j, (x, y, z), capsules[i, 7], capsules[j, 7])
    x += along_j * axis_j[0] - along_i * axis_i[0]
    y += along_j * axis_j[1] - along_i * axis_i[1]
    z += along_j * axis_j[2] - along_i * axis_i[2]
    squared = x * x + y * y + z * z
    if squared >= touching * touching or squared < 1e-18:
        return False
    distance = math.sqrt(squared)
    normal = (x / distance, y / distance, z / distance)
    surface = capsules[i, 6] - 0.5 * (touching - distance)
    for k in range(3):
        overlaps[row, k] = capsules[i, k] + along_i * axis_i[k] + surface * normal[k]
        overlaps[row, 3 + k] = normal[k]
    overlaps[row, 6] = touching - distance
    return True


@kernel
def closest_points(
    axis_i: tuple[float, float, float],
    axis_j: tuple[float, float, float],
    between: tuple[float, float, float],
    half_i: float,
    half_j: float,
) -> tuple[float, float]:
    """Return the nearest points of two segments, as distances from their centers."""
    cosine = axis_i[0] * axis_j[0] + axis_i[1] * axis_j[1] + axis_i[2] * axis_j[2]
    toward_i = axis_i[0] * between[0] + axis_i[1] * between[1] + axis_i[2] * between[2]
    toward_j = axis_j[0] * between[0] + axis_j[1] * between[1] + axis_j[2] * between[2]
    determinant = 1.0 - cosine * cosine
    along_i = 0.0
    if determinant > 1e-6:
        along_i = (toward_i - cosine * toward_j) / determinant
        along_i = max(-half_i, min(half_i, along_i))
    along_j = max(-half_j, min(half_j, cosine * along_i - toward_j))
    along_i = max(-half_i, min(half_i, cosine * along_j + toward_i))
    return along_i, along_j


@kernel
def point_velocity(
    bodies: FloatArray, body: int, origins: FloatArray, root: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Return the velocity of a point of a body from its motion (angular, linear) at an origin."""
    x, y, z = x - origins[root, 0], y - origins[root, 1], z - origins[root, 2]
    return (
        bodies[body, 3] + bodies[body, 1] * z - bodies[body, 2] * y,
        bodies[body, 4] + bodies[body, 2] * x - bodies[body, 0] * z,
        bodies[body, 5] + bodies[body, 0] * y - bodies[body, 1] * x,
    )


@kernel
def contact_force(
    overlaps: FloatArray, row: int, x: float, y: float, z: float, parameters: FloatArray
) -> tuple[float, tuple[float, float, float]]:
    """Return the normal force and the whole force on the second body.

    x, y, z: velocity of the second body relative to the first.

    `parameters`: stiffness, damping, friction, speed at which friction reaches half its value.
    """
    normal_x, normal_y, normal_z = overlaps[row, 3], overlaps[row, 4], overlaps[row, 5]
    approach = -(x * normal_x + y * normal_y + z * normal_z)
    pressure = max(0.0, parameters[0] * overlaps[row, 6] + parameters[1] * approach)
    x += approach * normal_x
    y += approach * normal_y
    z += approach * normal_z
    speed = math.sqrt(x * x + y * y + z * z)
    drag = parameters[2] / (speed + parameters[3])
    force_x = pressure * (normal_x - drag * x)
    force_y = pressure * (normal_y - drag * y)
    force_z = pressure * (normal_z - drag * z)
    return pressure, (force_x, force_y, force_z)


@kernel
def add_force(
    force: tuple[float, float, float],
    x: float,
    y: float,
    z: float,
    dof: int,
    dof_parents: IndexArray,
    axes: FloatArray,
    generalized: FloatArray,
) -> None:
    """Add the effect of a force to a degree of freedom and to all before it in the chain.

    x, y, z: point where it acts, relative to the origin of `axes` (angular, linear).
    """
    torque_x = y * force[2] - z * force[1]
    torque_y = z * force[0] - x * force[2]
    torque_z = x * force[1] - y * force[0]
    while dof >= 0:
        turning = axes[dof, 0] * torque_x + axes[dof, 1] * torque_y + axes[dof, 2] * torque_z
        moving = axes[dof, 3] * force[0] + axes[dof, 4] * force[1] + axes[dof, 5] * force[2]
        generalized[dof] += turning + moving
        dof = dof_parents[dof]


@kernel
def push_apart(
    count: int,
    pairs: IndexArray,
    overlaps: FloatArray,
    carriers: IndexArray,
    dof_parents: IndexArray,
    bodies: FloatArray,
    origins: FloatArray,
    axes: FloatArray,
    parameters: FloatArray,
    generalized: FloatArray,
    forces: FloatArray,
) -> None:
    """Add the forces of all overlaps to the degrees of freedom and, summed, to robot × robot.

    `carriers`: body, last degree of freedom, root body and robot of each capsule. `bodies`: angular
    and linear velocity. `origins`: the points that velocities and axes refer to, by root body.
    """
    for row in range(count):
        i, j = pairs[row, 0], pairs[row, 1]
        root_i, root_j = carriers[i, 2], carriers[j, 2]
        x, y, z = overlaps[row, 0], overlaps[row, 1], overlaps[row, 2]
        of_i = point_velocity(bodies, carriers[i, 0], origins, root_i, x, y, z)
        of_j = point_velocity(bodies, carriers[j, 0], origins, root_j, x, y, z)
        pressure, force = contact_force(
            overlaps, row, of_j[0] - of_i[0], of_j[1] - of_i[1], of_j[2] - of_i[2], parameters
        )
        back = (-force[0], -force[1], -force[2])
        add_force(
            back,
            x - origins[root_i, 0],
            y - origins[root_i, 1],
            z - origins[root_i, 2],
            carriers[i, 1],
            dof_parents,
            axes,
            generalized,
        )
        add_force(
            force,
            x - origins[root_j, 0],
            y - origins[root_j, 1],
            z - origins[root_j, 2],
            carriers[j, 1],
            dof_parents,
            axes,
            generalized,
        )
        forces[carriers[i, 3], carriers[j, 3]] += pressure
        forces[carriers[j, 3], carriers[i, 3]] += pressure
