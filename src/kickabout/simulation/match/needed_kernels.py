"""Kernels that a match needs, from a list that was observed in play."""

from collections.abc import Collection

import msgspec

from kickabout.framework.compilation.signatures import KernelSignature
from kickabout.framework.teams.configuration import config_folders

KERNEL_LIST = config_folders("compilation")[-1] / "kernels.jsonl"


def need_of(team: str, fidelity: str) -> str:
    """Return what needs kernels, as the list names it."""
    return f"{team} at {fidelity}"


def needed_kernels(teams: Collection[str], fidelity: str) -> list[KernelSignature]:
    """Return what a match needs; for teams that are not on the list, what any team needs."""
    listed = all_kernels()
    known = {need for item in listed for need in item.needed_by if need.endswith(f" {fidelity}")}
    wanted = {need_of(team.partition("+")[0], fidelity) for team in teams}
    needs = wanted if wanted <= known else known
    return [item for item in listed if not needs.isdisjoint(item.needed_by)]


def all_kernels() -> list[KernelSignature]:
    """Return everything on the list."""
    lines = KERNEL_LIST.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=KernelSignature) for line in lines]
