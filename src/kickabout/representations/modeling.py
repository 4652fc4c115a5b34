"""Models over time: pose, ball, obstacles, team, whistle, field coverage."""

import enum

from kickabout.framework import Debug, frozen, representation
from kickabout.geometry import (
    Cov2,
    Cov3,
    Field,
    FloatArray,
    Mat,
    Pose2,
    Robot,
    Vec,
    Vector2,
    unit,
    zeros,
)
from kickabout.representations.percepts import TeamSeen

SAME_WHISTLE = 2.0  # s, max time from a whistle to the last comparison of directions


class PoseQuality(enum.Enum):
    """Quality of the estimated pose."""

    SUPERB = "superb"
    OKAY = "okay"
    POOR = "poor"


@representation
class RobotPose:
    """Estimated pose of this robot on the field."""

    robot_to_field: Pose2[Robot, Field] = Pose2()
    covariance: Cov3 = unit(3)  # m², m², rad²
    quality: PoseQuality = PoseQuality.POOR
    validity: float = 0.0  # 0 … 1, fraction of percepts that fit
    last_jump_at: float = -1e9  # s, last time the estimate jumped

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("pose"):
            x, y, theta = self.robot_to_field.array
            here = canvas.at(x, y, theta)
            here.polygon((0.1, 0.0), (-0.08, 0.12), (-0.08, -0.12), color="blue", fill="#3366ff80")


@representation
class AttackDirection:
    """The direction in which our team plays, on fields whose ends differ."""

    along_world_x: float | None = None  # 1 or −1: along or against the x axis; None: not known


@representation
class PoseHypotheses:
    """All poses that localization considers, one per row."""

    poses: Mat = zeros(0, 3)  # m, m, rad: x, y and theta of robot_to_field
    covariances: FloatArray = zeros(0, 3, 3)
    validities: Vec = zeros(0)

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("hypotheses"):
            for x, y, theta in self.poses.tolist():
                canvas.at(x, y, theta).arrow((0.0, 0.0), (0.2, 0.0), color="navy")


@representation
class AlternativePose:
    """A pose derived from field features alone, to recover from a lost pose."""

    robot_to_field: Pose2[Robot, Field] = Pose2()
    valid: bool = False
    supporters: int = 0  # number of agreeing observations
    updated_at: float = -1e9  # s


class Side(enum.Enum):
    """Confidence that the pose is not the mirror image of the true one."""

    CONFIDENT = "confident"
    ALMOST_CONFIDENT = "almost confident"
    UNSURE = "unsure"
    MIRRORED = "mirrored"


@representation
class SideState:
    """Agreement with the teammates about the direction of play."""

    side: Side = Side.CONFIDENT
    agreeing: tuple[int, ...] = ()  # player numbers
    disagreeing: tuple[int, ...] = ()


@representation
class BallModel:
    """Estimated state of the ball."""

    position_in_robot: Vector2[Robot] = Vector2()  # m
    velocity_in_robot: Vector2[Robot] = Vector2()  # m/s, over ground
    covariance: Cov2 = unit(2)  # m², of the position
    last_seen_at: float = -1e9  # s
    last_seen_in_robot: Vector2[Robot] = Vector2()  # m, the last percept
    seen_fraction: float = 0.0  # 0 … 1, of recent images in which it should be visible
    known: bool = False  # if false, no other field may be used

    def draw(self, debug: Debug) -> None:
        if self.known and (canvas := debug.field("ball", "robot")):
            canvas.circle(self.position_in_robot, 0.05, color="red", fill="#ff8800")
            end = self.position_in_robot + self.velocity_in_robot
            canvas.arrow(self.position_in_robot, end, color="red")


@representation
class FilteredBallPercept:
    """The ball percept of this cycle, if it is plausible."""

    seen: bool = False
    position_in_robot: Vector2[Robot] = Vector2()  # m
    covariance: Cov2 = unit(2)  # m²
    rejected: str = ""  # reason why a percept was rejected

    def draw(self, debug: Debug) -> None:
        if self.seen and (canvas := debug.field("filtered ball", "robot")):
            canvas.circle(self.position_in_robot, 0.06, color="orange")


@representation
class FieldBall:
    """The ball in field coordinates, computed with the pose and odometry of this cycle."""

    position_in_field: Vector2[Field] = Vector2()  # m
    velocity_in_field: Vector2[Field] = Vector2()  # m/s
    end_in_field: Vector2[Field] = Vector2()  # m, where it will come to rest
    end_in_robot: Vector2[Robot] = Vector2()
    known: bool = False

    def draw(self, debug: Debug) -> None:
        if self.known and (canvas := debug.field("ball on field")):
            canvas.line(self.position_in_field, self.end_in_field, color="orange", width=0.01)
            canvas.circle(self.end_in_field, 0.05, color="orange")


@representation
class BallFriction:
    """Friction of the ball on the carpet."""

    deceleration: float = 0.35  # m/s²
    learned: bool = False  # estimated from rolling balls, not the default


class BallSource(enum.Enum):
    """Source of the team ball."""

    NOBODY = "nobody"
    SELF = "self"
    TEAM = "team"
    RULE = "rule"  # the position follows from the state of the game


