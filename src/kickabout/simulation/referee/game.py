"""The state of a game as the referee keeps it, with its clocks."""

import math
from dataclasses import dataclass, field

from kickabout.communication.game_controller_protocol import NO_TEAM
from kickabout.geometry import Field, Pose2, Robot, Vector2, World
from kickabout.geometry.pose2 import wrapped
from kickabout.representations.game import (
    CompetitionType,
    GamePhase,
    GameState,
    Penalty,
    SetPlay,
    TeamColor,
)
from kickabout.simulation.referee.rules import Rules
from kickabout.simulation.referee.view import RobotId, TeamSide


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamIdentity:
    """Number and colors of a team."""

    number: int
    color: TeamColor
    goalkeeper_color: TeamColor


DEFAULT_IDENTITIES = {
    TeamSide.HOME: TeamIdentity(number=1, color=TeamColor.BLUE, goalkeeper_color=TeamColor.BLACK),
    TeamSide.AWAY: TeamIdentity(number=2, color=TeamColor.RED, goalkeeper_color=TeamColor.WHITE),
}


@dataclass(slots=True, kw_only=True)
class PlayerRecord:
    penalty: Penalty = Penalty.NONE
    remaining: float = 0.0  # s of the penalty
    prepared: bool = False  # waits at the position of its return

    @property
    def plays(self) -> bool:
        return self.penalty is Penalty.NONE


@dataclass(slots=True, kw_only=True)
class TeamRecord:
    identity: TeamIdentity
    players: dict[int, PlayerRecord]
    goalkeeper: int = 1
    score: int = 0
    penalty_shot: int = 0
    single_shots: int = 0
    messages_left: int | None = None
    incremental_penalties: int = 0
    timeouts: int = 0
    communicates_illegally: bool = False


@dataclass(slots=True, kw_only=True)
class Game:
    """Everything that the GameController publishes, and the clocks and counters behind it."""

    rules: Rules
    teams: dict[TeamSide, TeamRecord]
    play_off: bool = False
    competition_type: CompetitionType = CompetitionType.NORMAL
    state: GameState = GameState.INITIAL
    state_since: float = 0.0  # s
    phase: GamePhase = GamePhase.NORMAL
    set_play: SetPlay = SetPlay.NONE
    kick_off: bool = False  # from the call until the ball is free
    first_half: bool = True
    kicking_team: TeamSide | None = TeamSide.HOME
    home_direction: float = 1.0  # 1 or -1: direction of attack of the home team along x
    time_remaining: float = 0.0  # s of the half or of the penalty shot
    clock_started: bool = False  # in this half
    secondary: float | None = None  # s of ready, set play, break or timeout
    free_kick_ball: Vector2[World] = field(default_factory=Vector2)

    def record(self, robot: RobotId) -> PlayerRecord:
        """Return the record of a player; raise a ValueError if the number does not exist."""
        players = self.teams[robot.team].players
        if robot.number not in players:
            known = f"{min(players)} to {max(players)}"
            raise ValueError(f"the {robot.team} team has no player {robot.number}; known: {known}")
        return players[robot.number]

    def plays(self, robot: RobotId) -> bool:
        """Whether the robot is on the field and not penalized."""
        player = self.teams[robot.team].players.get(robot.number)
        return player is not None and player.plays

    def is_goalkeeper(self, robot: RobotId) -> bool:
        return self.teams[robot.team].goalkeeper == robot.number

    def direction(self, team: TeamSide) -> float:
        """Return 1 if the team attacks the goal at positive x of the world, else -1."""
        return self.home_direction if team is TeamSide.HOME else -self.home_direction

    def in_field(self, team: TeamSide, point_in_world: Vector2[World]) -> Vector2[Field]:
        """Transform a point to the field frame of a team, with x towards the goal it attacks."""
        direction = self.direction(team)
        return Vector2(direction * point_in_world.x, direction * point_in_world.y)

    def in_world(self, team: TeamSide, point_in_field: Vector2[Field]) -> Vector2[World]:
        direction = self.direction(team)
        return Vector2(direction * point_in_field.x, direction * point_in_field.y)

    def pose_in_world(
        self, team: TeamSide, robot_to_field: Pose2[Robot, Field]
    ) -> Pose2[Robot, World]:
        position = self.in_world(team, robot_to_field.position)
        turn = 0.0 if self.direction(team) > 0.0 else math.pi
        return Pose2(position.x, position.y, wrapped(robot_to_field.theta + turn))

    @property
    def defends_left(self) -> TeamSide:
        """The team whose goal is at negative x of the world."""
        return TeamSide.HOME if self.home_direction > 0.0 else TeamSide.AWAY

    @property
    def in_open_play(self) -> bool:
        return (
            self.state is GameState.PLAYING and self.set_play is SetPlay.NONE and not self.kick_off
        )

    @property
    def clock_runs(self) -> bool:
        if self.state is GameState.PLAYING:
            return True
        stopped = self.state not in (GameState.READY, GameState.SET)
        shootout = self.phase is GamePhase.PENALTY_SHOOTOUT
        return not (stopped or shootout or self.play_off) and self.clock_started

    @property
    def penalties_run(self) -> bool:
        return self.state in (GameState.READY, GameState.PLAYING)

    def tick(self, dt: float) -> None:
        if self.clock_runs:
            self.time_remaining -= dt
        if self.secondary is not None:
            self.secondary -= dt


def new_game(
    rules: Rules,
    *,
    kickoff_team: TeamSide,
    identities: dict[TeamSide, TeamIdentity],
    play_off: bool,
    slots: int,
) -> Game:
    """Create a game before its first kick-off; numbers beyond the team size are substitutes."""
    if rules.players_per_team > slots:
        raise ValueError(
            f"teams of {rules.players_per_team} do not fit the GameController of {rules.name},"
            f" which has room for {slots}"
        )
    numbers = [identities[team].number for team in TeamSide]
    if numbers[0] == numbers[1] or not all(0 < number < NO_TEAM for number in numbers):
        raise ValueError(f"teams need two different numbers from 1 to {NO_TEAM - 1}, not {numbers}")
    budget = rules.messages.budget or None
    teams = {
        team: TeamRecord(
            identity=identities[team],
            messages_left=budget,
            players={
                number: PlayerRecord(
                    penalty=Penalty.NONE if number <= rules.players_per_team else Penalty.SUBSTITUTE
                )
                for number in range(1, slots + 1)
            },
        )
        for team in TeamSide
    }
    return Game(
        rules=rules,
        teams=teams,
        play_off=play_off,
        kicking_team=kickoff_team,
        time_remaining=rules.half.duration,
    )
