"""The responder: answers requests of pages about one match or recording."""

import msgspec

from kickabout.framework import KickaboutError
from kickabout.studio.calibration import fitted_colors, save_calibration
from kickabout.studio.console import Console
from kickabout.studio.feed import Feed
from kickabout.studio.page_messages import (
    CalibrationRequest,
    Change,
    Complete,
    FitCamera,
    FitColors,
    Inspect,
    ReadMotion,
    Request,
    RunLine,
    SampleLines,
    SaveCalibration,
    SaveMotion,
    ShowMotion,
)
from kickabout.studio.pages.page_answers import PageAnswers
from kickabout.studio.pages.requests import (
    AskBehavior,
    AskOverview,
    AskPositions,
    KeepLayout,
    Layouts,
)
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


class Responder:
    """Answers requests as JSON; one that fails is answered with the reason."""

    def __init__(self, controller: StudioController, feed: Feed) -> None:
        self._controller = controller
        self._feed = feed
        self._answers = PageAnswers(controller)

    def answered(self, console: Console, request: Request) -> str:
        try:
            if isinstance(request, Inspect):
                answer = self._controller.inspect(request.robot, request.view.question).decode()
                return f'{{"kind":"reply","id":{request.id},"ok":true,"of":{answer}}}'
            return _json({"kind": "reply", "id": request.id, **self._answer(console, request)})
        except (KickaboutError, ValueError, OSError) as error:
            return _refused(request, str(error))
        except RecursionError:
            return _refused(request, "the message is nested too deeply")

    def _answer(self, console: Console, request: Request) -> dict[str, object]:
        match request:
            case RunLine(line=line):
                text = console.run(line)
                self._feed.hurry()
                return _output(console, text)
            case Complete(line=line):
                return {"words": console.completions(line)}
            case Change(robot=robot, what=what):
                console.demand_may_change(what)
                return {"ok": True, "of": self._changed(robot, what, request.arguments)}
            case SampleLines() | FitCamera() | FitColors() | SaveCalibration():
                return {"ok": True, **self._calibrated(console, request)}
            case ReadMotion(name=""):
                motions = self._controller.motions
                return {"ok": True, "names": motions.names(), "body": motions.body()}
            case ReadMotion(name=name):
                return {"ok": True, "source": self._controller.motions.text(name)}
            case ShowMotion(name=name, text=text, start=start):
                return {"ok": True, "shown": self._controller.motions.shown(name, text, start)}
            case SaveMotion(name=name, text=text):
                console.demand_may_change("save")
                return {"ok": True, "text": f"saved to {self._controller.motions.save(name, text)}"}
            case KeepLayout():
                console.demand_may_change("save")
                return self._answers.answer(request)
            case Layouts() | AskOverview() | AskBehavior() | AskPositions():
                return self._answers.answer(request)
        raise StudioError("this request cannot be answered")

    def _calibrated(self, console: Console, request: CalibrationRequest) -> dict[str, object]:
        calibrations = self._controller.calibrations
        match request:
            case SampleLines(robot=robot, threads=threads, clear=clear):
                lines = calibrations.clear(robot) if clear else calibrations.sample(robot, threads)
                return {"lines": lines}
            case FitCamera(robot=robot, pose=pose):
                return calibrations.fit(robot, self._controller.stage()["field"]["lines"], pose)
            case FitColors(samples=samples):
                return fitted_colors(samples)
            case SaveCalibration(layer=layer, module=module, values=values):
                console.demand_may_change("save")
                path = self._controller.layer_file(layer)
                save_calibration(path, module, values)
                return {"text": f"saved to {path}; play with --location {layer}"}

    def _changed(self, robot: str, what: str, arguments: tuple[object, ...]) -> object:
        try:
            changed = self._controller.change(robot, what, *arguments)
        except TypeError:
            raise StudioError(f"'{what}' does not take these {len(arguments)} arguments") from None
        self._feed.hurry()
        return msgspec.to_builtins(changed)

    def close(self) -> None:
        self._answers.close()


def _output(console: Console, text: str) -> dict[str, object]:
    return {
        "ok": True,
        "text": text,
        "drawings": sorted(console.session.drawings),
        "robots": console.session.robots,
    }


def _refused(request: Request, reason: str) -> str:
    return _json({"kind": "reply", "id": request.id, "ok": False, "text": reason})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def failure_text(error: Exception) -> str:
    """Return the message that tells a page of an error which answers no request."""
    return _json({"kind": "failure", "text": str(error)})
