"""Team communication: identities, packets, and the data of teammates."""

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vec, Vector2
from kickabout.representations.behavior import Role
from kickabout.representations.modeling import FieldPlayer


@representation
class PlayerInfo:
    """Identity of this robot."""

    team: int = 1  # number assigned by the league
    number: int = 1  # on the jersey
    team_name: str = ""
    opponent: int = 2  # the other team's number, 0 if not known
    color: str = ""  # of its uniform at the start of the match; empty: not known


@frozen
class Datagram:
    """One packet from the network."""

    received_at: float  # s
    payload: bytes


@representation
class ReceivedPackets:
    """All packets received since this thread's previous cycle."""

    game_controller: tuple[Datagram, ...] = ()
    teammates: tuple[Datagram, ...] = ()


@representation
class StatusPackets:
    """Packets to return to the GameController now."""

    packets: tuple[bytes, ...] = ()


@representation
class TeamPackets:
    """Packets to send to the teammates now."""

    packets: tuple[bytes, ...] = ()


@frozen
class Teammate:
    """The newest data of a teammate; times are on this robot's clock."""

    number: int
    robot_to_field: Pose2[Robot, Field] = Pose2()
    ball_in_field: Vector2[Field] | None = None
    ball_velocity_in_field: Vector2[Field] = Vector2()
    ball_last_seen_at: float = -1e9  # s
    pose_validity: float = 0.0
    upright: bool = True
    penalized: bool = False
    role: Role = Role.NONE
    proposed_roles: tuple[Role, ...] = ()  # for the whole team, player 1 first; () if not sent
    whistle_heard_at: float = -1e9  # s
    whistle_confidence: float = 0.0  # 0 … 1, of that whistle
    whistle_direction: float | None = None  # rad, in the sender's frame; None if not sent
    whistle_deviation: float = 3.14  # rad, of that direction
    microphones: int = 0  # number of working microphones when this was sent
    walking_to: Pose2[Robot, Field] = Pose2()
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0  # player number
    search_positions: tuple[Vector2[Field] | None, ...] = ()  # as in TacticalState
    map_age: float = 0.0  # s, as in TacticalState
    head_yaw: float = 0.0  # rad, as in TacticalState
    time_to_reach_ball: float = 1e9  # s
    opponents: tuple[FieldPlayer, ...] = ()  # obstacles it detected that are not teammates
    coverage_seen_at: Vec | None = None  # s, cells as in FieldCoverage
    sent_at: float = -1e9  # s
    received_at: float = -1e9  # s
    clock_offset: float = 0.0  # s, its clock minus this robot's
    clock_error: float = 1e9  # s, max error of the offset


@frozen
class ClockEcho:
    """Times of a teammate's newest message, sent back so that it can compute clock offsets."""

    number: int  # of the teammate
    sent_at_there: float  # s, on the teammate's clock
    received_at: float  # s


@representation
class TeamData:
    """All teammates from which messages were received recently."""

    teammates: tuple[Teammate, ...] = ()
    echoes: tuple[ClockEcho, ...] = ()
    rejected: int = 0  # number of malformed packets so far

    def teammate(self, number: int) -> Teammate | None:
        return next((each for each in self.teammates if each.number == number), None)


@representation
class MessageBudget:
    """Number of team messages that may still be sent."""

    remaining: int = 1200
    may_send: bool = True
    interval: float = 1.0  # s, desired time between ordinary messages of this robot
