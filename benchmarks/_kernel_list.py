"""List of kernels: which ones matches need, observed in play; `make kernel-list` writes it.

For each team and fidelity a process of its own plays a few matches and lists what its kernels were
compiled for. Then all of them are compiled one after the other into an empty cache, callees first,
to know what each costs.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numba
from numba.core.dispatcher import Dispatcher

from kickabout import Match
from kickabout.framework.compilation.content import kernels_used_by
from kickabout.framework.compilation.signatures import KernelSignature, signature_of
from kickabout.simulation.match.needed_kernels import KERNEL_LIST, all_kernels, need_of

TEAMS = ("dummies", "bhuman2019", "bhuman2021", "hulks2021")
# Robots a team and simulated seconds; long enough to fall, get up and kick.
PLAYED = {"truth": (2, 60.0), "percepts": (2, 60.0), "images": (2, 10.0)}
PLAY, TIME = "--play", "--time"


def main(arguments: Sequence[str]) -> None:
    """Write the list, or only its times, or play one match of it and print its part."""
    if arguments[:1] == [PLAY]:
        team, fidelity = arguments[1:]
        for item in played(team, fidelity):
            sys.stdout.buffer.write(msgspec.json.encode(item) + b"\n")
        return
    is_known = arguments[:1] == [TIME]
    merged = all_kernels() if is_known else _merged(item for part in _parts() for item in part)
    KERNEL_LIST.write_bytes(b"".join(msgspec.json.encode(i) + b"\n" for i in _timed(merged)))


def played(team: str, fidelity: str) -> Iterator[KernelSignature]:
    """Play a team against itself and yield what its kernels were compiled for."""
    robots, seconds = PLAYED[fidelity]
    with Match(team, team, robots=robots, fidelity=fidelity, workers=0) as match:  # type: ignore[arg-type]
        match.run(seconds)
    for kernel in _kernels():
        for arguments in kernel.overloads:
            item = signature_of(kernel, arguments)
            if item is not None:
                yield msgspec.structs.replace(item, needed_by=(need_of(team, fidelity),))


def _kernels() -> list[Dispatcher]:
    modules = [module for name, module in sys.modules.items() if name.startswith("kickabout.")]
    values = [value for module in modules for value in vars(module).values()]
    return list({id(value): value for value in values if isinstance(value, Dispatcher)}.values())


def _parts() -> Iterator[list[KernelSignature]]:
    for team in TEAMS:
        for fidelity in PLAYED:
            command = [sys.executable, "-m", "benchmarks._kernel_list", PLAY, team, fidelity]
            done = subprocess.run(command, check=True, capture_output=True)
            lines = done.stdout.splitlines()
            yield [msgspec.json.decode(line, type=KernelSignature) for line in lines]


def _merged(items: Iterable[KernelSignature]) -> list[KernelSignature]:
    merged: dict[tuple[str, str], KernelSignature] = {}
    for item in items:
        known = merged.get(item.key)
        needs = sorted({*item.needed_by, *(known.needed_by if known else ())})
        merged[item.key] = msgspec.structs.replace(item, needed_by=tuple(needs))
    return sorted(merged.values(), key=lambda item: item.key)


def _timed(items: Sequence[KernelSignature]) -> Iterator[KernelSignature]:
    """The same with the time each kernel takes to compile if its callees are compiled."""
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        numba.config.CACHE_DIR = folder
        for item in sorted(items, key=lambda item: len(kernels_used_by(item.resolved()[0]))):
            kernel, arguments = item.resolved()
            begin = time.process_time()
            kernel.compile(arguments)
            seconds[item.key] = round(time.process_time() - begin, 2)
    for item in items:
        yield msgspec.structs.replace(item, seconds=seconds[item.key])


if __name__ == "__main__":
    main(sys.argv[1:])
