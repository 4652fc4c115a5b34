"""HULKs' team ball: from the own ball, those of mates and the rules to one of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.team.hulks_ball_selection import BallClaim, chosen_claim
from kickabout.modeling.team.team_ball_locator import OwnBall, TeamContext
from kickabout.representations import (
    BallSource,
    FieldDimensions,
    GameControllerData,
    GameInfo,
    GamePhase,
    GameState,
    SetPlay,
    TeamBall,
    Teammate,
)
from kickabout.soccer.ball_physics import position_after, velocity_after


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksTeamBallLocatorParameters:
    radius: float = param(0.8, unit="m", low=0.0, doc="balls this near may be the same")
    own_age: float = param(2.0, unit="s", low=0.0, doc="an own ball not seen for longer is out")
    max_age: float = param(4.0, unit="s", low=0.0, doc="balls not seen for longer do not count")
    min_share: float = param(0.3, low=0.0, high=1.0, doc="confidence of an own ball that counts")
    border: float = param(0.5, unit="m", low=0.0, doc="balls farther out of the field do not count")


class HulksTeamBallLocator(Module[HulksTeamBallLocatorParameters]):
    """Chooses instead of averaging, so that a striker sees its own stable ball.

    While nobody sees one in set or in a shoot-out, the rules say where it lies. After HULKs
    2021, 5.4.
    """

    def __init__(self, parameters: HulksTeamBallLocatorParameters) -> None:
        super().__init__(parameters)
        self.followed: dict[int, tuple[float, float]] = {}  # number → since and last told, s

    def update(
        self, frame: FrameInfo, own: OwnBall, context: TeamContext, game: GameInfo
    ) -> TeamBall:
        claims = [
            claim
            for claim in (*self._own(frame, own, context), *self._told(frame, context))
            if self._is_on_field(claim.position_in_field, context.field)
        ]
        chosen = chosen_claim(claims, self.parameters.radius)
        if chosen is None:
            return ruled_ball(game.data, context.player.team, context.field, frame.time)
        return TeamBall(
            position_in_field=chosen.position_in_field,
            velocity_in_field=chosen.velocity_in_field,
            valid=True,
            contributors=(chosen.number,),
            last_seen_at=chosen.last_seen_at,
            source=BallSource.SELF if chosen.own else BallSource.TEAM,
        )

    def _own(self, frame: FrameInfo, own: OwnBall, context: TeamContext) -> Iterator[BallClaim]:
        p, ball = self.parameters, own.model
        age = frame.time - ball.last_seen_at
        if not own.in_field.known or age > p.own_age or ball.seen_fraction < p.min_share:
            return
        yield BallClaim(
            number=context.player.number,
            position_in_field=own.in_field.position_in_field,
            velocity_in_field=own.in_field.velocity_in_field,
            distance=ball.position_in_robot.norm,
            last_seen_at=ball.last_seen_at,
            followed_since=self._since(context.player.number, ball.last_seen_at),
            own=True,
        )

    def _told(self, frame: FrameInfo, context: TeamContext) -> Iterator[BallClaim]:
        for mate in context.team.teammates:
            age = frame.time - mate.ball_last_seen_at
            if mate.ball_in_field is None or mate.penalized or age > self.parameters.max_age:
                continue
            yield self._claim(frame, mate, mate.ball_in_field, context)

    def _claim(
        self, frame: FrameInfo, mate: Teammate, ball: Vector2[Field], context: TeamContext
    ) -> BallClaim:
        since, velocity = max(0.0, frame.time - mate.sent_at), mate.ball_velocity_in_field
        deceleration = context.friction.deceleration
        return BallClaim(
            number=mate.number,
            position_in_field=position_after(ball, velocity, time=since, deceleration=deceleration),
            velocity_in_field=velocity_after(velocity, time=since, deceleration=deceleration),
            distance=ball.distance_to(mate.robot_to_field.position),
            last_seen_at=mate.ball_last_seen_at,
            followed_since=self._since(mate.number, mate.ball_last_seen_at),
        )

    def _since(self, number: int, seen_at: float) -> float:
        """When this player's uninterrupted history began."""
        since, last = self.followed.get(number, (seen_at, seen_at))
        if seen_at - last > self.parameters.max_age:
            since = seen_at
        self.followed[number] = (since, seen_at)
        return since

    def _is_on_field(self, ball: Vector2[Field], field: FieldDimensions) -> bool:
        border = self.parameters.border
        x, y = field.goal_line_x + border, field.side_line_y + border
        return abs(ball.x) <= x and abs(ball.y) <= y


def ruled_ball(told: GameControllerData, team: int, field: FieldDimensions, now: float) -> TeamBall:
    """In set the ball lies at the center, before a penalty kick on the penalty mark.

    Nowhere known if nobody tells whose penalty kick it is, as by the rules of 2025.
    """
    if told.state is not GameState.SET:
        return TeamBall()
    place: Vector2[Field] = Vector2()
    penalty = told.set_play is SetPlay.PENALTY_KICK
    if penalty or told.game_phase is GamePhase.PENALTY_SHOOTOUT:
        if told.kicking_team is None:
            return TeamBall()
        side = 1.0 if told.kicking_team == team else -1.0
        place = Vector2(side * field.penalty_mark_x, 0.0)
    return TeamBall(position_in_field=place, valid=True, last_seen_at=now, source=BallSource.RULE)
