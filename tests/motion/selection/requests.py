"""A motion selection for tests in which one engine controls the body."""

from kickabout.representations import Motion, MotionSelection


def selected(motion: Motion) -> MotionSelection:
    return MotionSelection(target=motion)
