"""The page of all commands says what the command line says."""

from docs.make_commands import PAGE, page


def test_the_page_of_commands_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make command-docs`"


def test_the_page_has_arguments_options_and_defaults() -> None:
    assert "kickabout log cut FILE TARGET [OPTIONS]" in page()
    assert "| `--seed` | `1` | Random seed of the match" in page()
