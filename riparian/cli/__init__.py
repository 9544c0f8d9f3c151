"""The command line: `riparian evaluate`, `train`, `predict`, `streams`, `models`, `show` and others.

Results go to standard output, progress and messages to standard error. The library itself never prints.
"""

from __future__ import annotations

import sys

from riparian.signals import end_like_ctrl_c, heed_no_more


def main() -> None:
    """Run the command line; the words are read by click, tables and progress are drawn by rich."""
    end_like_ctrl_c()
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError as absent:
        sys.exit(f"the command line needs {absent.name}: pip install 'riparian[cli]'")
    except KeyboardInterrupt:
        sys.exit("stopped")
    try:
        from riparian.cli.app import app
    except KeyboardInterrupt:
        sys.exit("stopped")
    try:
        app(prog_name="riparian")
    except KeyboardInterrupt:
        sys.exit(1)  # all was said, and this came while it ended
    finally:
        heed_no_more()
