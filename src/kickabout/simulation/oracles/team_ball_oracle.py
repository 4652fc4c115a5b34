"""Team ball oracle: from ground truth to the ball of the team."""

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import GroundTruth, TeamBall
from kickabout.simulation.oracles.observation.true_ball import ball_in_field, ball_velocity_in_field


class TeamBallOracle(Module[NoParameters]):
    """The true ball, as if every player of the team saw it."""

    def update(self, frame: FrameInfo, truth: GroundTruth) -> TeamBall:
        numbers = [truth.own.number, *(r.number for r in truth.others if r.own_team)]
        return TeamBall(
            position_in_field=ball_in_field(truth),
            velocity_in_field=ball_velocity_in_field(truth),
            valid=True,
            contributors=tuple(sorted(numbers)),
            last_seen_at=frame.time,
        )
