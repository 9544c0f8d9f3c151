"""The command line: `riparian evaluate`, `train`, `predict`, `streams`, `models`, `show` and others.

Results go to standard output, progress and messages to standard error. The library itself never prints.
"""

from __future__ import annotations

import sys

from riparian.signals import end_like_ctrl_c, heed_no_more


def main() -> None:
    """Run the command line; the words are read by click, tables and progress are drawn by rich."""
    told: str | int = "stopped"
    try:
        end_like_ctrl_c()
        try:
            import click  # noqa: F401
            import rich  # noqa: F401
        except ImportError as absent:
            sys.exit(f"the command line needs {absent.name}: pip install 'riparian[cli]'")
        from riparian.cli.app import app

        told = 1  # from here on the command says what there is to say
        app(prog_name="riparian")
    except KeyboardInterrupt:
        heed_no_more()
        sys.exit(told)
    finally:
        heed_no_more()