@representation
class TeamBall:
    """The ball, fused from the reports of the whole team."""

    position_in_field: Vector2[Field] = Vector2()  # m
    velocity_in_field: Vector2[Field] = Vector2()  # m/s
    valid: bool = False
    contributors: tuple[int, ...] = ()  # player numbers
    last_seen_at: float = -1e9  # s, by any robot of the team
    source: BallSource = BallSource.NOBODY  # if a single report was chosen

    def draw(self, debug: Debug) -> None:
        if self.valid and (canvas := debug.field("team ball")):
            canvas.circle(self.position_in_field, 0.06, color="purple")


class ObstacleKind(enum.Enum):
    """Type of an obstacle."""

    UNKNOWN = "unknown"
    ROBOT = "robot"
    FALLEN_ROBOT = "fallen robot"
    GOAL_POST = "goal post"


@frozen
class Obstacle:
    """An object to walk around."""

    kind: ObstacleKind = ObstacleKind.UNKNOWN
    team: TeamSeen = TeamSeen.UNKNOWN
    center_in_robot: Vector2[Robot] = Vector2()  # m
    velocity_in_robot: Vector2[Robot] = Vector2()  # m/s
    covariance: Cov2
    radius: float = 0.15  # m
    last_seen_at: float = -1e9  # s


@representation
class WhistlePosition:
    """Position of the last whistle that players heard."""

    known: bool = False
    position_in_field: Vector2[Field] = Vector2()
    is_elsewhere: bool = False  # on another field; such a whistle is ignored
    listeners: int = 0  # players whose directions were used
    heard_at: float = -1e9  # s, the last time their directions were compared

    def rules_out(self, whistled_at: float) -> bool:
        """Return whether the whistle of that time came from another field."""
        return self.is_elsewhere and abs(self.heard_at - whistled_at) < SAME_WHISTLE

    def draw(self, debug: Debug) -> None:
        if self.known and (canvas := debug.field("whistle")):
            canvas.circle(self.position_in_field, 0.15, color="orange")


@representation
class ObstacleModel:
    """Obstacles around this robot."""

    obstacles: tuple[Obstacle, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("obstacles", "robot"):
            for obstacle in self.obstacles:
                canvas.circle(obstacle.center_in_robot, obstacle.radius, color="brown")


@frozen
class FieldPlayer:
    """A player on the field."""

    position_in_field: Vector2[Field]  # m
    covariance: Cov2  # m²
    velocity_in_field: Vector2[Field] = Vector2()  # m/s
    number: int = 0  # 0 if not known
    upright: bool = True
    last_seen_at: float = -1e9  # s


@representation
class TeamPlayersModel:
    """Teammates and opponents, fused from the reports of the whole team."""

    teammates: tuple[FieldPlayer, ...] = ()
    opponents: tuple[FieldPlayer, ...] = ()
    unknown: tuple[FieldPlayer, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("players"):
            for player in self.opponents:
                canvas.circle(player.position_in_field, 0.15, color="red")
            for player in self.teammates:
                canvas.circle(player.position_in_field, 0.15, color="blue")


@representation
class FieldCoverage:
    """Time at which this robot last saw each cell of the field, to search for a lost ball."""

    seen_at: Vec = zeros(0, 0)  # s; rows along y, columns along x; −1e9: never, or ball there
    cell_size: float = 0.5  # m

    def center_in_field(self, row: int, column: int) -> Vector2[Field]:
        """Return the center of a cell; the grid is centered on the field."""
        return _cell_center(self.seen_at, self.cell_size, row, column)

    def draw(self, debug: Debug) -> None:
        _draw_cells(debug, "coverage", self.seen_at, self.cell_size)


@representation
class TeamFieldCoverage:
    """Time at which any robot of the team last saw each cell; similar on all robots."""

    seen_at: Vec = zeros(0, 0)  # s, as in FieldCoverage
    cell_size: float = 0.5  # m

    def center_in_field(self, row: int, column: int) -> Vector2[Field]:
        return _cell_center(self.seen_at, self.cell_size, row, column)

    def draw(self, debug: Debug) -> None:
        _draw_cells(debug, "team coverage", self.seen_at, self.cell_size)


@representation
class BallSearchMap:
    """Probability of the ball being in each cell of the field, to search for it."""

    probabilities: Vec = zeros(0, 0)  # sum 1, cells as in FieldCoverage
    ages: Vec = zeros(0, 0)  # s since a cell was last seen
    cell_size: float = 0.5  # m
    updated_for: float = 0.0  # s without interruption; the team uses the map updated longest

    def center_in_field(self, row: int, column: int) -> Vector2[Field]:
        return _cell_center(self.probabilities, self.cell_size, row, column)

    def draw(self, debug: Debug) -> None:
        _draw_cells(debug, "search map", -self.ages, self.cell_size)


def _cell_center(cells: Vec, size: float, row: int, column: int) -> Vector2[Field]:
    rows, columns = cells.shape
    return Vector2(size * (column + 0.5 - 0.5 * columns), size * (row + 0.5 - 0.5 * rows))


def _draw_cells(debug: Debug, name: str, cells: Vec, size: float) -> None:
    """Draw the cells, darker if not seen for longer."""
    canvas = debug.field(name)
    if canvas is None or cells.size == 0:
        return
    half, newest = 0.5 * size, float(cells.max())
    for row in range(cells.shape[0]):
        for column in range(cells.shape[1]):
            x, y = _cell_center(cells, size, row, column)
            shade = round(min(newest - float(cells[row, column]), 20.0) / 20.0 * 160.0)
            left, right, low, high = x - half, x + half, y - half, y + half
            corners = ((left, low), (right, low), (right, high), (left, high))
            canvas.polygon(*corners, color="#00000020", fill=f"#000000{shade:02x}")
