"""Values survive encoding and decoding to the last bit."""

import enum
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.architecture.comparison import same

from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.registry import all_modules, module_named
from kickabout.framework.representation import all_representations, has_functions
from kickabout.geometry import FloatArray
from kickabout.recording import RecordingError
from kickabout.recording.format import renames as renames_module
from kickabout.recording.format.codec import all_encoded, converter, decoded, encoded, plain
from kickabout.recording.format.renames import Renames
from kickabout.representations import BallModel, ReceivedPackets
from kickabout.representations.team import Datagram

RECORDABLE = [kind for kind in all_representations() if not has_functions(kind)]


class Color(enum.Enum):
    RED = "red"
    BLUE = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    number: float = 0.0
    numbers: tuple[float, ...] = ()
    color: Color = Color.RED
    content: bytes = b""
    nested: "Sample | None" = None
    named: dict[int, float] | None = None


@pytest.mark.parametrize("kind", RECORDABLE, ids=lambda kind: kind.__name__)
def test_every_representation_survives(kind: type) -> None:
    value = kind()
    again = decoded(encoded(value), kind)
    assert same(again, value)
    assert encoded(again) == encoded(value)


@given(st.floats(allow_nan=True, allow_infinity=True), st.lists(st.floats(), max_size=5))
def test_all_floats_survive(number: float, numbers: list[float]) -> None:
    value = Sample(number=number, numbers=tuple(numbers), nested=Sample(number=-number))
    assert same(decoded(encoded(value), Sample), value)


def test_the_sign_of_zero_survives() -> None:
    assert math.copysign(1.0, decoded(encoded(Sample(number=-0.0)), Sample).number) == -1.0


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1", "?", "i8", ">f8"])
@pytest.mark.parametrize("shape", [(0,), (3,), (2, 3), (40, 2), (0, 3), ()])
def test_arrays_keep_type_shape_and_bits(dtype: str, shape: tuple[int, ...]) -> None:
    array = (np.arange(math.prod(shape), dtype=np.float64) * 0.1 - 0.2).reshape(shape).astype(dtype)
    again = converter(np.ndarray)(_json(array))
    assert again.shape == array.shape
    assert again.dtype == array.dtype.newbyteorder("=")
    assert np.array_equal(again, array)
    assert not again.flags.writeable


def _json(value: object) -> object:
    import msgspec

    return msgspec.json.decode(encoded(value))


@pytest.mark.parametrize("shape", [(4,), (2, 2), (4, 1, 1)])
def test_arrays_with_infinity_survive(shape: tuple[int, ...]) -> None:
    array = np.array((1.0, math.inf, math.nan, -math.inf)).reshape(shape)
    again = converter(np.ndarray)(_json(array))
    assert again.tobytes() == array.tobytes()
    assert again.shape == shape


class Both(NamedTuple):
    number: float
    array: FloatArray


def test_infinities_beside_arrays_survive() -> None:
    value = Both(math.inf, np.array((math.nan, -0.0)))
    again = decoded(encoded(value), Both)
    assert again.number == math.inf
    assert again.array.tobytes() == value.array.tobytes()


def test_named_tuples_are_recorded_with_names_and_formerly_were_lists() -> None:
    assert plain(encoded(Both(0.5, np.zeros(1)))) == {"number": 0.5, "array": [0.0]}
    assert decoded(b"[0.5,[2.0]]", Both).number == 0.5


def test_vectors_are_lists_and_matrices_have_their_shape() -> None:
    assert _json(np.array((0.1, -0.0))) == [0.1, -0.0]
    assert _json(np.eye(2)) == {"shape": [2, 2], "values": [1.0, 0.0, 0.0, 1.0]}


@given(st.lists(st.floats(), min_size=30, max_size=40))
def test_long_vectors_survive_to_the_last_bit(numbers: list[float]) -> None:
    array = np.array([0.0 if number != number else number for number in numbers])
    assert converter(np.ndarray)(_json(array)).tobytes() == array.tobytes()


@pytest.mark.parametrize(
    ("recorded", "shape"),
    [
        (b"[[1.0,0.5],[0.5,1.0]]", (2, 2)),
        (b'{"dtype":"<f8","shape":[2],"base64":"AAAAAAAA8D8AAAAAAADgPw=="}', (2,)),
    ],
)
def test_arrays_of_older_recordings_are_read(recorded: bytes, shape: tuple[int, ...]) -> None:
    array = converter(np.ndarray)(plain(recorded))
    assert array.shape == shape
    assert array.ravel()[:2].tolist() == [1.0, 0.5]


def test_enumerations_bytes_and_integer_keys_survive() -> None:
    value = Sample(color=Color.BLUE, content=b"\x00\xff", named={3: 0.5})
    assert same(decoded(encoded(value), Sample), value)
    packets = ReceivedPackets(teammates=(Datagram(received_at=1.5, payload=b"ab\x00"),))
    assert same(decoded(encoded(packets), ReceivedPackets), packets)


def test_removed_fields_are_ignored_and_added_ones_are_default() -> None:
    assert same(decoded(b'{"gone":[1],"number":2.5}', Sample), Sample(number=2.5))


def test_renamed_fields_and_values_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Renames(fields={"Old.size": "number"}, values={"Color.green": "red"})
    monkeypatch.setattr("kickabout.recording.format.codec.renames", lambda: table)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Old:
        number: float = 0.0
        color: Color = Color.BLUE

    assert decoded(b'{"size":2.0,"color":"green"}', Old) == Old(number=2.0, color=Color.RED)


def test_names_of_renamed_modules_and_parameters_are_present_ones() -> None:
    table = renames_module.renames()
    modules = {module.__name__ for module in all_modules()}
    assert table.modules["BallSeer"] == "BallDetector"
    assert set(table.modules.values()) <= modules
    for old, new in table.parameters.items():
        module, _, name = old.partition(".")
        known = parameter_infos(declaration_of(module_named(module)).parameters)
        assert new in known, old
        assert name not in known or name == new, old


def test_unsuitable_values_are_refused_with_a_clear_error() -> None:
    with pytest.raises(RecordingError, match="Color has no member 'green' in this version"):
        decoded(b'{"color":"green"}', Sample)
    with pytest.raises(RecordingError, match=r"Sample\.numbers was recorded as 5"):
        decoded(b'{"numbers":5}', Sample)
    with pytest.raises(RecordingError, match="not valid JSON"):
        decoded(b'{"number":', Sample)


def test_functions_cannot_be_recorded() -> None:
    with pytest.raises(TypeError, match="cannot be recorded"):
        # Types: it is wrong on purpose.
        encoded(Sample(nested=lambda: 1))  # type: ignore[arg-type]
    assert encoded(BallModel()).startswith(b"{")


def test_many_values_are_encoded_like_single_ones() -> None:
    arrays = [np.arange(20.0), np.zeros((3, 3))]
    values = [
        Sample(number=1.5, numbers=(1.0, math.inf)),
        Sample(number=math.nan, nested=Sample()),
        Sample(content=b"line\n end", named={1: 2.0}),
        *({"array": array, "text": "a\nb"} for array in arrays),
        *(kind() for kind in RECORDABLE),
    ]
    assert all_encoded(values) == [encoded(value) for value in values]
    assert all_encoded([]) == []


def test_a_mutable_array_is_encoded_again() -> None:
    array = np.zeros(20)
    before = encoded({"array": array})
    array[3] = 1.0
    assert encoded({"array": array}) != before
