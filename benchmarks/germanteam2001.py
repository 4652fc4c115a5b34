"""The GermanTeam of 2001: what its modules find and do, how it plays, and what all that costs."""

from benchmarks._germanteam_games import GAMES_PARTS
from benchmarks._germanteam_localization import LOCALIZATION_PARTS
from benchmarks._germanteam_motion import MOTION_PARTS
from benchmarks._germanteam_vision import VISION_PARTS

from kickabout.benching import Bench


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


PARTS = {**VISION_PARTS, **LOCALIZATION_PARTS, **MOTION_PARTS, **GAMES_PARTS}
