"""The replayed body: sensor frames and images of a recording behind the body interface."""

from kickabout.body import BodyCommand
from kickabout.body.thread_camera import camera_of
from kickabout.framework.representation import default_of
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recording
from kickabout.recording.playback import Playback, ThreadValues
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraSettings,
    SensorFrame,
)
from kickabout.robots.kind import kind_of


class ReplayedBody:
    """The body of a recorded robot; it delivers frames without waiting, until the recording ends.

    Commands are only checked, not carried out. Images are those that were newest at the time of
    the frame, if the recording contains raw ones.
    """

    def __init__(self, recording: Recording, robot: str = "") -> None:
        name = robot or next(iter(recording.programs), "")
        program = recording.programs.get(name)
        kind = kind_of(program.team) if program else None
        self._lights = kind.lights if kind else ()
        self._playback = Playback(recording, name, kind.defaults if kind else default_of)
        kinds = recording.topics.values()
        prefix = self._playback.robot + "/"
        topics = [t.name.removeprefix(prefix) for t in kinds if t.name.startswith(prefix)]
        frames = [t.partition("/")[0] for t in topics if t.endswith("/SensorFrame")]
        if not frames:
            raise RecordingError(f"contains no sensor frames of {name}", file=recording.path)
        self._thread = frames[0]
        self._plans = {plan.name: plan for plan in program.team.threads} if program else {}
        self._closed = False

    def receive(self) -> SensorFrame | None:
        while not self._closed:
            cycle = self._playback.next()
            if cycle is None:
                self._closed = True
            elif cycle.thread == self._thread:
                frame: SensorFrame = self._playback.threads[cycle.thread].or_default(SensorFrame)
                return frame
        return None

    def send(self, command: BodyCommand) -> None:
        joints = self._playback.threads.get(self._thread)
        count = joints.or_default(SensorFrame).joint_angles.size if joints else 0
        size = command.joints.angles.size
        if count and not command.joints.is_empty and size != count:
            raise ValueError(f"{size} angles of joints; {count} are needed")
        command.check(self._lights)

    def close(self) -> None:
        self._closed = True

    def info(self, camera: str) -> CameraInfo:
        values = self._values_of(camera)
        known: CameraInfo | None = values[CameraInfo] if values and CameraInfo in values else None
        return known or CameraInfo(camera=camera)

    def look(self, camera: str, settings: CameraSettings) -> CameraImage | None:
        values = self._values_of(camera)
        if self._closed or values is None or CameraImage not in values:
            return None
        image: CameraImage = values[CameraImage]
        return image

    def _values_of(self, camera: str) -> ThreadValues | None:
        """Return the values of the thread that gets the images of a camera."""
        for name, plan in self._plans.items():
            if camera_of(plan) == camera and name in self._playback.threads:
                return self._playback.threads[name]
        return None
