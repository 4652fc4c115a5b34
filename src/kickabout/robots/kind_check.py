"""A check that the parts of a robot kind fit each other, for whoever adds a robot."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

import mujoco
import numpy as np

from kickabout.framework import ConfigurationError
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.kind import PixelFormat, RobotKind
from kickabout.robots.stepping import configure_physics

NAME = r"[a-z][a-z0-9_]*"
MAX_OFFSET = 1e-6  # m, between kinematics and physics model
MAX_MASS_ERROR = 0.001  # kg
MAX_UNEVENNESS = 0.01  # m, between the feet of a standing robot


def problems_of(kind: RobotKind) -> list[str]:
    """Return a sentence for each contradiction in the first part of the kind that has any."""
    for check in (_names, _servos, _cameras, _kinematics, _physics_model):
        try:
            found = list(check(kind))
        except (ConfigurationError, KeyError) as error:
            found = [str(error)]
        if found:
            return found
    return []


def _names(kind: RobotKind) -> Iterator[str]:
    """Check that all names mean joints, links or frames of the kind."""
    axes = [joint.removeprefix("-") for joint in kind.head_axes.values()]
    joints: list[Iterable[str]] = [*kind.joint_groups.values(), axes]
    for names in (*joints, kind.followers.values()):
        for name in names:
            kind.joint(name)
    switches, infrared = kind.sensors.switches, kind.sensors.infrared
    rows = [*kind.feet, *(switch.link for switch in switches), *(ray.link for ray in infrared)]
    rows += [name for names in kind.link_groups.values() for name in names]
    rows += [kind.microphones.link] if kind.microphones.positions else []
    rows += [shape.link for shape in kind.appearance(jersey=(0.0, 0.0, 1.0), number=1)]
    for name in rows:
        kind.row(name)
    for switch in switches:
        if switch.button not in kind.sensors.buttons:
            yield f"the switch '{switch.button}' is not one of the buttons"
    partners = kind.mirror_partners
    if not np.array_equal(partners[partners], np.arange(len(partners))):
        yield "a joint is not the mirror image of its mirror image"


def _servos(kind: RobotKind) -> Iterator[str]:
    servos = kind.servos()
    sizes: Mapping[str, tuple[int, int]] = {
        "gains": (len(servos.proportional), kind.motor_count),
        "torques": (len(servos.max_torque), kind.motor_count),
        "servo limits": (len(servos.min_angle), len(kind.joints)),
        "angles of `stand`": (len(kind.stand), len(kind.joints)),
    }
    yield from (
        f"{has} {what}; {needs} needed" for what, (has, needs) in sizes.items() if has != needs
    )
    if servos.frame != kind.frame_time:
        times = servos.frame, kind.frame_time
        yield "servos take commands every {:g} s, but frames last {:g} s".format(*times)
    delay = servos.delay_frames * servos.frame
    if servos.delay_frames < 1 or abs(delay - kind.command_delay) > 1e-9:
        yield f"servos delay commands by {delay:g} s, but the kind says {kind.command_delay:g} s"
    limits = [(joint.min_angle, joint.max_angle) for joint in kind.joints]
    if any(not low <= a <= high for a, (low, high) in zip(kind.stand, limits, strict=False)):
        yield "`stand` is beyond the range of a joint"


def _cameras(kind: RobotKind) -> Iterator[str]:
    names = [camera.name for camera in kind.cameras]
    for camera in kind.cameras:
        if names.count(camera.name) > 1 or not re.fullmatch(NAME, camera.name):
            yield f"a camera is called '{camera.name}'; each has a name of its own in snake case"
            continue
        if camera.pixel_format is PixelFormat.YUYV and camera.size[0] % 2:
            yield f"the images of camera '{camera.name}' have an odd width"
        kind.row(f"{camera.name}_camera")


def _kinematics(kind: RobotKind) -> Iterator[str]:
    poses, named = kind.kinematics().forward(kind.stand), len(kind.link_names) + len(kind.frames)
    if len(poses.translations) != named:
        yield f"kinematics have {len(poses.translations)} rows for {named} links and frames"
        return
    depths = [kind.foot_radius - float(poses.translations[kind.row(f), 2]) for f in kind.feet]
    if max(depths) - min(depths) > MAX_UNEVENNESS:
        yield f"feet of `stand` are {max(depths) - min(depths):.3f} m apart in height"
    if abs(max(depths) - kind.upright.torso_height) > MAX_UNEVENNESS:
        yield f"the torso stands {max(depths):.3f} m high, unlike `upright.torso_height`"


def _physics_model(kind: RobotKind) -> Iterator[str]:
    """Check that the model has all parts of the kind, at the positions of its kinematics."""
    model = _compiled(kind)
    data, robot = mujoco.MjData(model), RobotInModel.find(model, "robot_", kind)
    robot.place(data, position=np.zeros(3), quaternion=np.eye(4)[0], angles=kind.stand)
    mujoco.mj_kinematics(model, data)
    poses = kind.kinematics().forward(kind.stand).translations[: len(kind.links)]
    offsets = np.abs(data.xpos[robot.links] - poses).max(axis=1)
    for link, offset in zip(kind.link_names, offsets.tolist(), strict=True):
        if offset > MAX_OFFSET:
            yield f"link '{link}' is {offset:.6f} m off in the physics model"
    mass = float(model.body_subtreemass[robot.torso])
    if abs(mass - kind.mass) > MAX_MASS_ERROR:
        yield f"the physics model weighs {mass:.3f} kg, but the links {kind.mass:.3f} kg"
    steps = kind.frame_time / model.opt.timestep
    if abs(steps - round(steps)) > 1e-9:
        yield f"a frame of {kind.frame_time:g} s is not a multiple of the physics step"


@functools.lru_cache(maxsize=1)
def _compiled(kind: RobotKind) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    configure_physics(spec)
    kind.add_to_world(spec, prefix="robot_", position=(0.0, 0.0, 0.0))
    return spec.compile()
