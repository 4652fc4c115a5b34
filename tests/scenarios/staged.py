"""Scenes for scenario tests, and checks of what no robot should ever do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kickabout import Match
from kickabout.representations import GameState
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan

Placement = tuple[int, float, float, float]  # number, x, y, heading in the frame of its team
ASIDE: tuple[Placement, ...] = ((1, -4.3, 3.2, 0.0),)  # a team has at least one robot


def staged(
    home: Sequence[Placement],
    away: Sequence[Placement] = ASIDE,
    *,
    ball: tuple[float, float] = (0.0, 0.0),
    automatic: bool = False,
    start: Literal["initial", "playing"] = "playing",
    rules: str = "2019",
) -> Scene:
    def team(color: str, number: int, placements: Sequence[Placement]) -> TeamPlan:
        robots = tuple(RobotPlan(number=n, pose=(x, y, a)) for n, x, y, a in placements)
        return TeamPlan(color=color, number=number, robots=robots)

    return Scene(
        home=team("blue", 1, home),
        away=team("red", 2, away),
        ball=BallPlan(position=ball),
        referee=RefereePlan(automatic=automatic, start=start, half=600.0, rules=rules),
    )


def is_in_goal(match: Match, *, of_home: bool = False) -> bool:
    ball, field_ = match.truth.ball, match.field
    x = -ball.x if of_home else ball.x
    return x > field_.goal_line_x and abs(ball.y) < field_.goal.inner_half_width


@dataclass
class Watch:
    """Runs a match and checks the robots of the home team ten times a second."""

    match: Match
    changes_per_second: float = 4.0  # maximum number of changes of the card
    _card_changes: dict[int, list[float]] = field(default_factory=dict)
    _card: dict[int, str] = field(default_factory=dict)

    def until(self, done: Callable[[], bool], timeout: float) -> bool:
        end = self.match.time + timeout
        while not done():
            if self.match.time >= end:
                return False
            self.match.run(0.096)
            self.check()
        return True

    def check(self) -> None:
        for team, number in self.match.truth.robots:
            if team == "home":
                self._check_robot(number)

    def _check_robot(self, number: int) -> None:
        robot = self.match.robot("home", number)
        dealt = [
            entry.option for entry in robot["ActivationGraph"].options if "Card" in entry.option
        ]
        card = dealt[-1] if dealt else ""
        changes = self._card_changes.setdefault(number, [])
        if card != self._card.get(number, card):
            changes.append(self.match.time)
        self._card[number] = card
        recent = [time for time in changes if time > self.match.time - 2.0]
        assert len(recent) <= 2.0 * self.changes_per_second, (
            f"home {number} changes its card too often: {card}"
        )
        self._check_kick(number)

    def _check_kick(self, number: int) -> None:
        """Check that no robot kicks the ball into its own goal."""
        truth = self.match.truth
        ball, velocity = truth.ball, truth.ball_velocity
        near = truth.robots["home", number].pose.position.distance_to(ball) < 0.4
        if not near or velocity.norm < 1.0 or velocity.x > -0.5:
            return
        at_line = ball.y + velocity.y * (-self.match.field.goal_line_x - ball.x) / velocity.x
        others = [r for (team, _), r in truth.robots.items() if team == "away"]
        if all(r.pose.position.distance_to(ball) > 0.5 for r in others):
            assert abs(at_line) > self.match.field.goal.inner_half_width, (
                f"home {number} kicks at its own goal"
            )


def playing(match: Match) -> bool:
    return match.control.state.state is GameState.PLAYING
