"""Record a match, then ask its data questions with polars and with DuckDB.

Needs `pip install -e '.[data]'`.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import polars as pl

from kickabout import Match
from kickabout.recording import Recorder, Recording, joined, load_settings, write_tables

POSE, MOTION = "home/1/cognition/RobotPose", "home/1/motion/MotionState"


def main(seconds: float = 4.0) -> None:
    with TemporaryDirectory() as folder:
        path, tables = Path(folder) / "match.mcap", Path(folder) / "tables"
        recorder = Recorder(path, load_settings("models"))
        team = "bhuman2019"
        with Match(team, team, robots=1, fidelity="percepts", recorder=recorder) as match:
            match.run(seconds)
        with Recording(path) as recording:
            motions = distances_by_motion(recording)
            write_tables(recording, tables, ["*/FrameInfo", "*/RobotPose"])
        threads = cycles_by_thread(tables)
    assert motions["cycles"].sum() > 50 * seconds
    assert threads.filter(thread="motion")["cycles"].item() > 2 * 80 * seconds  # of two robots


def distances_by_motion(recording: Recording) -> pl.DataFrame:
    """Join the pose and the motion of a robot; sum the distance for each kind of motion."""
    x, y = (pl.col(f"RobotPose.robot_to_field.{axis}").diff() for axis in "xy")
    return (
        joined(recording, [POSE, MOTION])
        .with_columns((x**2 + y**2).sqrt().alias("distance"))
        .group_by(pl.col("MotionState.motion").alias("motion"))
        .agg(pl.sum("distance"), pl.len().alias("cycles"))
        .sort("cycles", descending=True)
    )


def cycles_by_thread(tables: Path) -> pl.DataFrame:
    """Query the tables of all robots together; the name of a file has its robot and thread."""
    files = f"{tables}/*/*/*/FrameInfo.parquet"
    found = duckdb.sql(
        f"""
        SELECT parse_path(filename)[-2] AS thread, count(*) AS cycles, avg(dt) AS seconds
        FROM read_parquet('{files}', filename = true, union_by_name = true)
        GROUP BY thread ORDER BY cycles DESC
        """
    )
    return pl.DataFrame(found.fetchall(), schema=found.columns, orient="row")


if __name__ == "__main__":
    main()
