"""A net of special actions: from the wished action to the one that is played, by transitions.

What is played may differ from what is wished, since actions are only left where a transition says
so. Actions from key-frame files have no transitions: they play to their end, hold it while they
are wished, and may then be left for anything.
"""

from collections.abc import Mapping

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import ANY, EXTERN, KeyframeMotion, Transition
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer, PlayerStage

MAX_JUMPS = 32  # in one frame; a net that needs more runs in circles


class SpecialNet:
    """Plays actions of a library; `advance` once per frame with the name that is wished."""

    def __init__(self, actions: Mapping[str, KeyframeMotion]) -> None:
        self.actions = actions
        self.player = KeyframePlayer()
        self.playing = EXTERN
        self._passed = (0, 0)  # transitions at this frame before this one were jumped over

    @property
    def finished(self) -> bool:
        """The end of the action is reached, or there is none."""
        return self.playing == EXTERN or self.player.finished

    @property
    def leaving_possible(self) -> bool:
        """Other engines may take over."""
        return self.finished

    def stop(self) -> None:
        """Other engines have taken over; the next wish begins anew."""
        self.playing = EXTERN

    def advance(self, wished: str, body: BodyReading, dt: float) -> tuple[Vec, Vec]:
        """The next frame's joint angles and stiffness."""
        if self.playing == EXTERN:
            self._enter(wished, body)
        self._follow(wished, body)
        if self.playing == EXTERN:
            return np.array(body.angles), self.player.stiffness
        return self.player.advance(body, dt)

    def _enter(self, wished: str, body: BodyReading) -> None:
        for transition in self._transitions(EXTERN, wished):
            self._begin(transition, body)
            return
        if wished in self.actions and wished != EXTERN:
            self._start(self.actions[wished], body)

    def _begin(self, transition: Transition, body: BodyReading) -> None:
        action = self.actions[transition.motion]
        label = action.label(transition.label)
        if self.playing == EXTERN:
            self.player.start(action, body.angles, label.frame)
        else:
            self.player.enter(action, label.frame)
        self.playing = action.name
        self._passed = (label.frame, label.transition)

    def _start(self, action: KeyframeMotion, body: BodyReading) -> None:
        self.player.start(action, body.angles)
        self.playing = action.name
        self._passed = (0, 0)

    def _follow(self, wished: str, body: BodyReading) -> None:
        """Take transitions at the place that has been reached, until frames come again."""
        for _ in range(MAX_JUMPS):
            action = self.actions.get(self.playing)
            if action is None or not self._at_a_border():
                return
            if not action.transitions:
                if self.player.finished and wished != action.name and wished in self.actions:
                    self._start(self.actions[wished], body)
                return
            taken = next(iter(self._transitions(self.playing, wished)), None)
            if taken is None:
                return
            if taken.motion == EXTERN:
                self.playing = EXTERN
                return
            self._begin(taken, body)

    def _at_a_border(self) -> bool:
        player = self.player
        return player.finished or (player.stage is PlayerStage.MOVING and player.elapsed == 0.0)

    def _transitions(self, name: str, wished: str) -> list[Transition]:
        """Those that are to be taken at the place that has been reached."""
        action = self.actions.get(name)
        if action is None:
            return []
        place = 0 if name == EXTERN else self.player.index
        first = self._passed[1] if self._passed[0] == place and name != EXTERN else 0
        return [
            transition
            for transition in action.transitions[first:]
            if transition.position == place and transition.selected in (wished, ANY)
        ]
