"""Faults: a robot with a stuck head joint, and one that loses the connection to its body."""

from kickabout import Match
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.scene import RefereePlan, Scene

FAULTS = (
    Fault(kind=FaultKind.STUCK_JOINT, robot="home 1", joint="head_yaw", start=1.0),
    Fault(kind=FaultKind.LOST_BODY, robot="away 1", start=2.0, end=3.0),
)


def main() -> None:
    scene = Scene(faults=FAULTS, referee=RefereePlan(automatic=False))
    with Match(robots=1, scene=scene, workers=0) as match:
        match.run(2.0)
        match.robot("home", 1).ask("override", "JointRequest.angles[0]", 0.7)
        match.run(2.0)
        head_yaw = match.robot("home", 1)["SensorFrame"].joint_angles[0]
        stuck = match.truth.robots["home", 1]
        limp = match.truth.robots["away", 1]
    assert stuck.upright
    assert abs(head_yaw - 0.7) > 0.2  # rad: the head does not turn as requested
    assert not limp.upright


if __name__ == "__main__":
    main()
