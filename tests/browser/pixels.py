"""Colors of the 3-D view at points in space."""

from collections.abc import Sequence
from typing import Any

import msgspec
from playwright.sync_api import Page

Color = list[int]  # red, green, blue, opacity

# Draw a stage without robots from one point of view, and return the colors at points in space.
COLORS = """async ({ stage, points, view, ball, rings }) => {
  const { Scene } = await import("/static/scene/scene.js");
  const { rgba } = await import("/static/scene/marks.js");
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:fixed;left:0;top:0;width:1200px;height:900px";
  document.body.append(canvas);
  const scene = new Scene(canvas, stage);
  scene.theme("dark");
  scene.fit();
  Object.assign(scene.view, view);
  const moment = { time: 0, ball: Float32Array.of(...ball, 1, 0, 0, 0), robots: [] };
  const overlay = ({ discs, strokes }) => {
    for (const [x, y, radius] of rings) {
      discs.disc([x, y], radius, rgba("#ffffff"), { hole: 0.7, height: 0.006 });
      strokes.line([[x, y, 0.006], [x + 3 * radius, y, 0.006]], rgba("#ffffff"), { least: 4 });
    }
  };
  scene.draw(moment, { overlay });
  const flat = document.createElement("canvas");
  [flat.width, flat.height] = [canvas.width, canvas.height];
  const context = flat.getContext("2d");
  context.drawImage(canvas, 0, 0);
  const colors = points.map((point) => {
    const [u, v] = scene.view.seen(point);
    const at = [((u + 1) / 2) * flat.width, ((1 - v) / 2) * flat.height].map(Math.floor);
    return [...context.getImageData(...at, 1, 1).data];
  });
  scene.dispose();
  canvas.remove();
  return colors;
}"""


def colors_at(
    page: Page,
    stage: dict[str, Any],
    points: Sequence[tuple[float, float, float]],
    *,
    view: dict[str, Any] | None = None,
    ball: tuple[float, float, float] = (9.0, 9.0, -5.0),
    rings: Sequence[tuple[float, float, float]] = (),
) -> list[Color]:
    """Return the colors at points; `rings` are drawn on the ground: x, y and radius in m."""
    wanted = {"stage": stage, "points": points, "view": view or {}, "ball": ball, "rings": rings}
    found: list[Color] = page.evaluate(COLORS, msgspec.to_builtins(wanted))
    return found
