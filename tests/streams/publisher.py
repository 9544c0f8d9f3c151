"""A publisher on this machine: an HTTP server with files whole, cut short, altered, moved or not there."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from riparian.streams.catalogue import Entry, Part, Source

ROWS = b"".join(
    b"%d.5,%s,%s\n" % (n, b"?" if n == 3 else b"xyz"[n % 3 : n % 3 + 1], b"yes" if n % 4 else b"no")
    for n in range(20_000)
)
ALTERED = ROWS.replace(b"7.5,", b"8.5,", 1)


class Publisher(ThreadingHTTPServer):
    """Answers by the path asked for; counts what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.asked: Counter[str] = Counter()
        self.both = threading.Barrier(2, timeout=60)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class Answer(BaseHTTPRequestHandler):
    server: Publisher

    def do_GET(self) -> None:
        path = self.path.lstrip("/")
        self.server.asked[path] += 1
        getattr(self, f"answer_{path}")()

    def log_message(self, *_: object) -> None:
        pass

    def send(self, body: bytes, announced: int | str | None) -> None:
        self.send_response(200)
        if announced is not None:
            self.send_header("Content-Length", str(announced))
        self.end_headers()
        self.wfile.write(body)

    def answer_good(self) -> None:
        self.send(ROWS, len(ROWS))

    def answer_strangely_announced(self) -> None:
        """A digit, and no number."""
        self.send(ROWS, "\xb2")

    def answer_unannounced(self) -> None:
        self.send(ROWS, None)

    def answer_short(self) -> None:
        """A whole answer that holds half of the file."""
        self.send(ROWS[: len(ROWS) // 2], len(ROWS) // 2)

    def answer_closing(self) -> None:
        """The connection ends in mid-body."""
        self.send(ROWS[: len(ROWS) // 2], len(ROWS))

    def answer_closing_unannounced(self) -> None:
        self.send(ROWS[: len(ROWS) // 2], None)

    def answer_altered(self) -> None:
        self.send(ALTERED, len(ALTERED))

    def answer_longer(self) -> None:
        self.send(ROWS + b"more", len(ROWS) + 4)

    def answer_missing(self) -> None:
        self.send_error(404)

    def answer_broken(self) -> None:
        self.send_error(500)

    def answer_moved(self) -> None:
        self.send_response(302)
        self.send_header("Location", self.server.url("good"))
        self.end_headers()

    def answer_round(self) -> None:
        self.send_response(302)
        self.send_header("Location", self.server.url("round"))
        self.end_headers()

    def answer_nonsense(self) -> None:
        self.wfile.write(b"this is no HTTP\r\n\r\n")

    def answer_together(self) -> None:
        """Nobody is served before two have asked."""
        self.server.both.wait()
        self.send(ROWS, len(ROWS))


@contextmanager
def publishing() -> Iterator[Publisher]:
    with Publisher() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def entry_at(url: str, *, size: int | None = len(ROWS)) -> Entry:
    """A data set of 20,000 rows that is offered at this address."""
    part = Part(url=url, file="rows.data", sha256=hashlib.sha256(ROWS).hexdigest(), bytes=size)
    return Entry(
        name="rows",
        title="Rows",
        rows=20_000,
        target="label",
        classes={"no": 5_000, "yes": 15_000},
        columns=("number", "letter"),
        nominal=("letter",),
        missing={"letter": 1},
        source=Source((part,), stated_by="this test", compared="not yet"),
    )
