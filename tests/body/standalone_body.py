"""A simulated body with its own world, for tests of the body interface."""

import threading

from kickabout.body import BodyCommand
from kickabout.geometry import Pose2, Robot
from kickabout.geometry import World as WorldFrame
from kickabout.representations import (
    CameraImage,
    CameraSettings,
    FieldDimensions,
    SensorFrame,
)
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.vision import VisionSettings
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.match.simulated_body import SimulatedBody
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide


class StandaloneBody(SimulatedBody):
    """A robot in its own world, which advances by a frame whenever one is received."""

    def __init__(
        self, field: FieldDimensions, *, robot_to_world: Pose2[Robot, WorldFrame], seed: int
    ) -> None:
        super().__init__(
            0,
            (RobotId(TeamSide.HOME, 1),),
            kind=NAO,
            field=field,
            sensors=NAO.sensor_errors,
            vision=VisionSettings(),
            faults=Faults(),
            seed=seed,
        )
        self._drawing = threading.Lock()
        self.world = PhysicsWorld(field, [NAO])
        self.world.place_robot(0, robot_to_world)
        self.show(self.world.snapshot())

    def receive(self) -> SensorFrame | None:
        self.world.advance()
        self.show(self.world.snapshot())
        return super().receive()

    def send(self, command: BodyCommand) -> None:
        super().send(command)
        self.world.command(0, self.actuators.angles, self.actuators.stiffness)

    def look(self, camera: str, settings: CameraSettings) -> CameraImage | None:
        """Render one image at a time, as the threads of both cameras run concurrently."""
        with self._drawing:
            return super().look(camera, settings)
