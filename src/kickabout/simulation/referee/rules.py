"""The rules of one year, from their TOML file to typed values."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from kickabout.communication.game_controller_protocol import protocol_version
from kickabout.framework.errors import ConfigurationError
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as
from kickabout.representations.game import Penalty
from kickabout.soccer.league import League


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfRules:
    duration: float  # s
    break_duration: float  # s
    switch_after: float  # s of the break


@dataclass(frozen=True, slots=True, kw_only=True)
class KickOffRules:
    ready: float  # s
    ball_free_after: float  # s in playing, if no robot touches the ball
    own_half_until_ball_free: bool
    kicker_may_cross: bool
    one_in_circle: bool
    by_hand: Literal["nobody", "illegal", "all"] = "nobody"  # robots that people place in set


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeKickRules:
    duration: float  # s
    radius: float  # m around the ball that opponents have to leave
    clear_within: float  # s
    goal_kick_position: Literal["penalty_mark", "goal_area_corner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyKickRules:
    awarded: bool
    ready: float  # s
    duration: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalRules:
    whistled: bool
    kick_off_shot_counts: bool
    direct_restart_counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayRules:
    """For how long players receive the previous state, so that they have to hear the whistle."""

    ready: float  # s; more than 0 means that the game starts from standby
    playing: float  # s
    goal: float  # s
    clock_frozen: bool
    hide_kicking_side: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeoutRules:
    per_team: int
    team: float  # s
    referee: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRules:
    budget: int  # team messages of one team in one game; 0: no budget
    per_extra_minute: int
    max_size: int  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WirelessRules:
    """What reaches robots by radio."""

    game_controller: bool = True  # without it, people start and stop robots by touch
    team: bool = True


Buttons = tuple[str, ...]  # names on different robots; the first one that a robot has is used


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchRules:
    """Buttons by which people start and stop robots that hear no GameController."""

    start: Buttons = ()  # at our own kick-off, and after a penalty
    start_defending: Buttons = ()  # at the opponents' kick-off
    stop: Buttons = ()
    change_sides: Buttons = ()  # at half-time
    duration: float = 0.5  # s, for which a button is pressed
    reaction: tuple[float, float] = (0.3, 1.2)  # s, shortest and longest time until it is


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootoutRules:
    shots: int  # of each team
    sudden_death_shots: int
    duration: float  # s for each shot
    pause: float  # s after the game
    striker_behind_ball: float  # m
    keeper_on_line: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StuckRules:
    after: float  # s
    ball_moves: float  # m
    near_ball: float  # m
    nearest_kicks_off: bool
    restart: Literal["kick_off", "drop"] = "kick_off"  # drop: only the ball is put elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class BallOutRules:
    """How play goes on after the ball has left the field."""

    restart: Literal["set_plays", "drop"] = "set_plays"  # drop: at the nearest drop point
    # m, in a quarter of the field with positive x and y; used with both signs
    drop_points: tuple[tuple[float, float], ...] = ((0.0, 0.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgmentRules:
    """Limits at which the referee calls an offense."""

    fallen_for: float  # s
    getting_up_within: float  # s
    inactive_for: float  # s
    hold_for: float  # s
    keeper_holds_for: float  # s
    stance_for: float  # s
    in_net_for: float  # s
    crowded_area: Literal["goal_area", "penalty_area"]
    players_in_area: int
    in_both_areas: bool
    keeper_only: bool = False  # in its area, no other player of its team
    push_for: float  # s
    push_gap: float = 0.0  # s; steps that lose contact for less than this belong to one push
    push_keeper_for: float = math.inf  # s, of a keeper in its area; nothing excuses that
    push_near_ball: float  # m; a push within this distance is punished with a free kick
    illegal_position_for: float  # s
    tolerance: float  # m
    motion_grace: float  # s
    motion_for: float  # s
    displaced_ball: float  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalRules:
    increment: float  # s
    outside: float  # m
    return_outside: float  # m
    spacing: float  # m
    prepare_before: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceRules:
    """Waiting times of the referee that the rules leave open."""

    initial: float  # s
    standby: float  # s
    set: float  # s until the whistle
    set_jitter: float  # s, upper limit of a random addition
    ready_at_least: float  # s
    still_for: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementRules:
    """Positions for manual placement, in the team's field frame, in the order of numbers."""

    initial: tuple[tuple[float, float], ...]  # m along the side line; 1 or -1 for the side
    kicking: tuple[tuple[float, float], ...]  # m
    defending: tuple[tuple[float, float], ...]  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRule:
    duration: float  # s
    incremental: bool  # increases with the number of such penalties of the team
    in_place: bool = False  # the robot is not taken off the field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    name: str
    protocol_version: int
    players_per_team: int
    team_size: int
    mercy_difference: int
    half: HalfRules
    kick_off: KickOffRules
    free_kick: FreeKickRules
    penalty_kick: PenaltyKickRules
    goals: GoalRules
    delays: DelayRules
    timeouts: TimeoutRules
    messages: MessageRules
    shootout: ShootoutRules
    stuck: StuckRules
    judgment: JudgmentRules
    removal: RemovalRules
    pace: PaceRules
    placement: PlacementRules
    ball_out: BallOutRules = BallOutRules()
    wireless: WirelessRules = WirelessRules()
    touch: TouchRules = TouchRules()
    penalties: Mapping[Penalty, PenaltyRule]

    @property
    def needed_buttons(self) -> tuple[Buttons, ...]:
        """The buttons that robots need, each with its names on different robots."""
        if self.wireless.game_controller:
            return ()
        touch = self.touch
        return touch.start, touch.start_defending, touch.stop, touch.change_sides

    def with_times(self, *, half: float | None = None, pause: float | None = None) -> "Rules":
        """Return the same rules with another duration of halves and breaks."""
        duration = self.half.duration if half is None else half
        break_duration = self.half.break_duration if pause is None else pause
        switch_after = min(self.half.switch_after, break_duration)
        shootout_pause = self.shootout.pause if pause is None else min(pause, self.shootout.pause)
        return replace(
            self,
            half=HalfRules(
                duration=duration, break_duration=break_duration, switch_after=switch_after
            ),
            shootout=replace(self.shootout, pause=shootout_pause),
        )

    def with_radio(self, hears: bool) -> "Rules":
        """Return the same rules with robots that hear the GameController, or do not."""
        if not (hears or self.touch.start):
            raise ConfigurationError(
                f"robots have to hear the GameController, because the rules of {self.name} have no"
                " button by which they are started"
            )
        return replace(self, wireless=replace(self.wireless, game_controller=hears))

    def with_players(self, players: int) -> "Rules":
        """Return the same rules for teams of another size, with as many substitutes as possible."""
        room = protocol_version(self.protocol_version).slots
        team_size = min(players + self.team_size - self.players_per_team, room)
        return replace(self, players_per_team=players, team_size=team_size)


def load_rules(name: str) -> Rules:
    """Load the rules of a year, or of a file that ends in .toml."""
    return read_as(load_config("rules", name), Rules)


def rules_in(league: League, name: str = "") -> Rules:
    """Load the rules of a league or other ones by name, with the league's sizes and protocol."""
    rules = load_rules(name or league.rules)
    substitutes, version = league.teams.substitutes, league.game_controller.version
    if version is not None:
        rules = replace(rules, protocol_version=version)
    if substitutes is not None:
        rules = replace(rules, team_size=rules.players_per_team + substitutes)
    return rules
