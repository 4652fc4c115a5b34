"""The adapter between an agent and its body: camera images in, commands out."""

from collections.abc import Iterator, Mapping

from kickabout.body.interface import Body, BodyCommand, ImageSource, in_motor_angles
from kickabout.body.joint_groups import HEAD, JointGroupMover, head_target
from kickabout.body.thread_camera import camera_of
from kickabout.framework import Agent, KickaboutError, OnFailure
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraSettings,
    GroupTarget,
    HeadOutput,
    HeadRequest,
    JointCalibration,
    JointGroupRequest,
    JointRequest,
    LedRequest,
    NeckOutput,
    SpeechRequest,
)
from kickabout.robots.kind import kind_of

MAX_REFUSALS = 100  # whose reasons are kept
NO_LEDS = LedRequest()  # always the same object, which bodies check once


class BodyAdapter:
    """Gives camera images to the threads of an agent, and sends its requests to its body.

    A command that the body refuses is an error, or, if the agent falls back on failures, is sent
    without the part that does not fit.
    """

    def __init__(self, agent: Agent, body: Body, cameras: ImageSource | None) -> None:
        self.agent = agent
        self.body = body
        self.cameras = cameras
        self.refused = 0  # commands that did not fit the body
        self.refusals: list[str] = []
        kind = kind_of(agent.team)
        self._mover = JointGroupMover(kind) if kind else None
        self._strict = any(t.on_failure is OnFailure.STOP for t in agent.threads.values())

    def image(self, thread: str, now: float) -> CameraImage:
        """Return an empty image if there is no new one, so that no image is processed twice."""
        assert self.cameras is not None
        camera = self._camera_of(thread)
        image = self.cameras.look(camera, self.agent.get(CameraSettings, thread))
        return image or CameraImage(camera=camera, taken_at=now)

    def camera_info(self, thread: str) -> CameraInfo:
        assert self.cameras is not None
        return self.cameras.info(self._camera_of(thread))

    def _camera_of(self, thread: str) -> str:
        return camera_of(self.agent.graph.thread(thread).plan)

    def act(self, joints: JointRequest) -> None:
        """Send a joint request with the newest requests for lights and speech."""
        has_leds = self.agent.graph.threads_providing(LedRequest)
        try:
            joints = self._with_groups(joints)
        except ValueError as error:
            self.refused += 1
            self._refuse(error)
        command = BodyCommand(
            joints=in_motor_angles(joints, self.agent.get(JointCalibration)),
            leds=self.agent[LedRequest] if has_leds else NO_LEDS,
            speech=self.agent.get(SpeechRequest),
        )
        for number, part in enumerate(_parts(command)):
            try:
                self.body.send(part)
                return
            except (TypeError, ValueError) as error:
                self.refused += number == 0
                self._refuse(error)

    def _with_groups(self, joints: JointRequest) -> JointRequest:
        """Add the joints that no engine moves, which may include those of the head."""
        provided = self.agent.graph.threads_providing
        targets: Mapping[str, GroupTarget] = {}
        if provided(JointGroupRequest):
            targets = self.agent[JointGroupRequest].targets
        by_engine = any(provided(output) for output in (HeadOutput, NeckOutput))
        if provided(HeadRequest) and not by_engine and self._mover is not None:
            head = head_target(self._mover.kind, self.agent[HeadRequest])
            targets = {**targets, HEAD: head} if head.angles else targets
        return self._mover.moved(joints, targets) if self._mover is not None else joints

    def _refuse(self, error: Exception) -> None:
        if self._strict:
            raise KickaboutError(f"the body of {self.agent.name} refuses: {error}") from error
        if len(self.refusals) < MAX_REFUSALS:
            self.refusals.append(str(error))


def _parts(command: BodyCommand) -> Iterator[BodyCommand]:
    """Yield the whole command, then its joints alone, then a command to go limp."""
    yield command
    yield BodyCommand(joints=command.joints)
    yield BodyCommand()
