"""The camera of a thread."""

from kickabout.framework.teams.team import ThreadPlan


def camera_of(plan: ThreadPlan) -> str:
    """Return the camera that a thread names, else the one that it is named after."""
    return plan.camera or plan.name
