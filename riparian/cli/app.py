"""The commands under one name, and how they end: 0 done, 1 failed, 2 bad usage."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

import riparian
from riparian.cli.compare import compare
from riparian.cli.evaluate import evaluate
from riparian.cli.generate import generate
from riparian.cli.listing import models, streams
from riparian.cli.output import examples
from riparian.cli.paper import paper
from riparian.cli.predict import predict
from riparian.cli.show import show
from riparian.cli.train import train

# What goes wrong by what a user gives; anything else is a defect of ours and keeps its traceback.
FAILURES = (ValueError, TypeError, OSError, ImportError)


class House(click.Group):
    """A group of commands that says in one line what went wrong."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command and end the process with its code."""
        settings["standalone_mode"] = False
        try:
            code = super().main(*arguments, **settings)
        except click.ClickException as wrong:
            wrong.show()
            code = wrong.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("stopped", err=True)
            code = 1
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except FAILURES as wrong:
            click.echo(": ".join(["error", *getattr(wrong, "__notes__", ()), str(wrong)]), err=True)
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    cls=House,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("riparian evaluate random-tree --rows 100000"),
)
@click.version_option(riparian.__version__, message="riparian %(version)s")
def app() -> None:
    """Decision trees that grow beside the stream."""


for command in (evaluate, train, predict, streams, models, generate, show, compare, paper):
    app.add_command(command)
