"""HULKs' role assignment: from ball and teammates to the proposal of the lowest number."""

from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.behavior.hulks.roles import (
    BallKnowledge,
    RoleRules,
    proposed_roles,
    winning_proposal,
)
from kickabout.behavior.shared.role_assignment import (
    Candidate,
    RoleInputs,
    estimated_time,
    own_time,
    role_state,
)
from kickabout.behavior.shared.teammates import ActiveTeammate, active_teammates, penalty_of
from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    GamePhase,
    GameState,
    Penalty,
    Role,
    RoleState,
    SetPlay,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksRoleAssignerParameters:
    keeper_far: float = param(
        1.5,
        unit="m",
        low=0.0,
        doc="distance of the keeper to the goal at which it gets a replacement",
    )
    striker_lead: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="time by which a new striker has to be faster than the present one",
    )
    fallen: float = param(
        5.0, unit="s", low=0.0, doc="extra time that a fallen robot needs to the ball"
    )
    unseen: float = param(
        2.0, unit="s", low=0.0, doc="extra time of a robot that has not seen the ball for as long"
    )
    forgotten: float = param(
        4.0, unit="s", low=0.0, doc="time after which an unseen ball is searched"
    )
    loser_within: float = param(
        0.8, unit="m", low=0.0, doc="distance to the lost ball within which a striker steps back"
    )
    loser_for: float = param(
        4.0, unit="s", low=0.0, doc="time for which a striker that lost the ball steps back"
    )
    long_search: float = param(
        15.0, unit="s", low=0.0, doc="time without a ball after which all players search"
    )
    received_within: float = param(2.5, unit="s", low=0.0, doc="maximum age of a proposal")
    replaces_keeper: bool = param(True, doc="whether there may be a replacement keeper")
    has_bishop: bool = param(True, doc="whether there may be a bishop")


class HulksRoleAssigner(Module[HulksRoleAssignerParameters]):
    """Proposes roles for all players; the proposal of the lowest number on the field counts.

    After HULKs 2021, 5.1.1. If no lower number sent one recently, the robot uses its own.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HulksRoleAssignerParameters) -> None:
        super().__init__(parameters)
        self.roles: dict[int, Role] = {}
        self.lost_at: float | None = None
        self.last_position: Vector2[Field] = Vector2()

    def update(self, frame: FrameInfo, given: RoleInputs) -> RoleState:
        p = self.parameters
        time = own_time(
            frame.time,
            given,
            self._meeting(given),
            fallen=p.fallen,
            unseen=p.unseen,
            unseen_after=p.unseen,
        )
        ball = self._ball_knowledge(frame, given)
        number = given.player.number
        if given.game.data.game_phase is GamePhase.PENALTY_SHOOTOUT:
            self.roles = {number: Role.STRIKER if given.state.own_kick else Role.KEEPER}
        else:
            players = sorted(self._players(given, time), key=lambda c: c.number)
            proposal = proposed_roles(
                players,
                self.roles,
                ball,
                own_goal=Vector2(-given.field.goal_line_x, 0.0),
                rules=self._rules(given),
            )
            winner = winning_proposal(
                number, proposal, dict(self._received_proposals(frame, given))
            )
            takes_part = number in winner or number not in proposal
            self.roles = winner if takes_part else proposal
        striker = next((n for n, role in self.roles.items() if role is Role.STRIKER), 0)
        return role_state(self.roles, number, striker=striker, own_time=time)

    def _ball_knowledge(self, frame: FrameInfo, given: RoleInputs) -> BallKnowledge:
        """Return what the team knows of the ball; in READY and SET the rules say where it is."""
        p, ball = self.parameters, given.team_ball
        placed = given.state.state is not GameState.PLAYING
        if placed or (ball.valid and frame.time - ball.last_seen_at < p.forgotten):
            self.lost_at = None
            self.last_position = self._meeting(given)
            return BallKnowledge(known=True, last_position=self.last_position)
        if self.lost_at is None:
            self.lost_at = frame.time
        return BallKnowledge(
            known=False, lost_for=frame.time - self.lost_at, last_position=self.last_position
        )

    def _players(self, given: RoleInputs, time: float) -> Iterator[Candidate]:
        for teammate in active_teammates(given.team, given.players, given.game, given.player):
            yield Candidate(
                number=teammate.number,
                position=teammate.position,
                time_to_reach_ball=self._time_of(teammate, given),
            )
        if penalty_of(given.game, given.player) is Penalty.NONE:
            here = given.pose.robot_to_field.position
            yield Candidate(number=given.player.number, position=here, time_to_reach_ball=time)

    def _time_of(self, teammate: ActiveTeammate, given: RoleInputs) -> float:
        if teammate.time_to_reach_ball is not None:
            return teammate.time_to_reach_ball
        fallen = self.parameters.fallen
        return estimated_time(teammate, self._meeting(given), given.field, fallen=fallen)

    def _meeting(self, given: RoleInputs) -> Vector2[Field]:
        if given.state.state is not GameState.PLAYING:
            is_penalty = given.state.set_play is SetPlay.PENALTY_KICK
            mark_x = given.field.penalty_mark_x if is_penalty else 0.0
            return Vector2(mark_x if given.state.own_kick else -mark_x, 0.0)
        return given.team_ball.position_in_field if given.team_ball.valid else self.last_position

    def _received_proposals(
        self, frame: FrameInfo, given: RoleInputs
    ) -> Iterator[tuple[int, tuple[Role, ...]]]:
        own = given.game.data.team(given.player.team)
        for teammate in given.team.teammates:
            fresh = frame.time - teammate.received_at < self.parameters.received_within
            free = own is None or own.player(teammate.number).penalty is Penalty.NONE
            if fresh and free and not teammate.penalized:
                yield teammate.number, teammate.proposed_roles

    def _rules(self, given: RoleInputs) -> RoleRules:
        own_free_kick = given.state.set_play is not SetPlay.NONE and given.state.own_kick is True
        return picked(RoleRules, self.parameters, prefers_bishop=own_free_kick)
