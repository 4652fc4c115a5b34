"""Penalties of single robots: duration, removal and return."""

from kickabout.geometry import Pose2, Robot, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import Penalty
from kickabout.simulation.referee.calls import Calls
from kickabout.simulation.referee.decisions import PenaltyEnded, PenaltyGiven
from kickabout.simulation.referee.game import Game, PlayerRecord
from kickabout.simulation.referee.placement import removal_pose, return_pose
from kickabout.simulation.referee.rules import PenaltyRule
from kickabout.simulation.referee.view import RobotId

NOT_TIMED = PenaltyRule(duration=0.0, incremental=False)  # substitutes, manual penalties


class Penalties:
    """Gives, counts down and ends penalties, and places the robots accordingly."""

    def __init__(self, game: Game, field: FieldDimensions, calls: Calls) -> None:
        self._game = game
        self._field = field
        self._calls = calls

    def give(
        self, robot: RobotId, penalty: Penalty, *, robot_to: Pose2[Robot, World] | None = None
    ) -> None:
        """Penalize a robot and remove it, or put it to `robot_to` if the penalty is in place."""
        player = self._game.record(robot)
        rule = self._rule(penalty)
        duration = self._duration(robot, rule)
        if penalty is Penalty.REQUEST_FOR_PICKUP and not player.plays:
            duration = max(duration, player.remaining)
        player.penalty = penalty
        player.remaining = duration
        player.prepared = False
        self._calls.add(PenaltyGiven(robot=robot, penalty=penalty, duration=duration))
        if not rule.in_place:
            self._remove(robot)
        elif robot_to is not None:
            self._calls.place_robot(robot, robot_to)

    def end(self, robot: RobotId) -> None:
        """End a penalty; the robot starts at the side line unless it is on the field already."""
        player = self._game.record(robot)
        if player.plays:
            return
        if not (player.prepared or self._rule(player.penalty).in_place):
            self._put_back(robot)
        self._release(robot, player)

    def end_all(self, penalty: Penalty | None = None) -> None:
        """End all penalties of a kind, or all but substitutes, without moving robots."""
        for team, record in self._game.teams.items():
            for number, player in record.players.items():
                wanted = player.penalty not in (Penalty.NONE, Penalty.SUBSTITUTE)
                if player.penalty is penalty or (penalty is None and wanted):
                    self._release(RobotId(team, number), player)

    def tick(self, dt: float) -> None:
        """Count the time of penalties down; robots return at its end."""
        if not self._game.penalties_run:
            return
        for team, record in self._game.teams.items():
            for number, player in record.players.items():
                if player.remaining > 0.0:
                    player.remaining -= dt
                    self._watch_time(RobotId(team, number), player)

    def _watch_time(self, robot: RobotId, player: PlayerRecord) -> None:
        in_place = self._rule(player.penalty).in_place
        prepare = player.remaining <= self._game.rules.removal.prepare_before
        if prepare and not (in_place or player.prepared):
            self._put_back(robot)
            player.prepared = True
        if player.remaining <= 0.0:
            self.end(robot)

    def _rule(self, penalty: Penalty) -> PenaltyRule:
        if penalty in (Penalty.SUBSTITUTE, Penalty.MANUAL):
            return NOT_TIMED
        rules = self._game.rules
        if penalty not in rules.penalties:
            known = ", ".join(rules.penalties)
            raise ValueError(
                f"the rules of {rules.name} have no penalty '{penalty}'; known: {known}"
            )
        return rules.penalties[penalty]

    def _duration(self, robot: RobotId, rule: PenaltyRule) -> float:
        team = self._game.teams[robot.team]
        if not rule.incremental:
            return rule.duration
        longer = self._game.rules.removal.increment * team.incremental_penalties
        team.incremental_penalties += 1
        return rule.duration + longer

    def _remove(self, robot: RobotId) -> None:
        calls = self._calls
        if robot in calls.robots:
            pose = removal_pose(
                self._game,
                self._field,
                team=robot.team,
                robot_in_world=calls.robots[robot].position,
                ball_in_world=calls.ball,
                others=calls.others(robot),
            )
            calls.place_robot(robot, pose)

    def _put_back(self, robot: RobotId) -> None:
        calls = self._calls
        pose = return_pose(
            self._game,
            self._field,
            team=robot.team,
            ball_in_world=calls.ball,
            others=calls.others(robot),
        )
        calls.place_robot(robot, pose)

    def _release(self, robot: RobotId, player: PlayerRecord) -> None:
        self._calls.add(PenaltyEnded(robot=robot, penalty=player.penalty))
        player.penalty = Penalty.NONE
        player.remaining = 0.0
        player.prepared = False
