"""A drill: a single robot on the field with given requests, observed from outside."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco

from kickabout.framework.closing import Closing
from kickabout.framework.teams.configuration import Layer
from kickabout.geometry import Pose2, Robot, Vector2
from kickabout.geometry import World as WorldFrame
from kickabout.representations import ArmRequest, HeadRequest, MotionRequest
from kickabout.simulation.match.match import Match, RobotHandle
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.match.truth import body_poses, is_upright, robot_to_world, torso_to_world

TEAM, NUMBER = "home", 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillResult:
    """Movement and falls of a robot in a period of time."""

    seconds: float  # s
    falls: int
    movement: Pose2[Robot, Robot]  # m, m, rad; sum over all frames along the robot's axes
    start: Pose2[Robot, WorldFrame]
    end: Pose2[Robot, WorldFrame]

    @property
    def speed(self) -> Pose2[Robot, Robot]:
        """Mean speed over ground along the robot's axes: m/s, m/s, rad/s."""
        return Pose2(
            self.movement.x / self.seconds,
            self.movement.y / self.seconds,
            self.movement.theta / self.seconds,
        )


class Drill(Closing):
    """One robot in its own world, in this process, without a referee.

    `with Drill("walkers", seed=1) as drill: drill.request(MotionRequest(…)); drill.run(10.0)`
    """

    def __init__(
        self,
        team: str = "walkers",
        *,
        seed: int = 1,
        scene: Scene | None = None,
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
        ball: tuple[float, float] = (-4.0, -2.5),
        parameters: Mapping[str, Mapping[str, Any]] | None = None,
        layers: Sequence[Layer] = (),
        league: str = "",
    ) -> None:
        base = scene or Scene()
        plan = TeamPlan(team=team, robots=(RobotPlan(number=NUMBER, pose=pose),))
        complete = Scene(
            field=base.field,
            fidelity=base.fidelity,
            home=plan,
            away=TeamPlan(team=team),
            referee=RefereePlan(automatic=False),
            sensors=base.sensors,
            network=base.network,
            timestep=base.timestep,
            faults=base.faults,
            events=base.events,
        )
        values = Layer(name="drill", data={"parameters": dict(parameters or {})})
        self.match = Match(
            team,
            team,
            robots=0,
            seed=seed,
            scene=complete,
            layers=[*layers, values],
            workers=0,
            league=league,
        )
        self.match.place(ball=ball)

    def close(self) -> None:
        self.match.close()

    @property
    def time(self) -> float:
        return self.match.time

    @property
    def frame_time(self) -> float:
        """Return the time between two frames of the robot's control loop."""
        return self.match.snapshot.kinds[0].frame_time

    @property
    def robot(self) -> RobotHandle:
        return self.match.robot(TEAM, NUMBER)

    @property
    def pose(self) -> Pose2[Robot, WorldFrame]:
        """The true pose of the robot."""
        snapshot = self.match.snapshot
        return robot_to_world(
            torso_to_world(snapshot, 0), body_poses(snapshot, 0), snapshot.kinds[0]
        )

    @property
    def upright(self) -> bool:
        return is_upright(self.match.snapshot, 0)

    @property
    def ball(self) -> Vector2[WorldFrame]:
        """The true position of the ball."""
        return self.match.world.ball_in_world

    @property
    def falls(self) -> int:
        return self.match.observer.falls[0]

    def request(self, request: MotionRequest | HeadRequest | ArmRequest) -> None:
        """Override a request from the next cycle on."""
        self.robot.ask("override", type(request).__name__, request)

    def change(self, module: str, **values: object) -> None:
        """Change parameters of a module from the next cycle on."""
        self.robot.ask("change_parameters", module, values)

    def push(self, x: float, y: float) -> None:
        """Apply an impulse to the torso, in N·s along the robot's axes."""
        c, s = math.cos(self.pose.theta), math.sin(self.pose.theta)
        self.match.world.push(0, (c * x - s * y, s * x + c * y, 0.0))

    def put_ball(self, x: float, y: float) -> Vector2[WorldFrame]:
        """Place the ball, at rest, at a position relative to the robot."""
        ball = self.pose @ Vector2[Robot](x, y)
        self.match.place(ball=(ball.x, ball.y))
        return ball

    def put_back(self, pose: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        """Put the robot on its feet."""
        self.match.place(robot=(TEAM, NUMBER), pose=pose)

    def run(
        self,
        seconds: float,
        *,
        each_frame: Callable[["Drill"], object] | None = None,
        put_back_after: float = math.inf,
        fence: float = 3.0,
    ) -> DrillResult:
        """Let time pass.

        A robot that lies for too long is put on its feet. One that leaves the fence is moved to
        the center without a change of its motion.
        """
        start = before = self.pose
        falls_before, begin = self.falls, self.time
        movement = [0.0, 0.0, 0.0]
        while self.time < begin + seconds - 1e-6:
            if each_frame is not None:
                each_frame(self)
            self.match.step()
            pose = self.pose
            moved = before.inverse() @ pose
            movement = [
                movement[0] + moved.x,
                movement[1] + moved.y,
                movement[2] + moved.theta,
            ]
            before = pose
            if self._lies_for() > put_back_after:
                self.put_back()
                before = self.pose
            elif math.hypot(pose.x, pose.y) > fence:
                self._slide_to_center(pose)
                before = self.pose
        return DrillResult(
            seconds=self.time - begin,
            falls=self.falls - falls_before,
            movement=Pose2(*movement),
            start=start,
            end=before,
        )

    def _lies_for(self) -> float:
        fallen_since = self.match.observer.fallen_since[0]
        return 0.0 if fallen_since is None else self.time - fallen_since

    def _slide_to_center(self, pose: Pose2[Robot, WorldFrame]) -> None:
        """Move the whole robot without changing its joints and velocities."""
        world = self.match.world
        root = world.robots[0].root_qpos
        world.data.qpos[root : root + 2] -= (pose.x, pose.y)
        mujoco.mj_forward(world.model, world.data)
        self.match.snapshot = world.snapshot()
