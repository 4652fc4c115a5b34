"""Documentation of fields: from the source of representations to types, units and remarks."""

import ast
import io
import sys
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kickabout.framework.representation import all_representations

# Types of the geometry, whose fields have the unit of what they are the type of.
GEOMETRY: dict[str, dict[str, tuple[str, str]]] = {
    "Pose2": {"x": ("float", "m"), "y": ("float", "m"), "theta": ("float", "rad")},
    "Vector2": {"x": ("float", ""), "y": ("float", "")},
    "Vector3": {"x": ("float", ""), "y": ("float", ""), "z": ("float", "")},
    "Pose3": {"rotation": ("Mat3", ""), "translation": ("Vec3", "m")},
}
CONTAINERS = ("tuple", "Mapping", "dict", "list", "Sequence")


@cache
def documentation() -> bytes:
    """For each type its first sentence and its fields, as JSON."""
    found: dict[str, Any] = {
        name: {"about": "", "representation": False, "fields": fields}
        for name, fields in GEOMETRY.items()
    }
    kinds = list(all_representations())
    for module in dict.fromkeys(kind.__module__ for kind in kinds):
        found |= documented_classes(Path(str(sys.modules[module].__file__)))
    for kind in kinds:
        if kind.__name__ in found:
            entry = found[kind.__name__]
            entry["fields"] = _with_inherited(kind, found)
            entry["representation"] = True
    return msgspec.json.encode(found)


def _with_inherited(kind: type, found: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a class and those of the classes that it is made from."""
    line = [found[cls.__name__]["fields"] for cls in kind.__mro__ if cls.__name__ in found]
    return {name: fields[name] for fields in reversed(line) for name in fields}


def documented_classes(path: Path) -> dict[str, Any]:
    """Return the classes of a file with fields, by name."""
    source = path.read_text(encoding="utf-8")
    comments = _comments(source)
    return {
        node.name: {
            "about": (ast.get_docstring(node) or "").partition("\n")[0],
            "representation": False,
            "fields": {
                field.target.id: (type_name(field.annotation), _remark(field, comments))
                for field in node.body
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            },
        }
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    }


def _comments(source: str) -> dict[int, str]:
    """Line → comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def _remark(field: ast.AnnAssign, comments: dict[int, str]) -> str:
    return comments.get(field.end_lineno or field.lineno, comments.get(field.lineno, ""))


def type_name(annotation: ast.expr) -> str:
    """Return the class that matters: of elements for a tuple, without what it is generic in."""
    match annotation:
        case ast.Constant(value=str(text)):
            return type_name(ast.parse(text, mode="eval").body)
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Tuple(elts=[*_, ast.expr()] as parts)
        ):
            of = parts[-1] if name in ("Mapping", "dict") else parts[0]
            return type_name(of) if name in CONTAINERS else name
        case ast.Subscript(value=ast.Name(id=name), slice=part):
            return type_name(part) if name in CONTAINERS else name
        case ast.BinOp(left=left):
            return type_name(left)
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
    return ""
