"""Teammates: who they are, what they send, and what is sent to them."""

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vec, Vector2
from kickabout.representations.behavior import Role
from kickabout.representations.modeling import FieldPlayer


@representation
class PlayerInfo:
    """Who this robot is."""

    team: int = 1  # number assigned by the league
    number: int = 1  # on the jersey
    team_name: str = ""
    opponent: int = 2  # the other team's number, 0 if not known


@frozen
class Datagram:
    """One packet from the network."""

    received_at: float  # s
    payload: bytes


@representation
class ReceivedPackets:
    """Everything that arrived since this thread's previous cycle."""

    game_controller: tuple[Datagram, ...] = ()
    teammates: tuple[Datagram, ...] = ()


@representation
class StatusPackets:
    """What is to be returned to the GameController now."""

    packets: tuple[bytes, ...] = ()


@representation
class TeamPackets:
    """What is to be sent to the teammates now."""

    packets: tuple[bytes, ...] = ()


@frozen
class Teammate:
    """The last news of a teammate, times translated to the own clock."""

    number: int
    robot_to_field: Pose2[Robot, Field] = Pose2()
    ball_in_field: Vector2[Field] | None = None
    ball_velocity_in_field: Vector2[Field] = Vector2()
    ball_last_seen_at: float = -1e9  # s
    pose_validity: float = 0.0
    upright: bool = True
    penalized: bool = False
    role: Role = Role.NONE
    proposed_roles: tuple[Role, ...] = ()  # for the whole team, player 1 first; may be untold
    whistle_heard_at: float = -1e9  # s
    whistle_confidence: float = 0.0  # 0 … 1, of that whistle
    whistle_direction: float | None = None  # rad, from the sender's front; None: not told
    whistle_deviation: float = 3.14  # rad, of that direction
    microphones: int = 0  # that worked when this was sent
    walking_to: Pose2[Robot, Field] = Pose2()
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0  # player number
    search_positions: tuple[Vector2[Field] | None, ...] = ()  # as in TacticalState
    map_age: float = 0.0  # s, as in TacticalState
    head_yaw: float = 0.0  # rad, as in TacticalState
    time_to_reach_ball: float = 1e9  # s
    opponents: tuple[FieldPlayer, ...] = ()  # obstacles it saw that are no teammates
    coverage_seen_at: Vec | None = None  # s, cells as in FieldCoverage
    sent_at: float = -1e9  # s
    received_at: float = -1e9  # s
    clock_offset: float = 0.0  # s, its clock minus the own one
    clock_error: float = 1e9  # s, largest error of the offset


@frozen
class ClockEcho:
    """The newest message of a teammate, to be told back so that it can set its clock."""

    number: int  # of the teammate
    sent_at_there: float  # s, on the teammate's clock
    received_at: float  # s


@representation
class TeamData:
    """All teammates heard of lately."""

    teammates: tuple[Teammate, ...] = ()
    echoes: tuple[ClockEcho, ...] = ()
    rejected: int = 0  # malformed packets so far

    def teammate(self, number: int) -> Teammate | None:
        return next((mate for mate in self.teammates if mate.number == number), None)


@representation
class MessageBudget:
    """How many team messages may still be sent."""

    remaining: int = 1200
    may_send: bool = True
    interval: float = 1.0  # s, that this robot should let pass between ordinary messages
