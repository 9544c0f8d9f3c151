"""Tables for people and a JSON file for programs, from one dict of results."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.places import RESULTS
from benchmarks.race import quiet
from benchmarks.targets import Results, rate, verdicts


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose columns line up, for reading in a terminal too; nothing without rows."""
    if not rows:
        return ""
    widths = [max(len(line[place]) for line in (header, *rows)) for place in range(len(header))]
    lines = [
        [cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in (header, *rows)
    ]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def million(figures: Results | None) -> str:
    """Rows per second in millions, with a mark if somebody else had the core for a while."""
    return "" if figures is None else f"{rate(figures) / 1e6:.3g}{'' if quiet(figures) else ' (disturbed)'}"


def times(one: Results | None, other: Results | None) -> str:
    """How many times faster the first is."""
    return "" if one is None or other is None else f"{rate(one) / rate(other):.3g}x"


def percent(share: float | None) -> str:
    """A share in per cent, or nothing."""
    return "" if share is None else f"{100 * share:.2f}"


def speed(results: Results) -> str:
    """Rates of all parties and the ratios between them."""
    header = ("stream", "leaf", "mode", "riparian", "MOA", "river", "riparian/MOA", "riparian/river")
    rows = []
    for race in results["races"]:
        own, moa, river = (race.get(party) for party in ("riparian", "moa", "river"))
        names = (race["stream"], race["predictor"], race["mode"])
        rows.append((*names, million(own), million(moa), million(river), times(own, moa), times(own, river)))
    return table(header, rows)


def accuracy(results: Results) -> str:
    """Prequential accuracy and size of the trees."""
    header = (
        "stream",
        "leaf",
        "riparian",
        "MOA",
        "difference",
        "riparian, river's rows",
        "river",
        "leaves",
        "MOA leaves",
    )
    rows = []
    for race in results["races"]:
        if race["mode"] == "train":
            continue
        own, moa, river = (race.get(party, {}) for party in ("riparian", "moa", "river"))
        both = own and moa
        rows.append(
            (
                race["stream"],
                race["predictor"],
                percent(own.get("accuracy")),
                percent(moa.get("accuracy")),
                f"{100 * (own['accuracy'] - moa['accuracy']):+.2f}" if both else "",
                percent(own.get("accuracy_of_first")) if river else "",
                percent(river.get("accuracy")),
                str(own.get("leaves", "")),
                str(moa.get("leaves", "")),
            )
        )
    return table(header, rows)


def floor(results: Results) -> str:
    """Nanoseconds per row of `mc` training beside the floor."""
    header = ("stream", "depth", "leaves", "floor, plain", "floor, x86-64-v3", "riparian", "riparian/floor")
    rows = []
    for each in results["floors"]:
        own, builds = each["riparian"], each["builds"]
        wide = f"{builds['x86-64-v3']:.1f}" if "x86-64-v3" in builds else ""
        size = (str(each["depth"]), str(each["leaves"]))
        mine = ("", "") if own is None else (f"{own:.1f}", f"{own / min(builds.values()):.2f}x")
        rows.append((each["stream"], *size, f"{builds['plain']:.1f}", wide, *mine))
    return table(header, rows)


def threads(results: Results) -> str:
    """One thread against two."""
    header = ("stream", "leaf", "mode", "leaves", "two threads / one", "two processes / one", "same digest")
    rows = [
        (
            each["stream"],
            each["predictor"],
            each["mode"],
            str(each["leaves"]),
            f"{each['ratio']:.2f}x",
            "" if each["processes"] is None else f"{each['processes']:.2f}x",
            "yes" if each["same_digest"] else "NO",
        )
        for each in results["threads"]
    ]
    return table(header, rows)


def small(results: Results) -> str:
    """Dict rows and import time."""
    rows = []
    for each in results["dicts"]:
        text = f"{each['single']:.2f} - {each['table']:.2f} = {each['more']:.2f} us per row"
        rows.append(
            (f"learn_one, {each['keys']} keys, less the table ({each['stream']}, {each['predictor']})", text)
        )
    rows += [
        (f"{name}, whole process", f"{1e3 * seconds:.1f} ms") for name, seconds in results["imports"].items()
    ]
    return table(("what", "cost"), rows)


def memory(results: Results) -> str:
    """Bytes of the leaves beside bytes of the numbers that they store, and bytes of the whole tree."""
    header = ("stream", "leaf", "leaves", "leaf bytes", "numbers x 8", "ratio", "whole tree", "per leaf")
    rows = [
        (
            each["stream"],
            each["predictor"],
            *(f"{each[name]:,}" for name in ("leaves", "leaf_bytes", "number_bytes")),
            f"{each['ratio']:.2f}x",
            f"{each['bytes']:,}",
            f"{each['bytes'] / each['leaves']:,.0f}",
        )
        for each in results["memory"]
    ]
    return table(header, rows)


def blocks(results: Results) -> str:
    """Share of the rows that took the block path, least of all runs on a stream."""
    least: dict[str, float] = {}
    for race in results["races"]:
        if "riparian" in race:
            share = race["riparian"]["block_share"]
            least[race["stream"]] = min(share, least.get(race["stream"], 1.0))
    return table(
        ("stream", "rows in blocks"), [(name, f"{percent(share)} %") for name, share in least.items()]
    )


def page(results: Results) -> str:
    """The whole page in Markdown."""
    judged = [tuple(asdict(verdict).values()) for verdict in verdicts(results)]
    settings = results["settings"]
    machine = [f"- {name}: {value}" for name, value in results["machine"].items()]
    sections: list[tuple[str, Any]] = [
        ("Targets", table(("target", "asked", "measured", "verdict"), judged)),
        ("Speed, million rows per second", speed(results)),
        ("Prequential accuracy in per cent, and leaves", accuracy(results)),
        ("mc training and the floor, nanoseconds per row", floor(results)),
        ("Two threads", threads(results)),
        ("Dict rows and import", small(results)),
        ("Memory", memory(results)),
        ("Block path", blocks(results)),
        ("Measured on", "\n".join(machine)),
    ]
    head = (
        f"# Benchmark results\n\nMade by `{settings['command']}`: {settings['rows']:,} rows per stream,"
        f" river on the first {settings['river_rows']:,}, one thread, default parameters, best of"
        f" {settings['repeats']} interleaved rounds. What is compared, and the traps: `benchmarks/README.md`."
    )
    left_out = "".join(f"\n\nNote: {line}." for line in results["left_out"])
    body = "".join(f"\n\n## {title}\n\n{text}" for title, text in sections if text)
    return head + left_out + body + "\n"


def write(results: Results, name: str) -> None:
    """Write `<name>.md` and `<name>.json` into the folder of results."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(page(results))
    judged = [asdict(verdict) for verdict in verdicts(results)]
    (RESULTS / f"{name}.json").write_text(json.dumps({**results, "targets": judged}, indent=1) + "\n")
