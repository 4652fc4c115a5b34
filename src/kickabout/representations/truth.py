"""Ground truth of the simulated world: for oracles, referee, benches and viewers only."""

from dataclasses import dataclass

from kickabout.framework import representation
from kickabout.geometry import Field, Pose2, Pose3, Robot, Torso, Vec3, Vector2, zeros


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueRobot:
    """Where a robot really is."""

    team: int  # 0 home, 1 away
    number: int
    robot_to_field: Pose2[Robot, Field]  # in the frame of the home team
    torso_to_field: Pose3[Torso, Field]
    upright: bool


@representation
class GroundTruth:
    """The world as it really is, in the field frame of the home team."""

    ball_in_field: Vec3 = zeros(3)  # m
    ball_velocity: Vec3 = zeros(3)  # m/s
    robots: tuple[TrueRobot, ...] = ()
    own_team: int = 0  # of the robot this copy is for
    own_number: int = 0

    def own(self) -> TrueRobot | None:
        """The robot this copy is for."""
        return self.robot(self.own_team, self.own_number)

    def robot(self, team: int, number: int) -> TrueRobot | None:
        return next((r for r in self.robots if (r.team, r.number) == (team, number)), None)

    @property
    def ball_on_ground(self) -> Vector2[Field]:
        return Vector2(float(self.ball_in_field[0]), float(self.ball_in_field[1]))
