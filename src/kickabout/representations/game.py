"""The game as the GameController tells it, in no protocol version's terms."""

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


@frozen
class GamePlayer:
    penalty: Penalty = Penalty.NONE
    seconds_till_unpenalized: int = 0


@frozen
class GameTeam:
    number: int = 0  # assigned by the league, 1 … 254
    color: TeamColor = TeamColor.BLUE  # of the field players' jerseys
    goalkeeper_color: TeamColor = TeamColor.BLUE
    goalkeeper: int = 1  # player number, 0 if nobody keeps the goal
    score: int = 0
    penalty_shot: int = 0  # shots taken in the shoot-out
    single_shots: int = 0  # bit i is set if shot i was a goal
    message_budget: int | None = None  # team messages left; None where the rules know no budget
    players: tuple[GamePlayer, ...] = ()  # players[0] wears number 1

    def player(self, number: int) -> GamePlayer:
        """A player by jersey number; one that is not in the list counts as a substitute."""
        if 1 <= number <= len(self.players):
            return self.players[number - 1]
        return GamePlayer(penalty=Penalty.SUBSTITUTE)


@frozen
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
    teams: tuple[GameTeam, GameTeam] = (GameTeam(), GameTeam())

    def team(self, number: int) -> GameTeam | None:
        """A team by its number, None if it does not take part."""
        return next((team for team in self.teams if team.number == number), None)


@representation
class GameInfo:
    """The newest message of the GameController."""

    data: GameControllerData = GameControllerData()
    received_at: float = -1e9  # s
    received: bool = False  # whether any message has arrived
    protocol: int = 18  # version of the newest message
    rejected: int = 0  # messages that were malformed or about other games


@representation
class GameStateModel:
    """The game as it probably is, where the GameController tells it late."""

    state: GameState = GameState.INITIAL
    since: float = 0.0  # s, when this state began
    set_play: SetPlay = SetPlay.NONE
    own_kick: bool | None = None  # whose kick it is; None: nobody's or not told
    assumed: bool = False  # heard or seen, but not told yet
    ball_is_free: bool = True  # this team may play the ball
    held: bool = False  # this robot is still carried, though its penalty is over


@representation
class TeamWhistle:
    """Whether the team as a whole heard the referee's whistle."""

    whistled_at: float = -1e9  # s, the last whistle the team agreed on
    confidence: float = 0.0  # 0 … 1, mean of all that listen, in the present window
    voters: tuple[int, ...] = ()  # player numbers that heard something
