"""The simulated body: from snapshots to sensor frames and images, from commands to servos."""

from collections.abc import Sequence

from kickabout.body import BodyCommand
from kickabout.body.interface import check_lights
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraSettings,
    FieldDimensions,
    JointRequest,
    LedRequest,
    SensorFrame,
)
from kickabout.robots.kind import RobotKind
from kickabout.robots.sensor_kinds import SensorErrors
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.actuators import ActuatorModel
from kickabout.simulation.physics.sensors import SensorModel
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId


class SimulatedBody:
    """The body of one robot of a match; a frame can be received after a snapshot was set.

    The match sends the last command from the actuators to the world.
    """

    def __init__(
        self,
        robot: int,
        ids: Sequence[RobotId],
        *,
        kind: RobotKind,
        field: FieldDimensions,
        sensors: SensorErrors,
        vision: VisionSettings,
        faults: Faults,
        seed: int,
    ) -> None:
        self.kind = kind
        self.sensors = SensorModel(
            robot, kind=kind, name=str(ids[robot]), settings=sensors, faults=faults, seed=seed
        )
        self.vision = Vision(
            robot, ids, kind=kind, field=field, settings=vision, faults=faults, seed=seed
        )
        self.actuators = ActuatorModel(kind, faults)
        self._leds = LedRequest()  # of the last command
        self._snapshot: Snapshot | None = None
        self._closed = False

    def show(self, snapshot: Snapshot, *, pressed: Sequence[str] = ()) -> None:
        """Set the current state of the world, and the buttons that people press."""
        self._snapshot = snapshot
        self.sensors.pressed = pressed

    def receive(self) -> SensorFrame | None:
        if self._closed or self._snapshot is None:
            return None
        return self.sensors.measure(self._snapshot, self.actuators.stiffness)

    def send(self, command: BodyCommand) -> None:
        joints = command.joints
        if joints.is_empty:
            joints = self.kind.defaults(JointRequest)
        for what, values in (("angles", joints.angles), ("stiffnesses", joints.stiffness)):
            needed = len(self.kind.joints)
            if values.shape != (needed,):
                raise ValueError(f"{values.size} {what} of joints; {needed} are needed")
        joints.check()
        if command.leds is not self._leds:
            check_lights(command.leds, self.kind.lights)
        if self._closed or self._snapshot is None:
            return
        measured = self.sensors.last.joint_angles
        self.actuators.command(joints, measured=measured, now=self._snapshot.time)
        self._leds = command.leds

    @property
    def leds(self) -> LedRequest:
        """The lights as the last command set them."""
        return self._leds

    def close(self) -> None:
        self._closed = True

    def info(self, camera: str) -> CameraInfo:
        return self.vision.info(camera)

    def look(self, camera: str, settings: CameraSettings) -> CameraImage | None:
        if self._closed or self._snapshot is None:
            return None
        return self.vision.look(self._snapshot, camera, settings)
