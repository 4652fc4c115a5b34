"""The same picture has the same bytes, whether its kernels were just compiled or loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = """
from hashlib import sha256
from tests.simulation.camera.studio_set import STANDARD, UPPER, ball, renderer, robot, view
from kickabout.simulation.camera.scene.objects import joined

scene = joined(robot(1.2, 0.2, yaw=2.0, instance=2), robot(2.5, -0.6, instance=3), ball(0.8, 0.0))
digest = sha256()
for pitch, x, y in ((0.2, 0.0, 0.0), (-0.1, -2.0, 1.0), (0.1, 0.9, 0.3)):
    seen = view(x, y, yaw=0.2, pitch=pitch)
    digest.update(renderer(1.0).render(scene, seen, optics=UPPER, exposure=STANDARD, seed=7).yuyv)
print(digest.hexdigest())
"""


def picture_of_a_new_process(cache: Path) -> str:
    """Hash of three pictures."""
    paths = os.pathsep.join([str(ROOT), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": paths},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.slow
def test_compiled_and_loaded_kernels_give_the_same_bytes(tmp_path: Path) -> None:
    compiled = picture_of_a_new_process(tmp_path)
    assert list(tmp_path.iterdir())
    assert picture_of_a_new_process(tmp_path) == compiled
