"""The cache commands: compiled code and other files that can be made again."""

import typer

from kickabout.commands.output import AsJson, show

app = typer.Typer(help="Show or clear the cache of compiled code.", no_args_is_help=True)


@app.command("info")
def info(as_json: AsJson = False) -> None:
    """Show where compiled code is kept and how much there is."""
    from kickabout.framework.compilation.cache import MAX_BYTES, cache_folder, cache_size

    size = cache_size()
    row = {
        "folder": str(cache_folder()),
        "kernels": size.files,
        "MB": round(size.bytes / 1e6, 1),
        "at most MB": round(MAX_BYTES / 1e6),
    }
    show([row], title="Cache of compiled code", as_json=as_json)


@app.command("clear")
def clear() -> None:
    """Delete all compiled code.

    The next match compiles again what it needs.
    """
    from kickabout.framework.compilation.cache import clear_cache

    size = clear_cache()
    typer.echo(f"deleted {size.files} compiled kernels, {size.bytes / 1e6:.1f} MB")


@app.command("fill")
def fill() -> None:
    """Compile now what the teams of this package need in any match."""
    import threading

    from kickabout.commands.compiling import prepare
    from kickabout.framework.compilation.preparation import Preparation
    from kickabout.simulation.match.needed_kernels import all_kernels

    prepare(Preparation(all_kernels()), threading.Event())
