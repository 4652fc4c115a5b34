"""A field without physics, on which the placements of the referee are carried out."""

import dataclasses
from typing import Any

from kickabout.geometry import Pose2, Vector2, World
from kickabout.representations.field import FieldDimensions, load_field
from kickabout.representations.game import GameControllerData, GameState, Penalty, SetPlay
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.referee import (
    Announcement,
    BallPlacement,
    Decision,
    Referee,
    RefereeView,
    RobotId,
    RobotPlacement,
    RobotView,
    Rules,
    TeamSide,
    load_rules,
)

FORMATION = ((-4.4, 0.0), (-2.5, 1.5), (-2.5, -1.5), (-1.5, 1.0), (-1.0, 0.0))
FIELDS = {
    "2019": FieldDimensions(),
    "2021": FieldDimensions(name="spl2020", penalty_area_x=2.85, penalty_area_y=2.0),
    "2025": FieldDimensions(name="spl2020", penalty_area_x=2.85, penalty_area_y=2.0),
}
HOME, AWAY = TeamSide.HOME, TeamSide.AWAY
STEP = 0.1  # s


class Pitch:
    """A field with robots in a legal formation, active but not walking by default."""

    def __init__(self, year: str = "2019", *, rules: Rules | None = None, **options: Any) -> None:
        self.rules = rules or load_rules(year)
        self.field = FIELDS[year] if year in FIELDS else load_field(year)
        self.referee = Referee(self.rules, self.field, **options)
        self.step = 0
        self.ball: Vector2[World] = Vector2(0.0, 0.0)
        self.velocity: Vector2[World] = Vector2(0.0, 0.0)
        self.robots: dict[RobotId, RobotView] = {}
        self.decisions: list[Decision] = []
        formation = FORMATION[: self.rules.players_per_team]
        for number, (x, y) in enumerate(map(self.field.scaled, formation), start=1):
            self.put(HOME, number, x, y, 0.0)
            self.put(AWAY, number, -x, -y, 3.14)

    @property
    def time(self) -> float:
        return self.step * STEP

    def put(self, team: TeamSide, number: int, x: float, y: float, theta: float = 0.0) -> None:
        robot = RobotId(team, number)
        pose: Any = Pose2(x, y, theta)
        old = self.robots.get(
            robot, RobotView(id=robot, robot_to_world=pose, covers=NAO.shape.covers)
        )
        self.robots[robot] = dataclasses.replace(old, robot_to_world=pose)

    def change(self, team: TeamSide, number: int, **fields: Any) -> None:
        robot = RobotId(team, number)
        self.robots[robot] = dataclasses.replace(self.robots[robot], **fields)

    def robot(self, team: TeamSide, number: int) -> RobotView:
        return self.robots[RobotId(team, number)]

    def kick(self, team: TeamSide, number: int, *points: tuple[float, float]) -> list[Decision]:
        """Let a robot touch the ball, then move the ball to the given points, one per step."""
        self.change(team, number, touches_ball=True, last_touch_at=self.time)
        decisions = self.run(STEP)
        self.change(team, number, touches_ball=False)
        for point in points:
            self.ball = Vector2(*point)
            decisions += self.run(STEP)
        return decisions

    def run(self, seconds: float = STEP) -> list[Decision]:
        """Let time pass and return the decisions."""
        decisions: list[Decision] = []
        for _ in range(max(1, round(seconds / STEP))):
            self.step += 1
            view = RefereeView(
                time=self.time,
                ball_in_world=self.ball,
                ball_velocity_in_world=self.velocity,
                robots=tuple(self.robots.values()),
            )
            made = self.referee.step(view).decisions
            for decision in made:
                if isinstance(decision, BallPlacement):
                    self.ball = decision.ball_in_world
                elif isinstance(decision, RobotPlacement):
                    pose = decision.robot_to_world
                    self.put(*decision.robot, pose.x, pose.y, pose.theta)
            decisions += made
        self.decisions += decisions
        return decisions

    def run_until(self, state: GameState, *, limit: float = 120.0) -> list[Decision]:
        decisions: list[Decision] = []
        for _ in range(round(limit / STEP)):
            if self.state is state:
                return decisions
            decisions += self.run()
        raise AssertionError(f"no '{state}' within {limit} s, the game is in '{self.state}'")

    def play(self) -> "Pitch":
        """Advance to open play, with the ball at the center."""
        self.run_until(GameState.PLAYING)
        self.referee.free_kick(SetPlay.NONE, HOME)
        self.run()
        return self

    @property
    def state(self) -> GameState:
        return self.referee.true_state.state

    @property
    def set_play(self) -> SetPlay:
        return self.referee.true_state.set_play

    def published(self) -> GameControllerData:
        """Return the data that players receive."""
        return self.referee.state

    def truth(self) -> GameControllerData:
        return self.referee.true_state

    @property
    def kicking_team(self) -> TeamSide | None:
        number = self.referee.true_state.kicking_team
        return None if number is None else {1: HOME, 2: AWAY}[number]

    def penalty(self, team: TeamSide, number: int) -> Penalty:
        return self.referee.penalty(team, number)

    def seconds_of_penalty(self, team: TeamSide, number: int) -> int:
        data = self.referee.true_state.team({HOME: 1, AWAY: 2}[team])
        assert data is not None
        return data.player(number).seconds_till_unpenalized


def of(decisions: list[Decision], kind: type[Any]) -> list[Any]:
    return [decision for decision in decisions if isinstance(decision, kind)]


def texts(decisions: list[Decision]) -> list[str]:
    return [decision.text for decision in of(decisions, Announcement)]
