"""A live robot: an agent that runs on a body in real time."""

import threading
from collections.abc import Iterable, Mapping

from kickabout.body.adapter import BodyAdapter
from kickabout.body.interface import Body, ImageSource
from kickabout.body.robot_network import RobotNetwork
from kickabout.framework import Agent, Cycle, KickaboutError, LiveRunner, clock
from kickabout.framework.running.live import Source
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    JointRequest,
    ReceivedPackets,
    SensorFrame,
    StatusPackets,
    TeamPackets,
)

CHECK_INTERVAL = 0.1  # s


class LiveRobot:
    """Runs each thread of an agent at its own rate, and the one with the sensors at the body's.

    After each cycle of the thread that provides the JointRequest, a command is sent; lights and
    speech come from the threads that provide them.
    """

    def __init__(
        self,
        agent: Agent,
        body: Body,
        *,
        network: RobotNetwork | None = None,
        cameras: ImageSource | None = None,
        sources: Mapping[str, Source] | None = None,
    ) -> None:
        self.agent = agent
        self.body = body
        self.network = network
        self.adapter = BodyAdapter(agent, body, cameras)
        self._finished = threading.Event()
        self._motion = _only_thread(agent, JointRequest)
        self._sources = {**(sources or {}), _only_thread(agent, SensorFrame): self._sense}
        self._runner = LiveRunner(agent, self._sources, self._feed)
        agent.watch(self._after_cycle)

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """Inputs of threads that no part of this robot delivers; they stay at "nothing known"."""
        served = {ReceivedPackets.__name__} if self.network is not None else set()
        if self.adapter.cameras is not None:
            served |= {CameraImage.__name__, CameraInfo.__name__}
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
        """Wait until the robot ends by itself; return False at the timeout."""
        begin = clock.monotonic()
        while self.running:
            left = CHECK_INTERVAL if timeout is None else timeout - (clock.monotonic() - begin)
            if left <= 0.0:
                return False
            clock.wait(min(left, CHECK_INTERVAL), self._finished)
        return True

    def stop(self) -> None:
        """End all threads, release body and network, and raise an error that ended a thread.

        The body keeps the last command: a standing robot remains standing.
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
        if self.adapter.cameras is not None and CameraImage.__name__ in inputs:
            given += (self.adapter.image(thread, now), self.adapter.camera_info(thread))
        return given

    def _after_cycle(self, cycle: Cycle) -> None:
        thread = self.agent.graph.thread(cycle.thread)
        for kind in (StatusPackets, TeamPackets):
            if self.network is not None and thread.provider_of(kind) is not None:
                self.network.send(cycle.values[kind], cycle.frame.time)
        if cycle.thread == self._motion:
            self.adapter.act(cycle.values[JointRequest])


def _only_thread(agent: Agent, representation: type) -> str:
    """Return the only thread with a representation; a body supports a single one."""
    threads = agent.graph.threads_providing(representation)
    if len(threads) != 1:
        where = " and ".join(threads) or "no thread"
        raise KickaboutError(
            f"team {agent.team.name}: a body needs one thread with {representation.__name__}, "
            f"but {where} has it"
        )
    return threads[0]
