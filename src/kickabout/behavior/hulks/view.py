"""The view of a role: the world of this cycle, figures, and the little that roles remember."""

from dataclasses import dataclass

from kickabout.behavior.hulks.parameters import HulksParameters
from kickabout.behavior.shared.world_state import WorldState
from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What one cycle tells the next; everything else follows from the world."""

    action: str = ""  # name of the last action
    behind_ball: bool = False  # the last piece of an approach has begun
    behind_since: float = 0.0  # s
    stands_since: float = 1e9  # s; later than now while walking
    left: bool = False  # foot for the ball
    arrived: bool = False  # stands where it should
    side: float = 0.0  # chosen for the last place: 1 left, −1 right, 0 none
    line: float | None = None  # m, x of the defenders' line for the last place
    corner: float = 0.0  # of the goal, chosen once for a penalty: 1 left, −1 right
    areas: tuple[tuple[int, int], ...] = ()  # searchers and their parts of the field


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the functions of all roles take."""

    world: WorldState
    parameters: HulksParameters
    memory: Memory = Memory()

    @property
    def ball(self) -> Vector2[Field]:
        """Where the ball will be met: rolling balls are met halfway to their end."""
        return self.world.ball.interpolated(self.world.ball_end, 0.5)

    def off_line(self, direction: float) -> float:
        """Angle around the ball between the robot and the place straight behind the ball."""
        return wrapped((self.ball - self.world.position).angle - direction)

    @property
    def goal_distance(self) -> float:
        return self.ball.distance_to(self.world.opponents_goal)
