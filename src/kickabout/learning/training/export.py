"""Export: from a trained network to an ONNX file and the card that tells how it was made."""

import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

import tomlkit
import torch
from torch import Tensor, nn

MOST_BYTES = 300_000  # a shipped network stays small


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What somebody needs to know before using or making the network again."""

    name: str
    date: str
    command: str
    data: str
    held_out: str
    input: str
    outputs: str
    metrics: dict[str, float]


def onnx_bytes(network: nn.Module, example: Tensor, outputs: tuple[str, ...]) -> bytes:
    """The network for any number of pictures at once."""
    network.eval()
    axes = {name: {0: "count"} for name in ("pictures", *outputs)}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        path = Path(folder) / "network.onnx"
        # the exporter without further packages is an old one, and says so
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
    if len(model) > MOST_BYTES:
        raise ValueError(f"the network takes {len(model)} bytes, more than {MOST_BYTES}")
    return model


def write_network(folder: Path, model: bytes, card: Card) -> Path:
    """Both files into a folder; returns the card's path."""
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
