"""Play one match in pieces: for each line of input play so many seconds, print the wall time.

`kickabout bench match.speed --against REVISION` runs this file with the source of two revisions,
so it may use only what all revisions have: `Match` and its arguments.
"""

import json
import sys
import time

from kickabout import Match


def main() -> None:
    settings = json.loads(sys.argv[1])
    with Match(**settings) as match:
        for line in sys.stdin:
            begin = time.perf_counter()
            match.run(float(line))
            sys.stdout.write(f"{time.perf_counter() - begin}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
