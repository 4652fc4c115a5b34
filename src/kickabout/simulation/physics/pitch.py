"""The pitch in MuJoCo: carpet, goals with nets, landmarks, walls, and the ball."""

import math

import mujoco

from kickabout.geometry import quaternion_from_matrix
from kickabout.representations import FieldDimensions
from kickabout.representations.field import GoalKind, Landmark
from kickabout.robots.collision import BALL, GROUND
from kickabout.soccer.boards import Board, goal_walls_of, walls_of

CARPET_FRICTION = 0.6  # of geoms without a friction of their own; soles have one
BALL_CONTACT = (0.012, 0.8)  # s, damping ratio: a foam ball is soft and hardly bounces
BALL_PRIORITY = 2  # over that of all parts of robots
NET_THICKNESS = 0.01  # m, half the thickness
NET_HEIGHT = 0.4  # m, half the height; the ball never flies higher


def add_pitch(spec: mujoco.MjSpec, field: FieldDimensions) -> None:
    """Add everything that stands on a field, and the ball at its center."""
    spec.worldbody.add_geom(
        name="carpet",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(0.0, 0.0, 1.0),
        contype=GROUND,
        conaffinity=0,
        friction=(CARPET_FRICTION, 0.005, 0.0001),
    )
    for side in (1.0, -1.0):
        if field.goal.kind is GoalKind.FRAME:
            _add_goal(spec, field, side)
        for board in goal_walls_of(field, side):
            _add_board(spec, board)
    for board in walls_of(field):
        _add_board(spec, board)
    for landmark in field.landmarks:
        _add_landmark(spec, landmark)
    _add_ball(spec, field)


def _add_goal(spec: mujoco.MjSpec, field: FieldDimensions, side: float) -> None:
    goal = field.goal
    x, y, z, radius = side * goal.post_x, goal.post_y, goal.crossbar_z, goal.post_radius
    back = side * (goal.post_x + goal.depth)
    for post_y in (y, -y):
        _add_bar(spec, (x, post_y, 0.0), (x, post_y, z), radius)
        middle = ((x + side * radius + back) / 2.0, post_y, NET_HEIGHT)
        _add_net(spec, middle, (abs(back - x) / 2.0 - radius, NET_THICKNESS, NET_HEIGHT))
    _add_bar(spec, (x, -y, z), (x, y, z), radius)
    _add_net(spec, (back, 0.0, NET_HEIGHT), (NET_THICKNESS, y, NET_HEIGHT))


def _add_bar(
    spec: mujoco.MjSpec,
    start: tuple[float, float, float],
    end: tuple[float, float, float],
    radius: float,
) -> None:
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        size=(radius, 0.0, 0.0),
        fromto=(*start, *end),
        contype=GROUND,
        conaffinity=0,
    )


def _add_net(
    spec: mujoco.MjSpec, center: tuple[float, float, float], size: tuple[float, float, float]
) -> None:
    """Add a soft wall that stops the ball and holds a robot back."""
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=center,
        size=size,
        contype=GROUND,
        conaffinity=0,
        solref=(0.05, 1.5),
    )


def _add_board(spec: mujoco.MjSpec, board: Board) -> None:
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=board.center,
        size=board.half_size,
        quat=quaternion_from_matrix(board.rotation),
        contype=GROUND,
        conaffinity=0,
    )


def _add_landmark(spec: mujoco.MjSpec, landmark: Landmark) -> None:
    half = landmark.height / 2.0
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CYLINDER,
        pos=(*landmark.position, half),
        size=(landmark.radius, half, 0.0),
        contype=GROUND,
        conaffinity=0,
    )


def _add_ball(spec: mujoco.MjSpec, field: FieldDimensions) -> None:
    ball = spec.worldbody.add_body(name="ball", pos=(0.0, 0.0, field.ball.radius))
    ball.add_freejoint(name="ball")
    geom = ball.add_geom(
        name="ball",
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(field.ball.radius, 0.0, 0.0),
        mass=field.ball.mass,
        contype=BALL,
        conaffinity=GROUND,
        friction=(field.ball.friction, 0.005, 0.0001),
    )
    time_constant, damping_ratio = BALL_CONTACT
    if field.ball.contact_time > 0.0:
        time_constant, geom.priority = field.ball.contact_time, BALL_PRIORITY
    geom.solref = (time_constant, damping_ratio)


class RollingFriction:
    """Rolling friction of the ball: a constant deceleration, as measured on real fields.

    MuJoCo's own rolling friction grows with the contact's depth, so this is applied as a force.
    The force slows both the translation and the spin of the ball, hence the factor of inertia.
    """

    SOLID_SPHERE = 1.4  # 1 + 2/5

    def __init__(self, model: mujoco.MjModel, field: FieldDimensions) -> None:
        self._body = model.body("ball").id
        self._qpos = int(model.joint("ball").qposadr[0])
        self._dof = int(model.joint("ball").dofadr[0])
        self._touching = field.ball.radius + 0.001
        self._mass = field.ball.mass * self.SOLID_SPHERE
        self._timestep = float(model.opt.timestep)
        self.deceleration = field.ball.deceleration

    def apply(self, data: mujoco.MjData) -> None:
        """Write the force for this step; it is zero while the ball is in the air."""
        vx, vy = data.qvel[self._dof : self._dof + 2].tolist()
        speed = math.hypot(vx, vy)
        factor = 0.0
        if speed > 0.0 and data.qpos[self._qpos + 2] < self._touching:
            deceleration = min(self.deceleration, speed / self._timestep)
            factor = -deceleration * self._mass / speed
        data.xfrc_applied[self._body, 0] = factor * vx
        data.xfrc_applied[self._body, 1] = factor * vy
