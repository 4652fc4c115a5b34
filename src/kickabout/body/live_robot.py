"""A live robot: an agent whose threads run on a body, sensors in, commands out."""

import threading
from collections.abc import Iterable, Mapping

from kickabout.body.interface import Body, BodyCommand, ImageSource, in_motor_angles
from kickabout.body.robot_network import RobotNetwork
from kickabout.framework import Agent, Cycle, KickaboutError, LiveRunner, OnFailure, clock
from kickabout.framework.running.live import Source
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraName,
    CameraSettings,
    JointCalibration,
    JointRequest,
    LedRequest,
    ReceivedPackets,
    SensorFrame,
    SpeechRequest,
    StatusPackets,
    TeamPackets,
)

LOOK_EVERY = 0.1  # s
MOST_COMPLAINTS = 100  # remembered


class LiveRobot:
    """Runs each thread of an agent at its own pace, and the one with the sensors at the body's.

    After each cycle of the thread that provides the JointRequest a command is sent; lights and
    speech come from whichever thread provides them. A command that the body refuses ends the run,
    or, if the agent falls back on failures, is sent without the part that does not fit.
    """

    def __init__(
        self,
        agent: Agent,
        body: Body,
        *,
        network: RobotNetwork | None = None,
        eyes: ImageSource | None = None,
        sources: Mapping[str, Source] | None = None,
    ) -> None:
        self.agent = agent
        self.body = body
        self.network = network
        self.eyes = eyes
        self.refused = 0  # commands that did not fit the body
        self.complaints: list[str] = []
        self._finished = threading.Event()
        self._motion = _only_thread(agent, JointRequest)
        self._sources = {**(sources or {}), _only_thread(agent, SensorFrame): self._sense}
        self._runner = LiveRunner(agent, self._sources, self._feed)
        agent.watch(self._after_cycle)

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """Inputs of threads that nothing on this robot gives; they stay at "nothing known"."""
        served = {ReceivedPackets.__name__} if self.network is not None else set()
        served |= {CameraImage.__name__, CameraInfo.__name__} if self.eyes is not None else set()
        return {
            thread.name: lacking
            for thread in self.agent.graph.threads
            if thread.name not in self._sources
            and (lacking := tuple(name for name in thread.plan.inputs if name not in served))
        }

    def start(self) -> None:
        self._runner.start()

    @property
    def running(self) -> bool:
        """False once the body is gone or a thread has failed."""
        return not (self._finished.is_set() or self._runner.errors)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the robot has come to an end by itself; False if the time was up before."""
        begin = clock.monotonic()
        while self.running:
            left = LOOK_EVERY if timeout is None else timeout - (clock.monotonic() - begin)
            if left <= 0.0:
                return False
            clock.wait(min(left, LOOK_EVERY), self._finished)
        return True

    def stop(self) -> None:
        """End all threads and let go of body and network; raise what ended a thread before.

        The body keeps the last command: a robot that stands goes on standing.
        """
        self.body.close()
        try:
            self._runner.stop()
        finally:
            if self.network is not None:
                self.network.close()

    def _sense(self) -> Iterable[object] | None:
        frame = self.body.receive()
        if frame is None:
            self._finished.set()
            return None
        return (frame,)

    def _feed(self, thread: str, now: float) -> Iterable[object]:
        inputs = self.agent.graph.thread(thread).plan.inputs
        given: list[object] = []
        if self.network is not None and ReceivedPackets.__name__ in inputs:
            given.append(self.network.received(thread, now))
        if self.eyes is not None and CameraImage.__name__ in inputs:
            given += self._seen(thread, self.eyes, now)
        return given

    def _seen(self, thread: str, eyes: ImageSource, now: float) -> Iterable[object]:
        """An empty image if none comes, as the last one would be seen again otherwise."""
        camera = CameraName.of_thread(thread)
        wanted = self.agent.get(CameraSettings, camera.value)
        image = eyes.look(camera, wanted) or CameraImage(camera=camera, taken_at=now)
        return (image, eyes.info(camera))

    def _after_cycle(self, cycle: Cycle) -> None:
        thread = self.agent.graph.thread(cycle.thread)
        for kind in (StatusPackets, TeamPackets):
            if self.network is not None and thread.provider_of(kind) is not None:
                self.network.send(cycle.values[kind], cycle.frame.time)
        if cycle.thread == self._motion:
            command = BodyCommand(
                joints=in_motor_angles(
                    cycle.values[JointRequest], self.agent.get(JointCalibration)
                ),
                leds=self.agent.get(LedRequest),
                speech=self.agent.get(SpeechRequest),
            )
            self._send(command)

    def _send(self, command: BodyCommand) -> None:
        strict = self.agent.threads[self._motion].on_failure is OnFailure.STOP
        parts = (command, BodyCommand(joints=command.joints), BodyCommand())
        for number, part in enumerate(parts):
            try:
                self.body.send(part)
                return
            except (TypeError, ValueError) as error:
                if strict:
                    raise KickaboutError(
                        f"the body of {self.agent.name} refuses: {error}"
                    ) from error
                self.refused += number == 0
                if len(self.complaints) < MOST_COMPLAINTS:
                    self.complaints.append(str(error))


def _only_thread(agent: Agent, representation: type) -> str:
    """The thread that has a representation first-hand; a body can serve just one."""
    threads = agent.graph.threads_providing(representation)
    if len(threads) != 1:
        where = " and ".join(threads) or "no thread"
        raise KickaboutError(
            f"team {agent.team.name}: a body needs one thread with {representation.__name__}, "
            f"but {where} has it"
        )
    return threads[0]
