"""One file per group of commands; heavy imports happen inside the commands."""
