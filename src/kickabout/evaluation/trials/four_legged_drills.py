"""Drills of four-legged robots in their leagues: weak motors, contacts, positions of the ball."""

import math

import mujoco
import numpy as np

from kickabout.evaluation.trials.drill_plan import DrillPlan
from kickabout.geometry import Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.representations import HeadRequest
from kickabout.robots.physics_options import OPTIONS
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.scene import Scene

AWAY = (-1.5, -0.8)  # m, where the ball is in no robot's way
FENCE = 0.9  # m, the walls are farther away
WEAK = 0.7  # strength of weak motors
HEAD_UP = HeadRequest(tilt=-0.2, neck_tilt=0.2)


def four_legged_drill(
    robot: str,
    *,
    seed: int,
    strength: float = 1.0,
    timestep: float = OPTIONS.timestep,
    gait: str = "plain",
) -> Drill:
    """Return a drill of a robot whose motors may be weak; the ball is far away."""
    weak = Fault(kind=FaultKind.WEAK_MOTORS, robot="home 1", value=strength)
    plan = DrillPlan.of(robot)
    drill = Drill(
        plan.team,
        seed=seed,
        scene=Scene(timestep=timestep, faults=(weak,) if strength < 1.0 else ()),
        parameters={"TrotEngine": {"gait": gait}},
        league=plan.ball_league,
    )
    drill.match.place(ball=AWAY)
    return drill


def ball_in_body(drill: Drill) -> Vector2[WorldFrame]:
    """Return the ball relative to the middle of the body: forward and to the left."""
    x, y, heading = body_pose(drill)
    dx, dy = drill.ball.x - x, drill.ball.y - y
    c, s = math.cos(heading), math.sin(heading)
    return Vector2(c * dx + s * dy, c * dy - s * dx)


def put_ball_in_body(drill: Drill, x: float, y: float) -> None:
    """Place the ball, at rest, relative to the middle of the body."""
    body_x, body_y, heading = body_pose(drill)
    c, s = math.cos(heading), math.sin(heading)
    drill.match.place(ball=(body_x + c * x - s * y, body_y + s * x + c * y))


def body_pose(drill: Drill) -> tuple[float, float, float]:
    """Return the position of the body on the ground, and its heading."""
    world = drill.match.world
    torso = world.robots[0].torso
    x, y = world.data.xpos[torso][:2].tolist()
    rotation = world.data.xmat[torso]
    return x, y, math.atan2(float(rotation[3]), float(rotation[0]))


class ContactLog:
    """The parts of a robot, other than its paws, that touch something other than the ball."""

    def __init__(self, drill: Drill) -> None:
        world = drill.match.world
        kind, model = world.kinds[0], world.model
        names = [
            mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom) or ""
            for geom in range(model.ngeom)
        ]
        paws = [f"robot0_{foot}" for foot in kind.feet]
        self.link_of_geom = [
            "" if body == 0 or name == "ball" or name in paws else model.body(body).name
            for body, name in zip(model.geom_bodyid, names, strict=True)
        ]
        self.ball = int(model.geom("ball").id)
        self.frames = 0
        self.touching: dict[str, int] = {}  # frames by the name of a link

    @property
    def total(self) -> int:
        """Frames in which at least one part touched something."""
        return self.touching.get("", 0)

    def sample(self, drill: Drill) -> None:
        """Add the contacts of this frame."""
        self.frames += 1
        found = set()
        for one, two in drill.match.world.data.contact.geom.tolist():
            if self.ball not in (one, two):
                found |= {self.link_of_geom[one], self.link_of_geom[two]} - {""}
        for name in (*found, *([""] if found else [])):
            self.touching[name] = self.touching.get(name, 0) + 1

    def worst(self) -> str:
        """Return the names of the links that touched most often."""
        named = sorted(
            (
                (count, name.removeprefix("robot0_"))
                for name, count in self.touching.items()
                if name
            ),
            reverse=True,
        )
        return ", ".join(name for _, name in named[:3])


def jitter(random: np.random.Generator, size: float) -> tuple[float, float]:
    """Return an offset of up to `size` in both directions."""
    dx, dy = random.uniform(-size, size, 2).tolist()
    return dx, dy
