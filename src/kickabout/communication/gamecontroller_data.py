"""What a GameController says about a game and a robot about itself, in no version's terms."""

from dataclasses import dataclass, field
from enum import StrEnum, auto

from kickabout.geometry import Field, Pose2, Robot, Vector2


class GameState(StrEnum):
    INITIAL = auto()
    STANDBY = auto()
    READY = auto()
    SET = auto()
    PLAYING = auto()
    FINISHED = auto()


class GamePhase(StrEnum):
    NORMAL = auto()
    PENALTY_SHOOTOUT = auto()
    OVERTIME = auto()
    TIMEOUT = auto()


class SetPlay(StrEnum):
    """A kick-off is none of these: it shows in the state and the kicking team."""

    NONE = auto()
    GOAL_KICK = auto()
    PUSHING_FREE_KICK = auto()
    CORNER_KICK = auto()
    KICK_IN = auto()
    PENALTY_KICK = auto()


class CompetitionPhase(StrEnum):
    ROUND_ROBIN = auto()
    PLAY_OFF = auto()


class CompetitionType(StrEnum):
    NORMAL = auto()
    MIXED_TEAM = auto()
    MOST_PASSES = auto()


class TeamColor(StrEnum):
    BLUE = auto()
    RED = auto()
    YELLOW = auto()
    BLACK = auto()
    WHITE = auto()
    GREEN = auto()
    ORANGE = auto()
    PURPLE = auto()
    BROWN = auto()
    GRAY = auto()


class Penalty(StrEnum):
    """What a player is penalized for; one meaning each, unlike the numbers on the wire."""

    NONE = auto()
    ILLEGAL_BALL_CONTACT = auto()  # ball holding, playing with arms or hands
    PLAYER_PUSHING = auto()
    MOTION_IN_SET = auto()
    INACTIVE_PLAYER = auto()  # or fallen for too long
    ILLEGAL_POSITION = auto()  # called "illegal defender" in 2019
    LEAVING_THE_FIELD = auto()
    KICK_OFF_GOAL = auto()  # 2019 only
    REQUEST_FOR_PICKUP = auto()
    LOCAL_GAME_STUCK = auto()
    ILLEGAL_POSITION_IN_SET = auto()  # called "illegal positioning" in 2019
    PLAYER_STANCE = auto()  # later years only
    MOTION_IN_STANDBY = auto()  # later years only
    SUBSTITUTE = auto()
    MANUAL = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInfo:
    penalty: Penalty = Penalty.NONE
    seconds_till_unpenalized: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamInfo:
    number: int = 0  # assigned by the league, 1 … 254
    color: TeamColor = TeamColor.BLUE  # of the field players' jerseys
    goalkeeper_color: TeamColor = TeamColor.BLUE
    goalkeeper: int = 1  # player number, 0 if nobody keeps the goal
    score: int = 0
    penalty_shot: int = 0  # shots taken in the shoot-out
    single_shots: int = 0  # bit i is set if shot i was a goal
    message_budget: int | None = None  # team messages left; None where the rules know no budget
    players: tuple[PlayerInfo, ...] = ()  # players[0] wears number 1

    def player(self, number: int) -> PlayerInfo:
        """A player by jersey number; one that is not in the list counts as a substitute."""
        if 1 <= number <= len(self.players):
            return self.players[number - 1]
        return PlayerInfo(penalty=Penalty.SUBSTITUTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameControllerData:
    """One control message. The first team defends the left goal seen from the operator."""

    packet_number: int = 0
    players_per_team: int = 5  # on the field; 2019's controller counts the substitute as well
    competition_phase: CompetitionPhase = CompetitionPhase.ROUND_ROBIN
    competition_type: CompetitionType = CompetitionType.NORMAL
    game_phase: GamePhase = GamePhase.NORMAL
    state: GameState = GameState.INITIAL
    set_play: SetPlay = SetPlay.NONE
    first_half: bool = True
    kicking_team: int | None = None  # team number; None: no team or not told
    seconds_remaining: int = 600  # of the half or of the penalty shot, may be negative
    secondary_seconds: int = 0  # of ready, set play, break or timeout, may be negative
    teams: tuple[TeamInfo, TeamInfo] = (TeamInfo(), TeamInfo())

    def team(self, number: int) -> TeamInfo | None:
        """A team by its number, None if it does not take part."""
        return next((team for team in self.teams if team.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotStatus:
    """What a robot returns to the GameController; 2019's controller hears only who it is."""

    team: int = 0
    player: int = 0
    fallen: bool = False
    robot_to_field: Pose2[Robot, Field] = field(default_factory=Pose2)
    ball_age: float | None = None  # s since the ball was seen, None: never
    ball_in_robot: Vector2[Robot] = field(default_factory=Vector2)


class Rejection(StrEnum):
    """Why a datagram was not accepted."""

    TOO_SHORT = auto()  # not even header and version
    WRONG_HEADER = auto()
    WRONG_VERSION = auto()
    WRONG_LENGTH = auto()
    UNKNOWN_VALUE = auto()  # a number without meaning in a field of numbers with meaning
    NOT_A_NUMBER = auto()  # infinite or undefined measurement
    FOREIGN_TEAM = auto()  # well-formed, but the own team does not take part


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeError:
    """What decoding gives instead of a value; it is returned, never raised."""

    reason: Rejection
    detail: str
