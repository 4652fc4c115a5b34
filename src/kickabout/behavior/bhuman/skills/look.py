"""Skills of the head: look at the ball and around."""

import math

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.behavior.engines.cards import after, memory, state
from kickabout.geometry import Robot, Vector2
from kickabout.representations import HeadMode, HeadRequest

BALL_RADIUS = 0.05  # m; height of the ball's center
WIDE = 1.1  # rad; maximum pan of a glance
LEVEL = 0.15  # rad; tilt at which the upper camera sees field lines


class LookForward(Skill):
    """Looks straight ahead, slightly down."""

    def execute(self) -> None:
        self.requests.head = HeadRequest(pan=0.0, tilt=LEVEL)


class LookAtPoint(Skill):
    """Looks at a point at a height above the ground."""

    point: Vector2[Robot]
    height: float = 0.0  # m

    def execute(self) -> None:
        target = (self.point.x, self.point.y, self.height)
        self.requests.head = HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=target)


class LookAround(Skill):
    """Sweeps the head from one side to the other and back."""

    width: float = WIDE
    period: float = 3.0  # s; of a sweep there and back
    tilt: float = 0.25  # rad

    def execute(self) -> None:
        phase = 2.0 * math.pi * self.option_time / self.period
        self.requests.head = HeadRequest(pan=self.width * math.sin(phase), tilt=self.tilt)


class LookAtBall(Skill):
    """Looks at the ball only."""

    def execute(self) -> None:
        self.call(LookAtPoint(point=self.world.ball_in_robot, height=BALL_RADIUS))


class LookActively(Skill):
    """Looks at the ball; if it is not near, glances to both sides for self-localization."""

    glances = memory(0)

    def has_looked_long(self) -> bool:
        return self.state_time > 2.0 and self.world.ball_distance > 0.8

    def is_lost(self) -> bool:
        return self.world.own_ball_age > 1.5

    def has_found(self) -> bool:
        return self.world.own_ball_age < 0.2

    @state(initial=True, to={"searching": is_lost, "glance": has_looked_long})
    def ball(self) -> None:
        self.call(LookAtBall())

    @state(to={"ball": after(0.7)})
    def glance(self) -> None:
        if self.state_time == 0.0:
            self.glances += 1
        side = 1.0 if self.glances % 2 else -1.0
        bearing = self.world.ball_in_robot.angle
        pan = max(-WIDE, min(WIDE, bearing + side * 0.8))
        self.requests.head = HeadRequest(pan=pan, tilt=LEVEL)

    @state(to={"ball": has_found})
    def searching(self) -> None:
        if self.world.team_ball_age < 1.0 and self.state_time % 4.0 < 1.5:
            self.call(LookAtBall())
        else:
            self.call(LookAround())
