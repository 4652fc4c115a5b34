"""The NAO's dimensions: from config/robots/nao.toml to typed, checked, mirrored values."""

import difflib
import functools
import re
from importlib import resources

import msgspec

from kickabout.robots.nao.dimension_tables import (
    CollisionShape,
    LinkProperties,
    NaoDimensions,
    Table,
)
from kickabout.robots.nao.joints import Joint, Link, mirror_sign, mirrored_name


@functools.cache
def nao_dimensions() -> NaoDimensions:
    """Return the dimensions that come with the package."""
    file = resources.files("kickabout") / "config" / "robots" / "nao.toml"
    return decoded(file.read_text(encoding="utf-8"), source="config/robots/nao.toml")


def decoded(text: str, source: str) -> NaoDimensions:
    """Read and check a dimensions file; `source` names it in error messages."""
    try:
        dimensions = msgspec.toml.decode(text, type=NaoDimensions)
    except msgspec.DecodeError as error:
        raise ValueError(f"{source}: {_with_suggestion(str(error))}") from None
    complete = msgspec.structs.replace(
        dimensions,
        links=_both_sides_of_links(dimensions.links),
        collision=_both_sides(dimensions.collision),
    )
    _check(complete, source)
    return complete


def _with_suggestion(message: str) -> str:
    unknown = re.search(r"unknown field `(\w+)`", message)
    if unknown is None:
        return message
    known = [name for table in Table.__subclasses__() for name in table.__struct_fields__]
    return message + _nearest(unknown.group(1), known)


def _nearest(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.0)
    return f"; the nearest known name is `{close[0]}`" if close else ""


def _both_sides_of_links(links: list[LinkProperties]) -> list[LinkProperties]:
    return [*links, *(_mirrored_link(link) for link in links if link.name.startswith("left_"))]


def _mirrored_link(link: LinkProperties) -> LinkProperties:
    x, y, z = link.origin_in_parent
    com_x, com_y, com_z = link.center_of_mass
    xx, yy, zz, xy, xz, yz = link.inertia
    # Mirroring keeps the y of a rotation axis and negates its x and z; if the joint angle changes
    # its sign, the axis does so too. Adding zero turns -0.0 into 0.0.
    sign = mirror_sign(link.joint)
    axis_x, axis_y, axis_z = link.axis
    return msgspec.structs.replace(
        link,
        name=mirrored_name(link.name),
        parent=mirrored_name(link.parent),
        joint=mirrored_name(link.joint),
        origin_in_parent=(x, -y, z),
        axis=(-sign * axis_x + 0.0, sign * axis_y + 0.0, -sign * axis_z + 0.0),
        center_of_mass=(com_x, -com_y, com_z),
        inertia=(xx, yy, zz, -xy, xz, -yz),
    )


def _both_sides(shapes: list[CollisionShape]) -> list[CollisionShape]:
    lefts = [shape for shape in shapes if shape.link.startswith("left_")]
    return [*shapes, *(_mirrored_shape(shape) for shape in lefts)]


def _mirrored_shape(shape: CollisionShape) -> CollisionShape:
    (x, y, z), (end_x, end_y, end_z) = shape.position, shape.end
    return msgspec.structs.replace(
        shape,
        link=mirrored_name(shape.link),
        position=(x, -y, z),
        end=(end_x, -end_y, end_z),
    )


def _check(dimensions: NaoDimensions, source: str) -> None:
    for what, found, expected in (
        ("joint", [joint.name for joint in dimensions.joints], [joint.key for joint in Joint]),
        ("link", [link.name for link in dimensions.links], [link.key for link in Link]),
    ):
        _check_names(found, expected, what=f"{source}: {what}")
    for joint in dimensions.joints:
        _check_known(joint.motor, list(dimensions.motors), what=f"{source}: motor of {joint.name}")
        _check_known(joint.servo, list(dimensions.servos), what=f"{source}: servo of {joint.name}")
        if joint.min >= joint.max:
            raise ValueError(f"{source}: joint `{joint.name}` has its min above its max")
    links = [link.key for link in Link]
    for link in dimensions.links[1:]:
        _check_known(link.parent, links, what=f"{source}: parent of {link.name}")
        _check_known(
            link.joint, [joint.key for joint in Joint], what=f"{source}: joint of {link.name}"
        )
    for link in dimensions.links:
        if link.mass <= 0.0:
            raise ValueError(f"{source}: mass of link `{link.name}` is not positive")
    for shape in dimensions.collision:
        _check_known(shape.link, links, what=f"{source}: link of a collision shape")
    for name, switch in dimensions.touch.items():
        _check_known(switch.link, links, what=f"{source}: link of {name}")


def _check_names(found: list[str], expected: list[str], *, what: str) -> None:
    for name in expected:
        if name not in found:
            raise ValueError(f"{what} `{name}` is missing{_nearest(name, found)}")
    for name in found:
        _check_known(name, expected, what=what)
    if found != expected:
        raise ValueError(f"{what}s are not in the order {', '.join(expected)}")


def _check_known(name: str, known: list[str], *, what: str) -> None:
    if name not in known:
        raise ValueError(f"{what} `{name}` is unknown{_nearest(name, known)}")
