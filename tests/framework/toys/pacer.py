"""From readings to the frames of the module's own runs."""

from tests.framework.toys.things import Reading, Total

from kickabout.framework import FrameInfo, Module, NoParameters


class Pacer(Module[NoParameters]):
    """Publishes the time of its run, the time since the last one, and the number of runs."""

    def update(self, frame: FrameInfo, reading: Reading) -> Total:
        return Total(value=reading.value, parts=(frame.time, frame.dt, float(frame.cycle)))
