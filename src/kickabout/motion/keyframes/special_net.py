"""Net of special actions: from the requested action to the played one, along transitions.

The played action may differ from the requested one, since an action is only left at a transition.
Actions from key-frame files have no transitions: they play to their end, hold it while they are
requested, and may then be followed by any action.
"""

from collections.abc import Mapping

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import ANY, EXTERN, KeyframeMotion, Transition
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer, PlayerStage

MAX_JUMPS = 32  # in one frame; a net that needs more runs in circles


class SpecialNet:
    """Player for actions of a library; call `advance` once per frame with the requested name."""

    def __init__(self, actions: Mapping[str, KeyframeMotion]) -> None:
        self.actions = actions
        self.player = KeyframePlayer()
        self.playing = EXTERN
        self._passed = (0, 0)  # frame, and number of its transitions that were skipped by a jump

    @property
    def finished(self) -> bool:
        """Whether the end of the action is reached, or no action is played."""
        return self.playing == EXTERN or self.player.finished

    @property
    def leaving_possible(self) -> bool:
        """Whether another engine may take over."""
        return self.finished

    def stop(self) -> None:
        """End the action because another engine has taken over; the next request starts again."""
        self.playing = EXTERN

    def advance(self, requested: str, body: BodyReading, dt: float) -> tuple[Vec, Vec]:
        """Return joint angles and stiffness of the next frame."""
        if self.playing == EXTERN:
            self._enter(requested, body)
        self._follow(requested, body)
        if self.playing == EXTERN:
            return np.array(body.angles), self.player.stiffness
        return self.player.advance(body, dt)

    def _enter(self, requested: str, body: BodyReading) -> None:
        for transition in self._transitions(EXTERN, requested):
            self._begin(transition, body)
            return
        if requested in self.actions and requested != EXTERN:
            self._start(self.actions[requested], body)

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

    def _follow(self, requested: str, body: BodyReading) -> None:
        """Take transitions at the current position until there are frames to play."""
        for _ in range(MAX_JUMPS):
            action = self.actions.get(self.playing)
            if action is None or not self._between_frames():
                return
            if not action.transitions:
                if self.player.finished and requested != action.name and requested in self.actions:
                    self._start(self.actions[requested], body)
                return
            taken = next(iter(self._transitions(self.playing, requested)), None)
            if taken is None:
                return
            if taken.motion == EXTERN:
                self.playing = EXTERN
                return
            self._begin(taken, body)

    def _between_frames(self) -> bool:
        player = self.player
        return player.finished or (player.stage is PlayerStage.MOVING and player.elapsed == 0.0)

    def _transitions(self, name: str, requested: str) -> list[Transition]:
        """Return the transitions to take at the current position."""
        action = self.actions.get(name)
        if action is None:
            return []
        position = 0 if name == EXTERN else self.player.index
        first = self._passed[1] if self._passed[0] == position and name != EXTERN else 0
        return [
            transition
            for transition in action.transitions[first:]
            if transition.position == position and transition.selected in (requested, ANY)
        ]
