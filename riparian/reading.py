"""What can be read off a tree: its size, its nodes, a drawing in text, the path of a row, and its digest.

Nothing here recurses and nothing changes the tree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from riparian.one_at_a_time import one_at_a_time
from riparian.plain import shown, spelled

if TYPE_CHECKING:
    from riparian._native import Tree as NativeTree

# Guides drawn left of a line; deeper lines state their depth, so that a drawing grows with its nodes only.
GUIDES = 30
CLASSES_SHOWN = 4


class Reading:
    """The readable side of a learner."""

    def _asked(self) -> NativeTree:
        raise NotImplementedError

    @property
    @one_at_a_time
    def n_rows(self) -> int:
        """Rows of positive weight learned so far."""
        return self._asked().n_rows

    @property
    @one_at_a_time
    def n_nodes(self) -> int:
        """Nodes of the tree, leaves included."""
        return self._asked().n_nodes

    @property
    @one_at_a_time
    def n_leaves(self) -> int:
        """Leaves of the tree."""
        return self._asked().n_leaves

    @property
    @one_at_a_time
    def n_provisional(self) -> int:
        """Number of inner nodes whose split is not settled yet."""
        return self._asked().n_provisional

    @property
    @one_at_a_time
    def depth(self) -> int:
        """Tests on the longest path from the root to a leaf."""
        return self._asked().depth

    @property
    @one_at_a_time
    def block_share(self) -> float:
        """Share of the rows that were learned leaf by leaf, in blocks; the tree is the same either way.

        Of rows learned by this object: files say nothing of how rows were learned.
        """
        tree = self._asked()
        return tree.block_rows / tree.rows_here if tree.rows_here else 0.0

    @one_at_a_time
    def memory_bytes(self) -> int:
        """Bytes that the tree keeps from one row to the next, what the allocator adds included.

        The scratch of a running call is not counted. It is bounded whatever the table: at most 8 MiB of
        values and 128 bytes a row, in blocks of at most 8192 rows, for each thread.

        Returns
        -------
        int

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().memory_bytes() < 10_000
        True
        """
        return self._asked().memory_bytes()

    @one_at_a_time
    def memory_report(self) -> dict[str, Any]:
        """Where the bytes are, and what has become of the leaves.

        Returns
        -------
        dict
            `bytes` in all, as `memory_bytes()`, and their `budget` (or None); of these the bytes of the
            `schema` (columns, categories, classes), the tree's `shape`, the `votes` of leaves and their
            `observers`. How many leaves observe (`active_leaves`) and how many have given up their observers
            to save memory (`frozen_leaves`); how many columns leaves have dropped (`dropped_columns`, summed
            over the leaves); `nodes` and `depth`; how often a leaf was frozen and thawed
            (`freezes`, `thaws`); whether there is room for another split (`growing`), and whether new
            categories are still remembered (`remembers_categories`).

        Examples
        --------
        >>> from riparian import VFDT
        >>> report = VFDT(budget="100KB").memory_report()
        >>> report["budget"], report["active_leaves"], report["frozen_leaves"]
        (100000, 1, 0)
        """
        return self._asked().memory_report()

    @one_at_a_time
    def digest(self) -> str:
        """SHA-256 over everything that decides the tree's future: equal digests mean equal futures.

        Columns count by their order of arrival. Their names, and whether they have any, are left out, because
        arrays have none: the same rows as dicts, arrays or frames give the same digest.

        Returns
        -------
        str
            64 hexadecimal digits.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().digest() == VFDT().digest(), VFDT().digest() == VFDT(tau=0.1).digest()
        (True, False)
        """
        return self._asked().digest()

    @one_at_a_time
    def nodes(self) -> list[dict[str, Any]]:
        """All nodes as plain dicts, by id.

        Returns
        -------
        list of dict
            `id`, `parent`, `depth`, `leaf`, `counts` (weight by label) and `weight`; leaves also have
            `frozen` (whether they gave up their observers to keep a budget); inner nodes also have `test`,
            `children`, `missing_to`, `provisional` (whether the split is not settled yet) and, from the
            moment of their split, `row`, `reason` ('bound' or 'tie'), `gain`, `second` (gain of the
            runner-up) and `bound`.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_one({"level": 2.5}, "rising")
        >>> [(node["id"], node["leaf"], node["counts"]) for node in tree.nodes()]
        [(0, True, {'rising': 1.0})]
        """
        return self._asked().nodes()

    @one_at_a_time
    def plot_split(self, node: int, column: Any, *, axes: Any = None) -> Any:
        """Draw how a leaf sees a numeric column: where its classes lie, and what a cut would gain.

        On top the curves of the classes, whose areas are their weights, and (dotted) where they cross; below,
        what every cut gains by entropy, Gini and misclassification, of curves without ends and of the rows
        that have a value here. The line across both is the cut that the leaf would make in this column now,
        by the settings of the tree, if any gains anything. Needs matplotlib.

        Parameters
        ----------
        node : int
            A leaf that observes, by its id in `nodes()`, of a tree with observer 'gaussian'.
        column : str or int
            The column by its name, or by its position if it has none.
        axes : two matplotlib Axes or None, default None
            Where to draw; None for a new figure.

        Returns
        -------
        array of two matplotlib Axes

        Examples
        --------
        >>> from riparian import MDT
        >>> tree = MDT()
        >>> tree.learn_many({"depth": [1.0, 2.0, 3.0, 4.0]}, ["ford", "ford", "pool", "pool"])
        >>> top, bottom = tree.plot_split(0, "depth")  # doctest: +SKIP
        """
        from riparian.viz.split import plot_split

        return plot_split(self, node, column, axes=axes)  # type: ignore[arg-type]

    @one_at_a_time
    def to_text(self, max_depth: int | None = None) -> str:
        """The tree as a drawing: tests downwards, class shares and weights at the leaves.

        Parameters
        ----------
        max_depth : int or None, 0 <= max_depth, default None
            Leave out what is deeper; None for all.

        Returns
        -------
        str

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_many([[0.1], [0.2], [0.3], [0.9]], ["no", "no", "no", "yes"])
        >>> tree.to_text()
        "all rows: 'no' 75 %, 'yes' 25 % of 4"
        """
        if max_depth is not None and (isinstance(max_depth, bool) or not isinstance(max_depth, int)):
            raise TypeError(f"max_depth must be a whole number of at least 0 or None, got {shown(max_depth)}")
        if max_depth is not None and max_depth < 0:
            raise ValueError(
                f"max_depth must be a whole number of at least 0 or None, got {shown(max_depth)}"
            )
        return drawing(self.nodes(), max_depth)

    @one_at_a_time
    def explain_one(self, x: Any) -> list[dict[str, Any]]:
        """The path of one row: each test with the answer it gave, then the node that answers.

        Parameters
        ----------
        x : mapping or sequence
            Values by column name, or by position.

        Returns
        -------
        list of dict
            Each with `node` (its id) and `because`, a sentence; tests also with `column`, `value`, `branch`
            (the id of the child taken) and `missing`; the last also with `counts`, `weight` and `answer`, the
            label that `predict_one` gives.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_many([[0.1], [0.2], [0.3], [0.9]], ["no", "no", "no", "yes"])
        >>> tree.explain_one([0.2])[0]["because"]
        "'no' 75 %, 'yes' 25 % of 4"
        >>> tree.explain_one([0.8])[0]["because"]
        "'no' 75 %, 'yes' 25 % of 4; naive Bayes answers 'yes'"
        """
        path = []
        for node in self._asked().explain_one(x):
            if node.get("branch") is None:
                node["answer"] = self._asked().predict_one(x)
                told = {name: node[name] for name in ("counts", "weight", "answer")}
            else:
                told = {name: node[name] for name in ("value", "branch", "missing")}
                told = {"column": node["test"]["column"], **told}
            path.append({"node": node["id"], **told, "because": because(node)})
        return path


def quantity(number: float) -> str:
    """A number for reading."""
    return f"{number:.6g}"


def shares(node: Mapping[str, Any]) -> str:
    """What a node has seen, largest share first."""
    total = sum(node["counts"].values())
    if not total:
        return "nothing seen"
    ranked = sorted(node["counts"].items(), key=lambda entry: -entry[1])
    ranked = [(label, count) for label, count in ranked if count]
    said = [f"{spelled(label)} {100 * count / total:.3g} %" for label, count in ranked[:CLASSES_SHOWN]]
    rest = len(ranked) - CLASSES_SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"{', '.join(said)}{more} of {quantity(total)}"


def condition(node: Mapping[str, Any], child: int) -> str:
    """What a row must satisfy to go from a node to this child."""
    test, place = node["test"], node["children"].index(child)
    name = test["column"]
    if not isinstance(name, str):
        name = f"[{spelled(name)}]"
    elif not name.isprintable():  # a terminal would obey it
        name = repr(name)
    if test["kind"] == "cut":
        said = f"{name} {'<=' if place == 0 else '>'} {quantity(test['cut'])}"
    elif test["kind"] == "intervals":
        low, high = ([-math.inf, *test["cuts"], math.inf][at] for at in (place, place + 1))
        above = "" if low == -math.inf else f"{quantity(low)} < "
        said = f"{above}{name} <= {quantity(high)}" if high < math.inf else f"{name} > {quantity(low)}"
    elif test["kind"] == "one":
        said = f"{name} {'is' if place == 0 else 'is not'} {spelled(test['categories'][0])}"
    else:
        said = f"{name} is {spelled(test['categories'][place])}"
    return said


def called(column: object) -> str:
    """A column in a sentence; one without a name goes by its position."""
    return repr(column) if isinstance(column, str) else f"[{spelled(column)}]"


def because(node: Mapping[str, Any]) -> str:
    """Why a row went from a node to the child it went to, or what the node has to answer with."""
    if node.get("branch") is None:
        said = shares(node) if node["leaf"] else f"no branch for this category: {shares(node)}"
        most = max(node["counts"].values(), default=0)
        if node["counts"].get(node["answer"]) in (most, None):
            return said
        return f"{said}; naive Bayes answers {spelled(node['answer'])}"
    name, value, taken = called(node["test"]["column"]), node["value"], condition(node, node["branch"])
    if node["missing"]:
        return f"{name} is missing and goes with most rows: {taken}"
    if value is None:
        return f"{name} is a category never learned: {taken}"
    told = quantity(value) if node["test"]["kind"] in ("cut", "intervals") else repr(value)
    return f"{name} is {told}: {taken}"


def drawing(nodes: Sequence[Mapping[str, Any]], max_depth: int | None) -> str:
    """All nodes down to a depth, one line each, children below their parent."""
    by_id = {node["id"]: node for node in nodes}
    lines = []
    # A node, the condition that leads to it, and for each level above whether more children follow there.
    waiting: list[tuple[Mapping[str, Any], str, tuple[bool, ...]]] = [(nodes[0], "all rows", ())]
    while waiting:
        node, said, follows = waiting.pop()
        lines.append(guides(follows, node["depth"]) + said + ending(node, max_depth))
        if node["leaf"] or (max_depth is not None and node["depth"] >= max_depth):
            continue
        last = node["children"][-1]
        for child in reversed(node["children"]):
            kept = (*follows, child != last)[-GUIDES:]
            said = condition(node, child) + (" or missing" if child == node["missing_to"] else "")
            waiting.append((by_id[child], said, kept))
    return "\n".join(lines)


def guides(follows: tuple[bool, ...], depth: int) -> str:
    """The lines left of a node."""
    if not follows:
        return ""
    above = "".join("│   " if more else "    " for more in follows[:-1])
    cut = f"({depth}) " if depth > GUIDES else ""
    return f"{cut}{above}{'├── ' if follows[-1] else '└── '}"


def ending(node: Mapping[str, Any], max_depth: int | None) -> str:
    """What follows the condition of a node."""
    if node["leaf"]:
        return f": {shares(node)}"
    # What is tested below, not what leads here, is not settled yet.
    mark = " (provisional)" if node["provisional"] else ""
    return f"{mark} ..." if max_depth is not None and node["depth"] >= max_depth else mark
