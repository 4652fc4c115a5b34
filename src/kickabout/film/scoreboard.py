"""Scoreboard: teams, score, state, clock and captions on a picture."""

from dataclasses import dataclass

from kickabout.film.scene_source import FilmMoment, SceneSource
from kickabout.pictures.canvas import (
    DARK,
    WHITE,
    Canvas,
    ink_on,
    mixed,
    team_color,
)
from kickabout.pictures.lettering import BOLD, width_of
from kickabout.pictures.shapes import Color

PANEL_OPACITY = 0.86
PALE: Color = (205, 205, 205)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    name: str
    color: Color


class Scoreboard:
    """Draws a line with the game at the top and the referee's decisions at the bottom."""

    def __init__(self, source: SceneSource, size: tuple[int, int]) -> None:
        self.width, self.height = size
        self.unit = max(9.0, min(size[0] / 64.0, size[1] / 32.0))  # px, size of usual text
        self.home, self.away = (
            Side(name=source.names[side], color=team_color(source.colors[side]))
            for side in ("home", "away")
        )

    @property
    def bar_height(self) -> float:
        return 2.1 * self.unit

    def draw(self, canvas: Canvas, shown: FilmMoment) -> None:
        self._draw_score(canvas, shown.score)
        margin, middle = 0.9 * self.unit, self._middle
        self._note(canvas, shown.state, margin, middle, align=0.0)
        self._note(canvas, clock_words(shown.time), self.width - margin, middle, align=1.0)
        bottom = self.height - 0.9 * self.unit
        for number, caption in enumerate(reversed(shown.captions)):
            opacity = min(1.0, 2.5 - caption.age)
            self._caption(canvas, caption.text, bottom - number * 2.1 * self.unit, opacity)

    @property
    def _middle(self) -> float:
        return 0.5 * self.bar_height + 0.2 * self.unit

    def _draw_score(self, canvas: Canvas, score: tuple[int, int]) -> None:
        """Draw both names in their colors, and the score between them."""
        unit, center, top = self.unit, self.width / 2.0, self._middle - 0.85 * self.unit
        names = [self._fitting(side.name) for side in (self.home, self.away)]
        half = max(width_of(name, unit, BOLD) for name in names) + 1.4 * unit
        middle = 2.6 * unit
        size = (2.0 * (half + middle), 1.7 * unit)
        canvas.panel((center - half - middle, top), size, DARK, radius=0.4 * unit, opacity=0.92)
        for side, name, sign in ((self.home, names[0], -1.0), (self.away, names[1], 1.0)):
            left = center + (middle if sign > 0.0 else -middle - half)
            canvas.panel((left, top), (half, 1.7 * unit), side.color, radius=0.4 * unit)
            place = (left + half / 2.0, self._middle)
            canvas.text(name, place, ink_on(side.color), unit, weight=BOLD, align=0.5)
            number = str(score[0 if sign < 0.0 else 1])
            at = (center + sign * 1.2 * unit, self._middle)
            canvas.text(number, at, WHITE, 1.25 * unit, weight=BOLD, align=0.5)
        canvas.text(":", (center, self._middle - 0.1 * unit), PALE, unit, weight=BOLD, align=0.5)

    def _fitting(self, name: str) -> str:
        room = 0.2 * self.width
        while len(name) > 2 and width_of(name, self.unit, BOLD) > room:
            name = name.removesuffix("…")[:-1] + "…"
        return name

    def _note(self, canvas: Canvas, words: str, x: float, y: float, *, align: float) -> None:
        if not words:
            return
        size = 0.85 * self.unit
        width = width_of(words, size) + 1.2 * self.unit
        if width > 0.3 * self.width:
            return  # there is no room beside the score
        corner = (x - align * width, y - 0.75 * self.unit)
        box = (width, 1.5 * self.unit)
        canvas.panel(corner, box, DARK, radius=0.4 * self.unit, opacity=PANEL_OPACITY)
        canvas.text(words, (corner[0] + 0.6 * self.unit, y), PALE, size)

    def _caption(self, canvas: Canvas, words: str, bottom: float, opacity: float) -> None:
        width = width_of(words, self.unit) + 2.0 * self.unit
        corner = ((self.width - width) / 2.0, bottom - 1.8 * self.unit)
        box = (width, 1.8 * self.unit)
        shade = PANEL_OPACITY * opacity
        canvas.panel(corner, box, DARK, radius=0.9 * self.unit, opacity=shade)
        place = (self.width / 2.0, bottom - 0.9 * self.unit)
        canvas.text(words, place, mixed(PALE, WHITE, 0.7), self.unit, align=0.5, opacity=opacity)


def clock_words(time: float) -> str:
    """Return a time as a clock shows it, such as 2:07.4."""
    tenths = int(time * 10.0 + 1e-3)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"
