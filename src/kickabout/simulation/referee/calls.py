"""The decisions of one step of the referee, and the poses that result from them."""

from kickabout.geometry import Pose2, Robot, Vector2, World
from kickabout.simulation.referee.ball_watch import BallWatch
from kickabout.simulation.referee.decisions import (
    Announcement,
    BallPlacement,
    Decision,
    RobotPlacement,
    Whistle,
    WhistleReason,
)
from kickabout.simulation.referee.view import RefereeView, RobotId


class Calls:
    """Collects decisions; if `hands_on` is unset, placements are left out."""

    def __init__(self, watch: BallWatch) -> None:
        self.hands_on = True
        self.ball: Vector2[World] = Vector2()
        self.robots: dict[RobotId, Pose2[Robot, World]] = {}
        self._watch = watch
        self._decisions: list[Decision] = []

    def see(self, view: RefereeView) -> None:
        self.ball = view.ball_in_world
        self.robots = {robot.id: robot.robot_to_world for robot in view.robots}

    def add(self, decision: Decision) -> None:
        self._decisions.append(decision)

    def announce(self, text: str) -> None:
        self.add(Announcement(text=text))

    def whistle(self, reason: WhistleReason, position: Vector2[World], *, blows: int = 1) -> None:
        self.add(Whistle(reason=reason, blows=blows, referee_in_world=position))

    def place_ball(self, ball: Vector2[World]) -> None:
        if self.hands_on:
            self.ball = ball
            self._watch.ball_placed()
            self.add(BallPlacement(ball_in_world=ball))

    def place_robot(self, robot: RobotId, pose: Pose2[Robot, World]) -> None:
        """Place a robot; ignore one that is not in the view."""
        if self.hands_on and robot in self.robots:
            self.robots[robot] = pose
            self.add(RobotPlacement(robot=robot, robot_to_world=pose))

    def others(self, robot: RobotId) -> list[Vector2[World]]:
        """Return the positions of all other robots."""
        return [pose.position for other, pose in self.robots.items() if other != robot]

    def taken(self) -> tuple[Decision, ...]:
        """Return all decisions since the last call."""
        decisions, self._decisions = tuple(self._decisions), []
        return decisions
