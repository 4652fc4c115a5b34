"""Behavior control: from models of game, ball and robots to requests for motion."""

from dataclasses import dataclass

import kickabout.behavior.bhuman.cards  # noqa: F401 (cards are known by name once imported)
from kickabout.behavior.bhuman.roles import stable_order
from kickabout.behavior.bhuman.root_option import RootOption
from kickabout.behavior.engines.cards import Engine, load_tactics
from kickabout.behavior.shared.behavior_inputs import (
    BallInputs,
    BodyInputs,
    GameInputs,
    OthersInputs,
)
from kickabout.behavior.shared.skill_requests import BehaviorOutputs
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import Navigator, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BehaviorControlParameters:
    tactics: str = param("bhuman2019", doc="file in config/tactics with decks and parameters")
    awake: bool = param(True, doc="start standing instead of waiting for the chest button")
    motion_goes_to_ball: bool = param(False, doc="leave the last steps to the ball to motion")
    order_offset: float = param(
        0.4, unit="m", low=0.0, doc="distance by which supporters have to overtake to swap order"
    )


class BehaviorControl(Module[BehaviorControlParameters]):
    """Runs the root option once per cycle; by default the robot stands."""

    robot_kinds = ("nao",)
    random_stream = "BehaviorControl"

    def __init__(self, parameters: BehaviorControlParameters) -> None:
        super().__init__(parameters)
        self.supporters: tuple[int, ...] = ()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.tactics = load_tactics(self.parameters.tactics)
        self.engine = Engine[WorldState](self.tactics.decks, self.tactics.parameters)

    def update(
        self,
        frame: FrameInfo,
        game: GameInputs,
        balls: BallInputs,
        others: OthersInputs,
        body: BodyInputs,
        navigator: Navigator,
    ) -> BehaviorOutputs:
        world = WorldState(
            frame=frame,
            game=game,
            balls=balls,
            others=others,
            body=body,
            planner=navigator,
            random=self.random,
            motion_goes_to_ball=self.parameters.motion_goes_to_ball,
        )
        self.supporters = world.supporters = self._ordered(world)
        root = RootOption(deck=self.tactics.root, awake=self.parameters.awake)
        graph = self.engine.run(root, world, frame.time)
        self._show(world)
        return world.requests.outputs(graph, world.requests.tactics(world.pose))

    def _ordered(self, world: WorldState) -> tuple[int, ...]:
        """Return the supporters from the rear to the front, defenders before others."""
        positions = {teammate.number: teammate.position.x for teammate in world.teammates}
        positions[world.number] = world.position.x
        order: tuple[int, ...] = ()
        for role in (Role.DEFENDER, Role.SUPPORTER):
            numbers = [n for n, r in enumerate(world.others.roles.roles, start=1) if r is role]
            group = {number: positions[number] for number in numbers if number in positions}
            order += stable_order(group, self.supporters, self.parameters.order_offset)
        return order

    def _show(self, world: WorldState) -> None:
        if canvas := self.debug.field("intention"):
            if world.requests.walking_to is not None:
                canvas.line(world.position, world.requests.walking_to.position, color="blue")
            if world.requests.shooting_to is not None:
                canvas.arrow(world.ball, world.requests.shooting_to, color="red")
        if canvas := self.debug.field("path"):
            here = canvas.at(world.pose.x, world.pose.y, world.pose.theta)
            for corner in world.requests.path.corners:
                here.circle(corner.center_in_robot, corner.radius, color="green")
