"""Films: from a plan to a file, picture by picture."""

from collections.abc import Callable
from typing import Protocol

from kickabout.film.camera_view import CameraFilmView
from kickabout.film.field_view import FieldView
from kickabout.film.plan import FilmPlan
from kickabout.film.scene_source import FilmMoment, SceneSource
from kickabout.film.stand_view import StandView
from kickabout.film.writers import writing
from kickabout.pictures.codec import Pixels
from kickabout.studio.sources.recorded_match import RecordedMatch


class View(Protocol):
    """Draws moments, which are given in the order of time."""

    def picture(self, shown: FilmMoment) -> Pixels:
        """Return the picture of a moment (RGB)."""


def make_film(
    plan: FilmPlan, match: RecordedMatch, report: Callable[[int], None] = lambda _: None
) -> None:
    """Render all pictures and write them; report the number of finished ones."""
    source = SceneSource(match)
    view = _view(plan, source)
    with writing(plan) as writer:
        for count, time in enumerate(plan.times, 1):
            writer.add(view.picture(source.at(time)))
            report(count)


def _view(plan: FilmPlan, source: SceneSource) -> View:
    if plan.view == "camera":
        return CameraFilmView(source, plan)
    kind = FieldView if plan.view == "field" else StandView
    return kind(source, plan.size, follow=plan.follow)
