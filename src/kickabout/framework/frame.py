"""The time of a cycle, the only clock that modules may read."""

from kickabout.framework.representation import representation


@representation
class FrameInfo:
    """Time and number of a cycle, set by the framework at its start in each thread."""

    time: float = 0.0  # s, on the robot's own clock
    dt: float = 0.0  # s, since this thread's previous cycle; 0 in the first one
    cycle: int = 0  # counts this thread's cycles from 0
