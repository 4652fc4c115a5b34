"""Do the videos that `kickabout film` makes play on a page?"""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import wait
from tests.recording.samples import record

from kickabout.film.film import make_film
from kickabout.film.plan import FilmOptions, film_plan
from kickabout.recording import load_settings
from kickabout.studio.sources.recorded_match import RecordedMatch

pytestmark = pytest.mark.browser
pytest.importorskip("av", reason="videos need the extra 'film'")

# The middle of the carpet as the page draws it, after the video has been played to its end.
COLOR = """() => {
  const video = document.querySelector("video");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  pen.drawImage(video, 0, 0);
  return [...pen.getImageData(55, 68, 1, 1).data].slice(0, 3);
}"""


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedMatch]:
    path = tmp_path_factory.mktemp("films") / "match.mcap"
    record(path, settings=load_settings("default"), team="dummies", seconds=1.2)
    opened = RecordedMatch(path)
    yield opened
    opened.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """Serve a folder."""
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_a_video_plays_to_its_end_in_its_colors(
    ending: str, match: RecordedMatch, site: str, browser: Browser, tmp_path: Path
) -> None:
    options = FilmOptions(target=tmp_path / f"film.{ending}", start=0.2, end=1.1, size="160x90")
    plan = film_plan(options, match)
    make_film(plan, match)
    page = f'<video src="film.{ending}" muted></video>'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    opened = browser.new_context().new_page()
    opened.goto(f"{site}/page.html")
    wait(opened, "document.querySelector('video').readyState >= 1")
    state = json.loads(
        opened.evaluate(
            "() => { const v = document.querySelector('video');"
            " return JSON.stringify([v.videoWidth, v.videoHeight, v.duration]); }"
        )
    )
    assert state[:2] == [160, 90]
    assert state[2] == pytest.approx(len(plan.times) / plan.rate, abs=0.05)
    opened.evaluate("() => document.querySelector('video').play()")
    wait(opened, "document.querySelector('video').ended")
    red, green, blue = opened.evaluate(COLOR)
    assert (red, green, blue) == pytest.approx((48, 116, 70), abs=14)  # the carpet
    opened.context.close()
