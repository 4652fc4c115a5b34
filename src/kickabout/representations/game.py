"""The game as reported by the GameController, independent of the protocol version."""

from enum import StrEnum, auto

from kickabout.framework import frozen, representation


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
    """Set plays; a kick-off is not among them, it shows in the state and the kicking team."""

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
    """Reason for a penalty; unlike numbers on the wire, each has a single meaning."""

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


@frozen
class GamePlayer:
    penalty: Penalty = Penalty.NONE
    seconds_till_unpenalized: int = 0


@frozen
class GameTeam:
    number: int = 0  # assigned by the league, 1 … 254
    color: TeamColor = TeamColor.BLUE  # of the field players' jerseys
    goalkeeper_color: TeamColor = TeamColor.BLUE
    goalkeeper: int = 1  # player number, 0 if there is none
    score: int = 0
    penalty_shot: int = 0  # shots taken in the shoot-out
    single_shots: int = 0  # bit i is set if shot i was a goal
    message_budget: int | None = None  # team messages left; None if the rules have no budget
    players: tuple[GamePlayer, ...] = ()  # players[0] wears number 1

    def player(self, number: int) -> GamePlayer:
        """Return a player by jersey number; a number not in the list is a substitute."""
        if 1 <= number <= len(self.players):
            return self.players[number - 1]
        return GamePlayer(penalty=Penalty.SUBSTITUTE)


@frozen
class GameControllerData:
    """One control message; the operator sees the first team's goal on the left."""

    packet_number: int = 0
    players_per_team: int = 5  # on the field; the GameController of 2019 includes the substitute
    competition_phase: CompetitionPhase = CompetitionPhase.ROUND_ROBIN
    competition_type: CompetitionType = CompetitionType.NORMAL
    game_phase: GamePhase = GamePhase.NORMAL
    state: GameState = GameState.INITIAL
    set_play: SetPlay = SetPlay.NONE
    first_half: bool = True
    kicking_team: int | None = None  # team number; None: no team or not reported
    seconds_remaining: int = 600  # of the half or of the penalty shot, may be negative
    secondary_seconds: int = 0  # of ready, set play, break or timeout, may be negative
    teams: tuple[GameTeam, GameTeam] = (GameTeam(), GameTeam())

    def team(self, number: int) -> GameTeam | None:
        """Return a team by its number; None if it does not take part."""
        for team in self.teams:
            if team.number == number:
                return team
        return None

    def direction(self, number: int) -> float | None:
        """Return 1 if a team attacks along the x axis of the world, else −1; None if unknown."""
        if self.team(number) is None:
            return None
        return 1.0 if self.teams[0].number == number else -1.0


@representation
class GameInfo:
    """The newest message of the GameController."""

    data: GameControllerData = GameControllerData()
    received_at: float = -1e9  # s
    received: bool = False  # whether any message has arrived
    protocol: int = 18  # version of the newest message
    rejected: int = 0  # messages that were malformed or belong to other games


@representation
class GameStateModel:
    """Estimated state of the game, where the GameController reports with a delay."""

    state: GameState = GameState.INITIAL
    since: float = 0.0  # s, start of this state
    set_play: SetPlay = SetPlay.NONE
    own_kick: bool | None = None  # whether the kick is ours; None: no kick or not known
    assumed: bool = False  # inferred by the robots, not yet reported by the GameController
    ball_is_free: bool = True  # this team may play the ball
    held: bool = False  # this robot is still carried although its penalty is over


@representation
class TeamWhistle:
    """The referee's whistle as detected by the whole team."""

    whistled_at: float = -1e9  # s, the last whistle the team agreed on
    confidence: float = 0.0  # 0 … 1, mean over all listening robots in the current window
    voters: tuple[int, ...] = ()  # numbers of the players that heard a whistle
