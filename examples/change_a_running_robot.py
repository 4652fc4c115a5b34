"""Inspection and modification of a running robot: values, parameters, overrides."""

from kickabout import Match
from kickabout.simulation.match.scene import RefereePlan, Scene


def main() -> None:
    scene = Scene(referee=RefereePlan(automatic=False))
    with Match(robots=1, scene=scene, workers=0) as match:
        robot = match.robot("home", 1)
        match.run(3.0)
        robot.ask("change_parameters", "StandEngine", {"look_angle": 0.0})
        match.run(0.5)
        still = float(robot["JointRequest"].angles[0])
        robot.ask("override", "JointRequest.angles[0]", 0.7)
        match.run(1.0)
        turned = float(robot["SensorFrame"].joint_angles[0])
    assert abs(still) < 0.01
    assert abs(turned - 0.7) < 0.1


if __name__ == "__main__":
    main()
