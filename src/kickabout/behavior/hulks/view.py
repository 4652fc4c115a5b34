"""The view of a role: the world of this cycle, parameters and memory."""

from dataclasses import dataclass

from kickabout.behavior.hulks.parameters import HulksParameters
from kickabout.behavior.shared.world_state import WorldState
from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The state kept from one cycle to the next; everything else follows from the world."""

    action: str = ""  # name of the last action
    behind_ball: bool = False  # aligning behind the ball has begun
    behind_since: float = 0.0  # s
    stands_since: float = 1e9  # s; later than now while walking
    left: bool = False  # foot for the kick
    arrived: bool = False  # stands at its target
    side: float = 0.0  # side of the last position: 1 left, −1 right, 0 none
    line: float | None = None  # m; x of the defenders' line of the last position
    corner: float = 0.0  # of the goal, chosen once for a penalty: 1 left, −1 right
    areas: tuple[tuple[int, int], ...] = ()  # searchers and their parts of the field


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The input of the functions of all roles."""

    world: WorldState
    parameters: HulksParameters
    memory: Memory = Memory()

    @property
    def ball(self) -> Vector2[Field]:
        """Return where the robot meets the ball: rolling balls halfway to their end."""
        return self.world.ball.interpolated(self.world.ball_end, 0.5)

    def off_line(self, direction: float) -> float:
        """Return the angle around the ball between the robot and the point behind the ball."""
        return wrapped((self.ball - self.world.position).angle - direction)

    @property
    def goal_distance(self) -> float:
        return self.ball.distance_to(self.world.opponents_goal)
