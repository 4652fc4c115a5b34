"""Forward kinematics: from joint angles to link poses and the center of mass."""

import math

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, IndexArray


@kernel
def forward(
    angles: FloatArray,
    tree: IndexArray,
    geometry: FloatArray,
    rotations: FloatArray,
    translations: FloatArray,
    center_of_mass: FloatArray,
) -> None:
    """Fill in the pose of every link in the frame of the first one, and the center of mass.

    `tree` has one row per link: its parent and its joint, -1 if it is fixed to the parent.
    `geometry` has one row per link: origin in the parent (3), axis (3), angle at joint angle zero,
    center of mass (3), mass.
    """
    total = 0.0
    center_of_mass[:] = 0.0
    for link in range(tree.shape[0]):
        row = geometry[link]
        if link == 0:
            rotations[0] = 0.0
            rotations[0, 0, 0] = rotations[0, 1, 1] = rotations[0, 2, 2] = 1.0
            translations[0] = row[:3]
        else:
            angle = row[6]
            if tree[link, 1] >= 0:
                angle += angles[tree[link, 1]]
            place(link, tree[link, 0], row, angle, rotations, translations)
        mass = row[10]
        if mass > 0.0:
            total += mass
            for i in range(3):
                center_of_mass[i] += mass * (
                    translations[link, i]
                    + rotations[link, i, 0] * row[7]
                    + rotations[link, i, 1] * row[8]
                    + rotations[link, i, 2] * row[9]
                )
    for i in range(3):
        center_of_mass[i] /= total


@kernel
def place(
    link: int,
    parent: int,
    row: FloatArray,
    angle: float,
    rotations: FloatArray,
    translations: FloatArray,
) -> None:
    """Fill in the pose of a link, turned by an angle about its axis (Rodrigues)."""
    x, y, z = row[3], row[4], row[5]
    sine, cosine = math.sin(angle), math.cos(angle)
    for i in range(3):
        a, b, c = rotations[parent, i, 0], rotations[parent, i, 1], rotations[parent, i, 2]
        translations[link, i] = translations[parent, i] + a * row[0] + b * row[1] + c * row[2]
        along = (1.0 - cosine) * (a * x + b * y + c * z)
        rotations[link, i, 0] = a * cosine + along * x + sine * (b * z - c * y)
        rotations[link, i, 1] = b * cosine + along * y + sine * (c * x - a * z)
        rotations[link, i, 2] = c * cosine + along * z + sine * (a * y - b * x)
