"""What single panels can do in a real browser: data, plots, behavior, camera, 3-D, time."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page
from tests.browser.conftest import wait
from tests.browser.curves import columns

from kickabout.studio.server import StudioServer

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]


def _panel(page: Page, kind: str, **settings: object) -> Locator:
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.evaluate("([kind, it]) => void window.studio.open(kind, it)", [kind, settings])
    return page.locator(f"[data-panel={kind}]:visible")


def _middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_data_have_units_and_remarks(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    panel = _panel(page, "data", open=["BallModel"])
    row = panel.locator("[data-path='BallModel.velocity_in_robot']")
    row.locator(".unit", has_text="m/s").wait_for(timeout=30_000)
    row.click()
    inner = panel.locator("[data-path='BallModel.velocity_in_robot.x'] .unit")
    assert inner.inner_text() == "m/s"
    panel.get_by_label("filter").fill("validity")
    panel.locator("[data-name=RobotPose]").wait_for(timeout=30_000)
    assert panel.locator("[data-name=MotionRequest]").count() == 0


def test_two_times_are_compared(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.run('goto 0.2')")
    panel = _panel(page, "data", open=["SensorFrame"])
    wait(page, "window.studio.now.data.get('home 5')?.time === 0.2")
    panel.locator("[data-path='SensorFrame.gyro']").wait_for(timeout=30_000)
    panel.locator("[data-do=compare]").click()
    page.evaluate("window.studio.run('goto 1.4')")
    change = panel.locator("[data-path='SensorFrame.gyro'] .change", has_text="was (")
    change.wait_for(timeout=30_000)
    panel.locator("[data-do=compare]").click()
    wait(page, "!document.querySelector('[data-path=\"SensorFrame.gyro\"] .change').textContent")


def test_a_name_is_completed_and_a_vector_becomes_curves(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    panel = _panel(page, "plots", charts=[])
    path = panel.get_by_label("path to plot")
    path.fill("BallMod")
    panel.locator(".completions .item", has_text="BallModel").first.wait_for(timeout=30_000)
    path.press("Tab")
    assert path.input_value() == "BallModel."
    path.press_sequentially("position")
    panel.locator(".completions .item", has_text="position_in_robot").wait_for(timeout=30_000)
    path.fill("BallModel.position_in_robot")
    path.press("Enter")
    for part in ("x", "y"):
        signal = panel.locator(f"[data-signal='BallModel.position_in_robot.{part}']")
        signal.wait_for(timeout=30_000)
        assert signal.locator(".muted").inner_text().strip() == "m"
    assert panel.locator(".chart").count() == 1


def test_a_whole_recording_is_drawn_and_zoomed(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    panel = _panel(page, "plots", charts=[{"paths": ["RobotPose.validity"]}])
    for _ in range(300):
        if sum(columns(page, "RobotPose.validity")) > 100:
            break
        page.wait_for_timeout(100)
    over = panel.locator(".u-over")
    box = over.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 20, steps=4)
    page.mouse.up()
    wait(page, "!document.querySelector('[data-span][aria-pressed=true]')")
    over.dblclick()
    wait(page, "document.querySelector('[data-span=\"0\"]').ariaPressed === 'true'")


def test_a_click_on_a_chart_goes_to_that_time(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.run('goto 0.1')")
    panel = _panel(page, "plots", charts=[{"paths": ["RobotPose.validity"]}])
    panel.locator(".u-over").wait_for(timeout=30_000)
    page.mouse.click(*_middle(panel.locator(".u-over")))
    wait(page, "Math.abs(window.studio.now.moment.time / window.studio.now.status.end - 0.5) < 0.1")


def test_behavior_is_shown_over_time(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.run('goto 0.1')")
    panel = _panel(page, "behavior")
    panel.locator(".option").first.wait_for(timeout=30_000)
    canvas = panel.locator(".spans canvas")
    box = canvas.bounding_box()
    assert box is not None
    for _ in range(100):  # until the spans were read
        page.mouse.move(box["x"] + 0.55 * box["width"], box["y"] + 8)
        page.mouse.move(box["x"] + 0.56 * box["width"], box["y"] + 8)
        if panel.locator(".tip").is_visible():
            break
        page.wait_for_timeout(100)
    assert "RootOption" in panel.locator(".tip").inner_text()
    page.mouse.click(box["x"] + 0.55 * box["width"], box["y"] + 8)
    wait(page, "window.studio.now.moment.time > 0.7")
    panel.locator("[data-lanes=robots]").click()
    wait(page, "window.studio.now.data.get('away 3')?.values?.ActivationGraph")


BEGIN = """async () => {
  const { spansOf } = await import("/static/behavior/spans.js");
  return spansOf("home 5")[0]?.[0] ?? null;
}"""


def test_the_behavior_of_a_match_is_shown_from_its_beginning(
    server: StudioServer, opened: Opened
) -> None:
    page = opened(server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    _panel(page, "behavior")
    for _ in range(300):  # the match was played for 2 s before any page was open
        begin = page.evaluate(BEGIN)
        if begin is not None and begin < 0.5:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"behavior is known from {begin} s on")


CONTRAST = """async () => {
  const { colorOf } = await import("/static/behavior/span_view.js");
  const context = document.createElement("canvas").getContext("2d");
  const linear = (v) => (v /= 255) <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return Array.from({ length: 90 }, (_, i) => {
    context.fillStyle = colorOf(`Option${i * 7}`, ["", "searching", "go"][i % 3]);
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map(linear);
    return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
  });
}"""


def test_names_of_options_stand_out_in_their_spans(
    log_server: StudioServer, opened: Opened
) -> None:
    found = opened(log_server).evaluate(CONTRAST)
    assert 4.0 < min(found) < max(found) < 12.0


def test_percepts_of_each_camera_are_listed(server: StudioServer, opened: Opened) -> None:
    page = opened(server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    settings = {"open": ["upper/BallPercept", "lower/BallPercept", "nosuch/BallPercept"]}
    page.evaluate("(settings) => void window.studio.open('data', settings)", settings)
    panel = page.locator("[data-panel=data]:visible")
    for camera in ("upper", "lower"):
        panel.locator(f"[data-name='{camera}/BallPercept']").wait_for(timeout=30_000)
    assert panel.locator("[data-name='nosuch/BallPercept']").count() == 0
    wait(page, "window.studio.now.data.get('home 5')?.values['lower/BallPercept']")


def test_a_pixel_has_a_place_on_the_ground(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.run('goto 1.5')")
    panel = _panel(page, "camera", cameras="lower")
    wait(page, "window.studio.now.data.get('home 5')?.values?.['lower/CameraMatrix']?.valid")
    page.mouse.move(*_middle(panel.locator("canvas[data-camera=lower]")))
    text = panel.locator(".inspector:visible").inner_text()
    assert "px" in text
    assert "ground" in text
    assert "m away" in text


def test_the_wheel_zooms_to_the_cursor(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    view = """async () => {
      const { ViewPoint } = await import("/static/scene/view_point.js");
      const view = new ViewPoint();
      view.fit([5.2, 3.7]);
      const before = view.ground(0.5, 0.3);
      const distance = view.distance;
      view.zoom(0.5, 0.5, 0.3);
      const after = view.ground(0.5, 0.3);
      return [before, after, view.distance / distance];
    }"""
    before, after, nearer = page.evaluate(view)
    assert nearer == pytest.approx(0.5)
    assert after == pytest.approx(before, abs=1e-6)


@pytest.mark.parametrize("aspect", [0.8, 1.3, 1.8, 2.6])
def test_the_whole_field_fills_the_picture(
    log_server: StudioServer, opened: Opened, aspect: float
) -> None:
    page = opened(log_server)
    corners = """async (aspect) => {
      const { ViewPoint } = await import("/static/scene/view_point.js");
      const view = Object.assign(new ViewPoint(), { aspect });
      view.fit([5.2, 3.7]);
      return [[-4.5, -3], [4.5, -3], [-4.5, 3], [4.5, 3]].map((p) => view.seen([...p, 0]));
    }"""
    seen = page.evaluate(corners, aspect)
    assert all(abs(u) < 1.0 and abs(v) < 1.0 for u, v in seen)
    assert max(u for u, _ in seen) > 0.55 or max(v for _, v in seen) > 0.55


def test_the_cameras_look_at_the_ground_in_3d(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    page.evaluate("window.studio.choose({robot: 'home 5'})")
    page.locator("[data-layer=cameras]").click()
    wait(page, "window.studio.now.data.get('home 5')?.values?.['upper/CameraMatrix']")
    assert page.locator("[data-layer=cameras]").get_attribute("aria-pressed") == "true"
    pictures = page.evaluate("window.studio.drawn.pictures")
    wait(page, f"window.studio.drawn.pictures > {pictures}")


def test_the_bar_of_time_tells_what_is_under_the_cursor(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    wait(page, "document.querySelectorAll('.marks i').length > 0")
    box = page.locator(".track").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    assert " s · 00:" in page.locator(".peek").inner_text()
    page.locator(".peek canvas").wait_for(timeout=30_000)
    start, end, whistle = page.evaluate("""(({ start, end }) =>
      [start, end, window.studio.now.events.find(({ text }) => text.startsWith("whistle")).time]
    )(window.studio.now.status)""")
    at = box["x"] + box["width"] * (whistle - start) / (end - start)
    page.mouse.move(at, box["y"] + box["height"] / 2)
    page.locator(".peek .events", has_text="whistle").wait_for(timeout=30_000)


LABELS = """async (events) => {
  const { now, emit } = await import("/static/page/store.js");
  now.events = events.map(([time, source, text]) => ({ time, source, text }));
  emit("events");
  const boxes = [...document.querySelectorAll(".marks b")].map((it) => {
    const { left, right } = it.getBoundingClientRect();
    return [it.textContent, it.className, left, right];
  });
  return boxes.sort((one, other) => one[2] - other[2]);
}"""


def test_marks_have_labels_that_do_not_overlap(log_server: StudioServer, opened: Opened) -> None:
    page = opened(log_server)
    wait(page, "document.querySelectorAll('.marks i').length > 0")
    end = page.evaluate("window.studio.now.status.end")
    events = [[0.02 * end * n, "referee", "playing: kick in for home"] for n in range(50)]
    events += [[0.5 * end, "referee", "goal for home by home 5: 2 : 1"]]
    events += [[0.3 * end, "scene", "he slips here"], [0.7 * end, "referee", "whistle: start"]]
    labels = page.evaluate(LABELS, events)
    assert ["2:1", "goal"] in [label[:2] for label in labels]
    assert ["he slips here", "note"] in [label[:2] for label in labels]
    assert sum(label[0] == "kick in for home" for label in labels) >= 3
    assert not any("whistle" in label[0] for label in labels)
    for (_, _, _, right), (_, _, left, _) in pairwise(labels):
        assert right <= left


def test_beliefs_stand_out_on_the_grass_of_both_themes(
    log_server: StudioServer, opened: Opened
) -> None:
    page = opened(log_server)
    script = """async () => {
      const { paintBelief } = await import("/static/field/field_marks.js");
      const style = getComputedStyle(document.documentElement);
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [200, 200];
      const context = canvas.getContext("2d");
      context.fillStyle = style.getPropertyValue("--grass");
      context.fillRect(0, 0, 200, 200);
      const grass = [...context.getImageData(0, 0, 1, 1).data];
      context.scale(100, 100);
      const halo = style.getPropertyValue("--halo");
      const { kinds, robots } = window.studio.now.stage;
      const kind = kinds[robots[0].kind];
      const look = { kind, color: "#4f8ff7", halo, pixel: 0.01, chosen: false };
      paintBelief(context, [1, 1, 0, NaN, NaN], [1, 1], look);
      const { data } = context.getImageData(0, 0, 200, 200);
      const far = (at) => Math.max(...[0, 1, 2].map((i) => Math.abs(data[at + i] - grass[i])));
      return Array.from({ length: 40_000 }, (_, i) => far(4 * i)).filter((d) => d > 45).length;
    }"""
    for theme in ("dark", "light"):
        page.evaluate("(theme) => window.studio.choose({theme})", theme)
        assert page.evaluate(script) > 300, theme
