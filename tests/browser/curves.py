"""Charts of the plot view: from pixels to where a curve is drawn."""

from playwright.sync_api import Page

FINEST = 3  # px, maximum gap of a steep line
# Whether any pixel of a column of the plot has the color of the signal's swatch.
COLUMNS = """(path) => {
  const box = document.querySelector(`.chart-plot[data-chart="${path}"]`);
  const canvas = box?.querySelector("canvas"), over = box?.querySelector(".u-over");
  if (!canvas?.width || !over.clientWidth) return [];
  const swatch = box.closest(".chart").querySelector(".swatch");
  const color = getComputedStyle(swatch).backgroundColor.match(/\\d+/g).map(Number);
  const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = over;
  const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
  const near = (at) => color.every((part, i) => Math.abs(data[at + i] - part) < 40);
  const like = (at) => data[at + 3] > 90 && near(at);
  const drawn = (x) => Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(like);
  return Array.from({ length: width }, (_, x) => drawn(x));
}"""


def columns(page: Page, path: str) -> list[bool]:
    """Return for each column of a chart, axes aside, whether the curve passes it."""
    drawn: list[bool] = page.evaluate(COLUMNS, path)
    return drawn


def stretches(drawn: list[bool], length: float) -> list[tuple[float, float]]:
    """Return start and end of each continuous part of a curve, in a chart of a length in s."""
    found: list[tuple[float, float]] = []
    for column in (column for column, is_drawn in enumerate(drawn) if is_drawn):
        start, end = column / len(drawn) * length, (column + 1) / len(drawn) * length
        continues = found and start - found[-1][1] < FINEST / len(drawn) * length
        found[-1:] = [(found[-1][0], end)] if continues else [*found[-1:], (start, end)]
    return found
