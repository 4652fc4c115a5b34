"""Export: from a trained network to an ONNX file and a card that documents it."""

import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

import tomlkit
import torch
from torch import Tensor, nn

MAX_BYTES = 300_000  # limit for networks in the package


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Documentation of a network: purpose, data, metrics and the command that trains it again."""

    name: str
    date: str
    command: str
    data: str
    held_out: str
    input: str
    outputs: str
    metrics: dict[str, float]


def onnx_bytes(network: nn.Module, example: Tensor, outputs: tuple[str, ...]) -> bytes:
    """Return the network in ONNX format for any number of pictures at once."""
    network.eval()
    axes = {name: {0: "count"} for name in ("pictures", *outputs)}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        path = Path(folder) / "network.onnx"
        # The exporter that needs no further packages is deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            network,
            (example,),
            path,
            input_names=["pictures"],
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        model = path.read_bytes()
    if len(model) > MAX_BYTES:
        raise ValueError(f"the network takes {len(model)} bytes, more than {MAX_BYTES}")
    return model


def write_network(folder: Path, model: bytes, card: Card) -> Path:
    """Write network and card into a folder; return the card's path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{card.name}.onnx").write_bytes(model)
    document = tomlkit.document()
    for key in ("name", "date", "command", "data", "held_out", "input", "outputs"):
        document[key] = getattr(card, key)
    metrics = tomlkit.table()
    for key, value in card.metrics.items():
        metrics[key] = round(value, 5)
    document["metrics"] = metrics
    path = folder / f"{card.name}.toml"
    path.write_text(tomlkit.dumps(document), encoding="utf-8")
    return path
