"""The camera of a thread."""

from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import CameraName


def camera_of(plan: ThreadPlan) -> CameraName:
    """Return the camera that a thread names, else the one that it is named after, else UPPER."""
    return CameraName(plan.camera) if plan.camera else CameraName.of_thread(plan.name)
