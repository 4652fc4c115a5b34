"""Play one match and print a hash of the world's state every half second, as JSON.

`kickabout bench identity` runs this file with the source of two revisions in turn, so it may use
only what all revisions have: `Match`, its arguments and the arrays of a snapshot. Names that are
hashed are never printed or compared, only values.
"""

import hashlib
import json
import sys

from kickabout import Match

INTERVAL = 0.5  # s, simulated
STATE = ("torso_positions", "torso_quaternions", "joint_angles", "ball_position", "ball_velocity")


def hashes(match: Match, seconds: float) -> list[str]:
    """Return one hash per interval; each covers all intervals before it."""
    digest = hashlib.sha256()
    found = []
    for _ in range(round(seconds / INTERVAL)):
        match.run(INTERVAL)
        for name in STATE:
            digest.update(getattr(match.snapshot, name).tobytes())
        found.append(digest.hexdigest())
    return found


def main() -> None:
    settings = json.loads(sys.argv[1])
    seconds = settings.pop("seconds")
    with Match(**settings, workers=0) as match:
        sys.stdout.write(json.dumps(hashes(match, seconds)))


if __name__ == "__main__":
    main()
