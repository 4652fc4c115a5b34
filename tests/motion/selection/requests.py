"""What the selector would say when one engine has the body."""

from kickabout.representations import Motion, MotionSelection


def selected(motion: Motion) -> MotionSelection:
    return MotionSelection(target=motion)
