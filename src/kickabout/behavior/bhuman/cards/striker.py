"""Cards of the striker."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.passing import AnnouncePass
from kickabout.behavior.bhuman.tactical.duel import best_duel_kick
from kickabout.behavior.bhuman.tactical.post_clearing import clearing_kick
from kickabout.behavior.bhuman.tactical.shots import Shot, ShotRules, best_shot
from kickabout.behavior.engines.cards import configured, memory
from kickabout.behavior.shared.tactical.goal_view import AngleRange, dribble_range
from kickabout.behavior.shared.tactical.kicks import SHOTS, WALK_FORWARD, WALK_LONG, Aim
from kickabout.behavior.shared.tactical.passes import Pass, PassRules, best_pass
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import once, param
from kickabout.geometry import Vector2


class StrikerCard(SoccerCard):
    """A card of the striker, while the team knows the ball and may play it."""

    @staticmethod
    def is_possible(world: WorldState) -> bool:
        return world.plays_ball and world.is_ball_known and world.may_play_ball


@dataclass(frozen=True, slots=True, kw_only=True)
class PostParameters:
    near: float = param(0.5, unit="m", low=0.0, doc="distance from ball to our post to begin")
    leave: float = param(0.6, unit="m", low=0.0, doc="distance from ball to our post to end")


class HandleBallAtOwnGoalPostCard(StrikerCard):
    """Kicks the ball away from our goal post, never towards our goal."""

    parameters = configured(PostParameters)
    aim = memory[Aim | None](None)

    def post_distance(self) -> float:
        goal = self.world.field.goal
        return min(
            self.world.ball.distance_to(Vector2(-goal.post_x, side * goal.post_y))
            for side in (1.0, -1.0)
        )

    def preconditions(self) -> bool:
        return self.post_distance() < self.parameters.near

    def postconditions(self) -> bool:
        return self.post_distance() > self.parameters.leave

    def execute(self) -> None:
        world = self.world
        opponents = [body.position for body in world.obstacles if body.is_robot]
        self.aim = aim = clearing_kick(
            world.ball, world.field, world.pose, opponents=opponents, before=self.aim
        )
        self.call(GoToBallAndKick(kick=aim.kick, direction=aim.direction, left_foot=aim.left))


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelParameters:
    ball_near: float = param(
        0.6, unit="m", low=0.0, doc="distance to the ball at which a duel begins"
    )
    ball_far: float = param(0.9, unit="m", low=0.0, doc="distance to the ball at which a duel ends")
    body_near: float = param(
        0.7, unit="m", low=0.0, doc="distance from opponent to ball at which a duel begins"
    )
    body_far: float = param(
        0.9, unit="m", low=0.0, doc="distance from opponent to ball at which a duel ends"
    )
    max_angle: float = param(math.radians(30.0), unit="rad", low=0.0, doc="maximum turn for a kick")
    area_margin: float = param(
        0.3, unit="m", low=0.0, doc="distance to the goal areas, which other cards handle"
    )


class DuelCard(StrikerCard):
    """Kicks quickly to the best position within a small turn if an opponent is near."""

    parameters = configured(DuelParameters)

    def is_duel(self, ball_within: float, body_within: float) -> bool:
        world = self.world
        if world.ball_distance > ball_within:
            return False
        x, y = abs(world.ball.x), abs(world.ball.y)
        margin = self.parameters.area_margin
        if x > world.field.goal_area_x - margin and y < world.field.goal_area_y + margin:
            return False
        opponents = (b for b in world.obstacles if b.is_robot and not b.is_teammate)
        return any(b.position.distance_to(world.ball) < body_within for b in opponents)

    def preconditions(self) -> bool:
        return self.is_duel(self.parameters.ball_near, self.parameters.body_near)

    def postconditions(self) -> bool:
        return not self.is_duel(self.parameters.ball_far, self.parameters.body_far)

    def execute(self) -> None:
        world, f = self.world, self.parameters
        width = f.max_angle * min(1.0, world.ball_distance / f.ball_near)
        direction = best_duel_kick(
            ball=world.ball,
            heading=world.pose.theta,
            width=width,
            reach=WALK_FORWARD.reach,
            field=world.field,
            opponents=world.opponents,
            teammates=[teammate.position for teammate in world.teammates],
        )
        # Side kicks were tested: half a second slower and no farther past opponents.
        self.call(GoToBallAndKick(kick=WALK_FORWARD, direction=direction))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotParameters:
    min_width: float = param(
        math.radians(8.0), unit="rad", low=0.0, doc="minimum width of a free sector"
    )
    margin: float = param(
        math.radians(3.0), unit="rad", low=0.0, doc="angle kept to both ends of a sector"
    )
    bonus: float = param(math.radians(4.0), unit="rad", low=0.0, doc="bonus of the previous sector")
    pressure: float = param(
        1.2, unit="m", low=0.0, doc="distance of opponents that prevents standing kicks"
    )
    courage: float = param(0.3, unit="m", low=0.0, doc="reduction of that distance once begun")


class KickAtGoalCard(StrikerCard):
    """Shoots at a free part of the goal with the fastest kick."""

    parameters = configured(ShotParameters)
    before = memory(math.inf)  # direction of the previous cycle

    @once
    def shot(self) -> Shot | None:
        f, world = self.parameters, self.world
        opponents = [b for b in world.obstacles if b.is_robot]
        nearest = min((p.distance_to(world.ball) for p in world.opponents), default=math.inf)
        has_begun = math.isfinite(self.before)
        pressed = nearest < f.pressure - (f.courage if has_begun else 0.0)
        return best_shot(
            world.ball_end,
            world.field,
            obstacles=[(b.position, b.radius) for b in opponents],
            robot_to_field=world.pose,
            kicks=[k for k in SHOTS if k.walking or not pressed],
            before=self.before,
            rules=ShotRules(min_width=f.min_width, margin=f.margin, bonus=f.bonus),
        )

    def is_allowed(self) -> bool:
        world = self.world
        in_circle = world.ball.norm < world.field.center_circle_radius
        return not (world.is_own_kick and in_circle and world.state_for < 30.0)

    def preconditions(self) -> bool:
        return self.is_allowed() and self.shot is not None

    def execute(self) -> None:
        shot = self.shot
        if shot is not None:
            self.before = shot.direction
            self.call(GoToBallAndKick(kick=shot.kick, direction=shot.direction))


@dataclass(frozen=True, slots=True, kw_only=True)
class PassParameters:
    pressure: float = param(
        1.0, unit="m", low=0.0, doc="distance of opponents that prevents passes"
    )
    courage: float = param(0.3, unit="m", low=0.0, doc="reduction of that distance once begun")


class PassUpfieldCard(StrikerCard):
    """Passes the ball to a teammate nearer to the goal."""

    parameters = configured(PassParameters)
    receiver = memory(0)

    @once
    def found(self) -> Pass | None:
        world, f = self.world, self.parameters
        opponents = list(world.opponents)
        nearest = min((p.distance_to(world.ball) for p in opponents), default=math.inf)
        if nearest < f.pressure - (f.courage if self.receiver else 0.0):
            return None
        return best_pass(
            world.ball_end,
            world.opponents_goal,
            teammates={m.number: m.position for m in world.teammates if m.upright},
            opponents=opponents,
            before=self.receiver,
            rules=PassRules(reach=WALK_LONG.reach + 0.4),
        )

    def preconditions(self) -> bool:
        return self.found is not None

    def execute(self) -> None:
        found = self.found
        if found is None:
            return
        self.receiver = found.receiver
        self.call(AnnouncePass(receiver=found.receiver))
        fitting = (WALK_FORWARD, WALK_LONG)
        kick = min(fitting, key=lambda kick: abs(kick.reach - found.length))
        self.call(GoToBallAndKick(kick=kick, direction=found.direction))


@dataclass(frozen=True, slots=True, kw_only=True)
class DribbleParameters:
    broad: float = param(
        math.radians(35.0), unit="rad", low=0.0, doc="half range far from the goal"
    )
    broad_from: float = param(
        6.0, unit="m", low=0.1, doc="distance to the goal at which the range is broad"
    )
    min_width: float = param(
        math.radians(10.0), unit="rad", low=0.0, doc="minimum range near the goal"
    )


class DribbleToGoalCard(StrikerCard):
    """Dribbles the ball towards the goal, turning as little as possible."""

    parameters = configured(DribbleParameters)

    def preconditions(self) -> bool:
        return True

    def allowed(self) -> AngleRange:
        f = self.parameters
        return dribble_range(
            self.world.ball_end,
            self.world.field,
            broad=f.broad,
            min_width=f.min_width,
            broad_from=f.broad_from,
            reach=WALK_FORWARD.reach,
        )

    def execute(self) -> None:
        world = self.world
        direction = self.allowed().nearest((world.ball_end - world.position).angle)
        self.call(GoToBallAndKick(kick=WALK_FORWARD, direction=direction))
