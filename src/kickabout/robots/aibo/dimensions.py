"""The dimensions of an Aibo: from a file in config/robots to typed, checked, mirrored values."""

import functools
from importlib import resources

import msgspec

from kickabout.robots.aibo.dimension_tables import (
    AiboDimensions,
    CollisionShape,
    Frame,
    LinkProperties,
)

MIDDLE_ROTATIONS = ("neck_pan", "neck_roll", "tail_pan")  # angles that mirroring negates


@functools.cache
def aibo_dimensions(kind: str) -> AiboDimensions:
    """Return the dimensions of `ers7` or `ers210` that come with the package."""
    file = resources.files("kickabout") / "config" / "robots" / f"{kind}.toml"
    return decoded(file.read_text(encoding="utf-8"), source=f"config/robots/{kind}.toml")


def decoded(text: str, source: str) -> AiboDimensions:
    """Read and check a dimensions file; `source` names it in error messages."""
    try:
        given = msgspec.toml.decode(text, type=AiboDimensions)
    except msgspec.DecodeError as error:
        raise ValueError(f"{source}: {error}") from None
    complete = msgspec.structs.replace(
        given,
        links=_in_order([*given.links, *(_mirrored_link(x) for x in given.links if _left(x.name))]),
        frames=[*given.frames, *(_mirrored_frame(x) for x in given.frames if _left(x.link))],
        collision=[
            *given.collision,
            *(_mirrored_shape(x) for x in given.collision if _left(x.link)),
        ],
    )
    _check(complete, source)
    return complete


def mirrored_name(name: str) -> str:
    """Return the name of the same part on the other side; a part in the middle keeps its name."""
    for side, other in (("left_", "right_"), ("right_", "left_")):
        if name.startswith(side):
            return name.replace(side, other, 1)
    return name


def _left(name: str) -> bool:
    return name.startswith("left_")


def _in_order(links: list[LinkProperties]) -> list[LinkProperties]:
    """Return the body, the legs in the order of the joints, then head and tail."""
    order = ("left_fore", "right_fore", "left_hind", "right_hind")
    legs = [link for leg in order for link in links if link.name.startswith(leg)]
    return [links[0], *legs, *(link for link in links[1:] if link not in legs)]


def _mirrored_link(link: LinkProperties) -> LinkProperties:
    # Leg angles have the same meaning on both sides, so x and z of their axes change their sign.
    (x, y, z), (axis_x, axis_y, axis_z) = link.origin_in_parent, link.axis
    com_x, com_y, com_z = link.center_of_mass
    return msgspec.structs.replace(
        link,
        name=mirrored_name(link.name),
        parent=mirrored_name(link.parent),
        joint=mirrored_name(link.joint),
        origin_in_parent=(x, -y, z),
        axis=(0.0 - axis_x, axis_y, 0.0 - axis_z),
        center_of_mass=(com_x, -com_y, com_z),
    )


def _mirrored_frame(frame: Frame) -> Frame:
    x, y, z = frame.position
    return msgspec.structs.replace(
        frame,
        name=mirrored_name(frame.name),
        link=mirrored_name(frame.link),
        position=(x, -y, z),
    )


def _mirrored_shape(shape: CollisionShape) -> CollisionShape:
    (x, y, z), (end_x, end_y, end_z) = shape.position, shape.end
    return msgspec.structs.replace(
        shape,
        link=mirrored_name(shape.link),
        name=mirrored_name(shape.name),
        position=(x, -y, z),
        end=(end_x, -end_y, end_z),
    )


def _check(dimensions: AiboDimensions, source: str) -> None:
    links, joints = [link.name for link in dimensions.links], dimensions.joint_names
    for joint in dimensions.joints:
        if joint.min >= joint.max:
            raise ValueError(f"{source}: joint `{joint.name}` has its min above its max")
        _check_known(joint.servo, list(dimensions.servos), f"{source}: servo of {joint.name}")
    for link in dimensions.links[1:]:
        _check_known(link.parent, links, f"{source}: parent of {link.name}")
        _check_known(link.joint, joints, f"{source}: joint of {link.name}")
    for name in (*(f.link for f in dimensions.frames), *(s.link for s in dimensions.collision)):
        _check_known(name, links, f"{source}: link of a frame or collision shape")
    frames = [frame.name for frame in dimensions.frames]
    for name in dimensions.distances:
        _check_known(name, frames, f"{source}: frame of a distance sensor")
    for link in dimensions.links:
        if link.mass <= 0.0:
            raise ValueError(f"{source}: mass of link `{link.name}` is not positive")


def _check_known(name: str, known: list[str], what: str) -> None:
    if name not in known:
        raise ValueError(f"{what}: `{name}` is unknown; known are {', '.join(known)}")
