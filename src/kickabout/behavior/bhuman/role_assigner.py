"""Role assignment: from game, ball and teammates to the roles of the whole team."""

from dataclasses import dataclass
from functools import lru_cache

from kickabout.behavior.bhuman.roles import Assignment, Hysteresis, assigned, by_number
from kickabout.behavior.shared.role_assignment import (
    Candidate,
    RoleInputs,
    estimated_time,
    own_time,
    role_state,
)
from kickabout.behavior.shared.tactical.positions import clipped
from kickabout.behavior.shared.teammates import ActiveTeammate, active_teammates
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    FieldDimensions,
    GameInfo,
    GamePhase,
    GameState,
    GameTeam,
    Penalty,
    PlayerInfo,
    Role,
    RoleState,
    SetPlay,
    TeamBall,
)
from kickabout.soccer.ball_physics import end_of_roll

EARLY, READY = (GameState.INITIAL, GameState.STANDBY), GameState.READY


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleAssignerParameters:
    striker_offset: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="time by which a new striker has to be faster than the present one",
    )
    order_offset: float = param(
        0.4, unit="m", low=0.0, doc="distance by which supporters have to overtake to swap order"
    )
    fallen: float = param(
        5.0, unit="s", low=0.0, doc="extra time that a fallen robot needs to the ball"
    )
    unseen: float = param(
        2.0, unit="s", low=0.0, doc="extra time that a robot needs if it does not see the ball"
    )
    unseen_after: float = param(
        2.0,
        unit="s",
        low=0.0,
        doc="time since its last percept after which the ball counts as unseen",
    )
    kickoff_x: float = param(-0.4, unit="m", high=0.0, doc="x of the striker at our kick-off")
    back_x: float = param(
        -1.2, unit="m", high=0.0, doc="x of the striker at the opponents' kick-off"
    )


class RoleAssigner(Module[RoleAssignerParameters]):
    """Assigns all roles on each robot from nearly the same data, without negotiation.

    Before the first kick-off roles follow numbers, at other kick-offs the distance to the center.
    A teammate that is seen but sends nothing takes part with an estimate, a penalized one does
    not. The only player of a team plays the ball, whatever its number.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: RoleAssignerParameters) -> None:
        super().__init__(parameters)
        self.assignment = Assignment(roles={})
        self.state_before = GameState.INITIAL
        self.state_now = GameState.INITIAL
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.hysteresis = Hysteresis(striker=p.striker_offset, order=p.order_offset)

    def update(self, frame: FrameInfo, given: RoleInputs) -> RoleState:
        if given.state.state is not self.state_now:
            self.state_before, self.state_now = self.state_now, given.state.state
        teammates = active_teammates(given.team, given.players, given.game, given.player)
        meeting = self._meeting(given)
        time = self._own_time(frame.time, given, meeting)
        keeper, is_penalized = _keeper_and_penalty(given.game, given.player)
        if given.game.data.game_phase is GamePhase.PENALTY_SHOOTOUT:
            return self._shootout(given, time)
        if self._goes_by_number():
            numbers = [teammate.number for teammate in teammates]
            numbers += [] if is_penalized else [given.player.number]
            self.assignment = by_number(numbers, keeper=keeper)
        else:
            candidates = [self._candidate(teammate, given, meeting) for teammate in teammates]
            if not is_penalized:
                here = given.pose.robot_to_field.position
                me = Candidate(number=given.player.number, position=here, time_to_reach_ball=time)
                candidates.append(me)
            self.assignment = assigned(
                sorted(candidates, key=lambda c: c.number),
                self.assignment,
                keeper=keeper,
                hysteresis=self.hysteresis,
            )
        return self._role_state(given, time)

    def _goes_by_number(self) -> bool:
        if self.state_now in EARLY:
            return True
        return self.state_now is READY and self.state_before in EARLY

    def _shootout(self, given: RoleInputs, time: float) -> RoleState:
        role = Role.STRIKER if given.state.own_kick else Role.KEEPER
        number = given.player.number
        striker = number if role is Role.STRIKER else 0
        self.assignment = Assignment(roles={number: role}, striker=striker)
        return self._role_state(given, time)

    def _role_state(self, given: RoleInputs, time: float) -> RoleState:
        roles, striker = self.assignment.roles, self.assignment.striker
        return role_state(roles, given.player.number, striker=striker, own_time=time)

    def _own_time(self, now: float, given: RoleInputs, meeting: Vector2[Field]) -> float:
        p = self.parameters
        return own_time(
            now,
            given,
            meeting,
            fallen=p.fallen,
            unseen=p.unseen,
            unseen_after=p.unseen_after,
        )

    def _candidate(
        self, teammate: ActiveTeammate, given: RoleInputs, meeting: Vector2[Field]
    ) -> Candidate:
        time = teammate.time_to_reach_ball
        if time is None or self.state_now is READY:
            fallen = self.parameters.fallen
            time = estimated_time(teammate, meeting, given.field, fallen=fallen)
        return Candidate(
            number=teammate.number, position=teammate.position, time_to_reach_ball=time
        )

    def _meeting(self, given: RoleInputs) -> Vector2[Field]:
        """Return where the striker has to go."""
        if self.state_now is READY and given.state.set_play is SetPlay.PENALTY_KICK:
            mark_x = given.field.penalty_mark_x
            return Vector2(mark_x if given.state.own_kick else -mark_x, 0.0)
        if self.state_now is READY:
            p = self.parameters
            return Vector2(p.kickoff_x if given.state.own_kick else p.back_x, 0.0)
        if given.team_ball.valid:
            return _end(given.team_ball, given.field)
        return given.field_ball.end_in_field


def _end(ball: TeamBall, field: FieldDimensions) -> Vector2[Field]:
    """Return where a rolling ball will rest, so that a pass makes its receiver the striker."""
    end = end_of_roll(ball.position_in_field, ball.velocity_in_field, field.ball.deceleration)
    return clipped(end, field)


@lru_cache(maxsize=32)  # one per robot in a process, as the game state changes rarely
def _keeper_and_penalty(game: GameInfo, player: PlayerInfo) -> tuple[int, bool]:
    """Return the keeper's number, 0 for none, and whether the player itself is penalized."""
    own = game.data.team(player.team)
    if own is None:
        return 1, False
    keeper = 0 if _is_alone(own, player.number) else own.goalkeeper
    return keeper, own.player(player.number).penalty is not Penalty.NONE


def _is_alone(own: GameTeam, number: int) -> bool:
    """Return whether all other players of the team are substitutes."""
    if own.player(number).penalty is Penalty.SUBSTITUTE:
        return False
    others = [n for n in range(1, len(own.players) + 1) if n != number]
    return all(own.player(n).penalty is Penalty.SUBSTITUTE for n in others)
