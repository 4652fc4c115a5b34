"""Random team messages for tests."""

import numpy as np

from kickabout.communication.team_message import TeamMessage
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import ClockEcho, FieldPlayer, Role, Teammate


def random_message(
    random: np.random.Generator,
    *,
    number: int = 3,
    opponents: int = 5,
    echoes: int = 4,
    coverage: bool = True,
) -> TeamMessage:
    """Return a message with random content of realistic ranges."""
    now = float(random.uniform(100.0, 5000.0))
    x, y = random.uniform(-5.0, 5.0, 2).tolist()

    def position() -> Vector2[Field]:
        return Vector2(*random.uniform(-5.0, 5.0, 2).tolist())

    def deviation() -> float:
        return float(random.uniform(0.05, 1.0))

    return TeamMessage(
        team=7,
        content=Teammate(
            number=number,
            robot_to_field=Pose2(x, y, float(random.uniform(-np.pi, np.pi))),
            pose_validity=float(random.random()),
            ball_in_field=position(),
            ball_velocity_in_field=position() * 0.3,
            ball_last_seen_at=now - float(random.uniform(0.0, 60.0)),
            upright=bool(random.random() < 0.8),
            penalized=bool(random.random() < 0.2),
            role=list(Role)[int(random.integers(len(Role)))],
            whistle_heard_at=now - float(random.uniform(0.0, 100.0)),
            whistle_confidence=float(random.random()),
            microphones=int(random.integers(5)),
            walking_to=Pose2(*random.uniform(-3.0, 3.0, 3).tolist()),
            shooting_to=position(),
            passing_to=int(random.integers(6)),
            time_to_reach_ball=float(random.uniform(0.0, 25.0)),
            opponents=tuple(
                FieldPlayer(
                    position_in_field=position(),
                    covariance=deviation() ** 2 * np.eye(2),
                    upright=bool(random.random() < 0.8),
                    last_seen_at=now - float(random.uniform(0.0, 10.0)),
                )
                for _ in range(opponents)
            ),
            coverage_seen_at=now - random.uniform(0.0, 40.0, (12, 18)) if coverage else None,
            sent_at=now,
        ),
        echoes=tuple(
            ClockEcho(
                number=i + 4,
                sent_at_there=float(random.uniform(0.0, 5000.0)),
                received_at=now - float(random.uniform(0.0, 5.0)),
            )
            for i in range(echoes)
        ),
    )
