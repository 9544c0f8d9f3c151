"""A command of `riparian paper`, as the tests call it."""

from __future__ import annotations

from importlib import import_module

from click.testing import Result

from tests.runner import run


class Command:
    """A paper's command by its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        lines = (import_module(f"riparian.cli.papers.{name}").command.epilog or "").splitlines()
        self.examples = [line.strip() for line in lines if line.strip().startswith("riparian")]

    def run(self, *words: str) -> Result:
        return run("paper", self.name, *words)

    def refuses(self, words: list[str], message: str) -> None:
        """Bad usage ends with 2 and says what to do."""
        found = self.run(*words)
        assert found.exit_code == 2, found.output
        assert message in " ".join(found.stderr.split())
        assert found.stdout == ""
