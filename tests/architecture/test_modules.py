"""Every registered module: it runs on default inputs, is deterministic, reads its parameters."""

import ast
import inspect
import sys
from pathlib import Path

import msgspec
import pytest
from tests.architecture.comparison import same
from tests.framework.module_inputs import arguments_of

from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.registry import ModuleClass, all_modules, file_name_of
from kickabout.robots.kind import robot_kind

MODULES = all_modules()


def _run(module: ModuleClass, cycles: int = 3) -> list[object]:
    declaration = declaration_of(module)
    instance = module(declaration.parameters())
    defaults = robot_kind(next(iter(module.robot_kinds), "nao")).defaults
    return [instance.update(*arguments_of(declaration, defaults=defaults)) for _ in range(cycles)]


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_default_inputs_give_the_declared_outputs(module: ModuleClass) -> None:
    declaration = declaration_of(module)
    result = _run(module)[0]
    values = result if isinstance(result, tuple) else (result,)
    assert tuple(type(value) for value in values) == declaration.provides
    for value in values:
        check = getattr(value, "check", None)
        if check is not None:
            check()


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_the_same_inputs_give_the_same_outputs(module: ModuleClass) -> None:
    assert same(_run(module), _run(module))


def test_modules_with_random_numbers_name_them() -> None:
    """Then a renamed class draws the same numbers as before."""
    drawing = [module for module in MODULES if "self.random." in inspect.getsource(module)]
    streams = [module.random_stream for module in drawing]
    assert len(drawing) > 10
    assert all(streams), [m.__name__ for m in drawing if not m.random_stream]
    assert len(set(streams)) == len(streams)


def _attributes_in(defined: type) -> set[str]:
    """Return the names of all attributes in the file of a class."""
    source = Path(inspect.getsourcefile(defined) or "").read_text(encoding="utf-8")
    return {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}


def _attributes_beside(shared: type) -> set[str]:
    """Return the attributes in files that import a shared base of parameters."""
    home = Path(inspect.getsourcefile(shared) or "")
    users = [file.read_text(encoding="utf-8") for file in home.parent.glob("*.py")]
    trees = [ast.parse(text) for text in users if f"from {shared.__module__} import" in text]
    return {n.attr for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Attribute)}


def _picked_by(module: ModuleClass) -> set[str]:
    """Return the parameters that an algorithm gets in a group and that files of the group read."""
    names = vars(sys.modules[module.__module__])
    source = Path(inspect.getsourcefile(module) or "").read_text(encoding="utf-8")
    groups = [
        names[node.args[0].id]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "picked"
        and isinstance(node.args[0], ast.Name)
    ]
    return {
        name
        for group in groups
        for name in group.__annotations__
        if name in _attributes_in(group) | _attributes_beside(group)
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_each_parameter_is_documented_and_read(module: ModuleClass) -> None:
    parameters = declaration_of(module).parameters
    read = _attributes_in(module) | _attributes_in(parameters)  # parameters may have properties
    read |= _picked_by(module)
    for shared in parameters.__mro__[:-1]:
        if shared.__module__ != module.__module__:
            read |= _attributes_in(shared) | _attributes_beside(shared)
    for name, info in parameter_infos(parameters).items():
        assert info.doc, f"{module.__name__}.{name} has no doc"
        assert name in read, f"{module.__name__} never reads its parameter '{name}'"


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_a_module_has_a_docstring_and_a_file_of_its_name(module: ModuleClass) -> None:
    assert module.__module__.endswith("." + file_name_of(module.__name__))
    assert module.__doc__, f"{module.__name__} has no docstring"
    for ending in ("Provider", "Manager", "Helper"):
        assert not module.__name__.endswith(ending)


def test_parameters_round_trip_through_configuration_values() -> None:
    for module in MODULES:
        parameters = declaration_of(module).parameters()
        plain = msgspec.to_builtins(parameters)
        assert msgspec.convert(plain, type(parameters)) == parameters
