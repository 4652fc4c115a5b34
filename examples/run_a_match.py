"""A match from Python: roll the ball, advance the time, read ground truth and report."""

from kickabout import Match


def main() -> None:
    with Match(home="dummies", away="dummies", robots=2, seed=1, workers=0) as match:
        match.place(ball=(0.0, 0.0), velocity=(1.0, 0.0))
        match.run(5.0)
        ball = match.truth.ball
        report = match.report()
    assert report.simulated_seconds >= 5.0
    assert not report.failed
    assert 1.0 < ball.x < 2.0  # m, stopped by friction
    assert abs(ball.y) < 0.1


if __name__ == "__main__":
    main()
