"""HULKs' team ball: from the robot's own ball, those of teammates and the rules to one of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.team.hulks_ball_selection import BallCandidate, chosen_candidate
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
    radius: float = param(
        0.8, unit="m", low=0.0, doc="maximum distance between neighboring balls of a cluster"
    )
    own_age: float = param(2.0, unit="s", low=0.0, doc="maximum age of the robot's own ball")
    max_age: float = param(4.0, unit="s", low=0.0, doc="maximum age of a teammate's ball")
    min_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="minimum validity of the robot's own ball"
    )
    margin: float = param(
        0.5, unit="m", low=0.0, doc="maximum distance of a ball outside of the field"
    )


class HulksTeamBallLocator(Module[HulksTeamBallLocatorParameters]):
    """Chooses a ball instead of averaging, so that a striker uses its own stable ball.

    If no robot sees a ball in set or in a shoot-out, use the position given by the rules. After
    HULKs 2021, 5.4.
    """

    def __init__(self, parameters: HulksTeamBallLocatorParameters) -> None:
        super().__init__(parameters)
        self.followed: dict[
            int, tuple[float, float]
        ] = {}  # player number → start and end of its history, s

    def update(
        self, frame: FrameInfo, own: OwnBall, context: TeamContext, game: GameInfo
    ) -> TeamBall:
        candidates = [
            candidate
            for candidate in (*self._own(frame, own, context), *self._received(frame, context))
            if self._is_on_field(candidate.position_in_field, context.field)
        ]
        chosen = chosen_candidate(candidates, self.parameters.radius)
        if chosen is None:
            return ball_by_rules(game.data, context.player.team, context.field, frame.time)
        return TeamBall(
            position_in_field=chosen.position_in_field,
            velocity_in_field=chosen.velocity_in_field,
            valid=True,
            contributors=(chosen.number,),
            last_seen_at=chosen.last_seen_at,
            source=BallSource.SELF if chosen.own else BallSource.TEAM,
        )

    def _own(self, frame: FrameInfo, own: OwnBall, context: TeamContext) -> Iterator[BallCandidate]:
        p, ball = self.parameters, own.model
        age = frame.time - ball.last_seen_at
        if not own.in_field.known or age > p.own_age or ball.seen_fraction < p.min_fraction:
            return
        yield BallCandidate(
            number=context.player.number,
            position_in_field=own.in_field.position_in_field,
            velocity_in_field=own.in_field.velocity_in_field,
            distance=ball.position_in_robot.norm,
            last_seen_at=ball.last_seen_at,
            followed_since=self._since(context.player.number, ball.last_seen_at),
            own=True,
        )

    def _received(self, frame: FrameInfo, context: TeamContext) -> Iterator[BallCandidate]:
        for teammate in context.team.teammates:
            age = frame.time - teammate.ball_last_seen_at
            if (
                teammate.ball_in_field is None
                or teammate.penalized
                or age > self.parameters.max_age
            ):
                continue
            yield self._candidate(frame, teammate, teammate.ball_in_field, context)

    def _candidate(
        self, frame: FrameInfo, teammate: Teammate, ball: Vector2[Field], context: TeamContext
    ) -> BallCandidate:
        since, velocity = max(0.0, frame.time - teammate.sent_at), teammate.ball_velocity_in_field
        deceleration = context.friction.deceleration
        return BallCandidate(
            number=teammate.number,
            position_in_field=position_after(ball, velocity, time=since, deceleration=deceleration),
            velocity_in_field=velocity_after(velocity, time=since, deceleration=deceleration),
            distance=ball.distance_to(teammate.robot_to_field.position),
            last_seen_at=teammate.ball_last_seen_at,
            followed_since=self._since(teammate.number, teammate.ball_last_seen_at),
        )

    def _since(self, number: int, seen_at: float) -> float:
        """Return the start of this player's uninterrupted history."""
        since, last = self.followed.get(number, (seen_at, seen_at))
        if seen_at - last > self.parameters.max_age:
            since = seen_at
        self.followed[number] = (since, seen_at)
        return since

    def _is_on_field(self, ball: Vector2[Field], field: FieldDimensions) -> bool:
        margin = self.parameters.margin
        x, y = field.goal_line_x + margin, field.side_line_y + margin
        return abs(ball.x) <= x and abs(ball.y) <= y


def ball_by_rules(
    received: GameControllerData, team: int, field: FieldDimensions, now: float
) -> TeamBall:
    """Return the ball in set: at the center, or on the penalty mark before a penalty kick.

    The ball is unknown if the GameController does not report the kicking team, as in the rules of
    2025.
    """
    if received.state is not GameState.SET:
        return TeamBall()
    position: Vector2[Field] = Vector2()
    penalty = received.set_play is SetPlay.PENALTY_KICK
    if penalty or received.game_phase is GamePhase.PENALTY_SHOOTOUT:
        if received.kicking_team is None:
            return TeamBall()
        side = 1.0 if received.kicking_team == team else -1.0
        position = Vector2(side * field.penalty_mark_x, 0.0)
    return TeamBall(
        position_in_field=position, valid=True, last_seen_at=now, source=BallSource.RULE
    )
