"""When a cycle happens: the only clock that modules may read."""

from kickabout.framework.representation import representation


@representation
class FrameInfo:
    """Given by the framework to every thread at the start of each cycle."""

    time: float = 0.0  # s, on the robot's own clock
    dt: float = 0.0  # s, since this thread's previous cycle; 0 in the first one
    cycle: int = 0  # counts this thread's cycles from 0
