"""The commands under one name, and what becomes of their errors."""

from __future__ import annotations

import io
import os
import shlex
import sys
import warnings
from collections.abc import Callable
from typing import Any

import click

import riparian
from riparian.cli.compare import compare
from riparian.cli.ending import FAILED, KNOWN, WELL, code_of, told
from riparian.cli.evaluate import evaluate
from riparian.cli.generate import generate
from riparian.cli.listing import models, streams
from riparian.cli.output import examples, say
from riparian.cli.paper import paper
from riparian.cli.predict import predict
from riparian.cli.show import show
from riparian.cli.train import train
from riparian.cli.words import in_options
from riparian.identifiers import IdentifierWarning

BUDGET = "give the model a budget, as in --model vfdt:budget=10MB"


def _warned(otherwise: Callable[..., None]) -> Callable[..., None]:
    """Print a warning of ours in one line that names options of the command; others are shown as usual."""

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, IdentifierWarning):
            option = f"leave it out with --ignore {shlex.quote(str(getattr(message, 'column', '')))}"
            words = str(message).replace("give the tree a budget", BUDGET).replace("leave it out", option)
            say(f"warning: {words}", err=True)
        else:
            otherwise(message, category, *where, **more)

    return show


class House(click.Group):
    """A group of commands that says in one line what went wrong."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command and end the process with its code."""
        settings["standalone_mode"] = False
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _warned(warnings.showwarning)
                code = super().main(*arguments, **settings)
        except click.ClickException as wrong:
            shown = io.StringIO()
            wrong.show(shown)
            say(in_options(shown.getvalue()).removesuffix("\n"), err=True)
            code = wrong.exit_code
        except (click.Abort, KeyboardInterrupt):
            say("stopped", err=True)
            code = FAILED
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = WELL
        except KNOWN as wrong:
            say(told(wrong), err=True)
            code = code_of(wrong)
        sys.exit(code if isinstance(code, int) else WELL)


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
