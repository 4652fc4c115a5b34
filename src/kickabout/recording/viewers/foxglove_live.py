"""A match live in Foxglove or Lichtblick: a WebSocket with our topics and the standard ones."""

from collections.abc import Sequence
from typing import Any

import foxglove

from kickabout.framework.errors import KickaboutError
from kickabout.recording.format.chunk import Records
from kickabout.recording.format.codec import converter, plain
from kickabout.recording.format.index import messages_in
from kickabout.recording.format.messages import COMPRESSED_IMAGE, CompressedImage
from kickabout.recording.recorder import Recorder
from kickabout.recording.viewers.derivation import REFEREE
from kickabout.recording.viewers.foxglove_file import as_written
from kickabout.recording.viewers.standard import SOURCES, StandardTopics

PORT = 8765  # that Foxglove tries first
REPEAT = 5.0  # s between scenes that stay as they are
KINDS = {kind.__name__: kind for kind in SOURCES} | {COMPRESSED_IMAGE: CompressedImage}


class FoxgloveLive:
    """Serves what a recorder writes, half a second later. Only this computer can connect."""

    def __init__(self, *, port: int = PORT) -> None:
        self._context = foxglove.Context()
        try:
            self._server = foxglove.start_server(
                name="kickabout", host="127.0.0.1", port=port, context=self._context
            )
        except (RuntimeError, OSError) as error:
            raise KickaboutError(f"Foxglove cannot be served at port {port}: {error}") from None
        self._channels: dict[str, foxglove.Channel] = {}
        self._recorder: Recorder | None = None
        self._standard: StandardTopics | None = None

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self._server.port}"

    def attach(self, recorder: Recorder) -> None:
        """Serve what this recorder writes from now on."""
        self._recorder = recorder
        recorder.watch(self._take)

    def close(self) -> None:
        self._server.stop()

    def _take(self, pieces: Sequence[Records]) -> None:
        recorder = self._recorder
        assert recorder is not None
        if self._standard is None:
            programs = {program.name: program for program in recorder.programs}
            self._standard = StandardTopics(programs, repeat=REPEAT)
        found = [
            (time, sequence, channel, piece.content[begin:end])
            for piece in pieces
            for channel, sequence, time, begin, end in messages_in(piece.content)
        ]
        known = recorder.writer.announced()
        for time, _, channel, data in sorted(found, key=lambda each: each[0]):
            topic, schema = known[channel]
            self._send(topic.topic, schema.name, schema.data, data, time, "json")
            self._derive(self._standard, topic.topic, schema.name, data, time)

    def _derive(
        self, standard: StandardTopics, topic: str, kind: str, data: bytes, time: int
    ) -> None:
        if topic.startswith(REFEREE):
            value: Any = plain(data)
        elif kind in KINDS:
            value = converter(KINDS[kind])(plain(data))
        else:
            return
        for name, message in standard.derived(topic, time, value):
            encoded = as_written(message)
            self._send(name, encoded.kind, encoded.schema, encoded.data, time, encoded.encoding)

    def _send(
        self, topic: str, kind: str, schema: bytes, data: bytes, time: int, encoding: str
    ) -> None:
        channel = self._channels.get(topic)
        if channel is None:
            language = "jsonschema" if encoding == "json" else encoding
            channel = self._channels[topic] = foxglove.Channel(
                topic,
                message_encoding=encoding,
                schema=foxglove.Schema(name=kind, encoding=language, data=schema),
                context=self._context,
            )
        channel.log(data, log_time=time)
