"""A match from Python: let time pass, look at the truth, read the report."""

from kickabout import Match


def main() -> None:
    with Match(home="dummies", away="dummies", robots=2, seed=1, workers=0) as match:
        match.run(5.0)
        ball = match.truth.ball
        report = match.report()
    assert report.simulated_seconds >= 5.0
    assert abs(ball.x) < 6.0


if __name__ == "__main__":
    main()
