"""Two times of one run: on the wall, and on the processor.

For a party of one thread they agree, unless somebody else had the core in between: then the run is disturbed.
"""

from time import perf_counter, process_time


class Clock:
    """Starts when it is made."""

    def __init__(self) -> None:
        self.busy = process_time()
        self.wall = perf_counter()

    def read(self) -> tuple[float, float]:
        """Seconds on the wall and seconds on the processor so far."""
        wall, busy = perf_counter(), process_time()
        return wall - self.wall, busy - self.busy
