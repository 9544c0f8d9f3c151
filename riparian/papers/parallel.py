"""Work on many tasks in several processes, results as they are finished.

Each task is a function of its arguments alone, so the results are the same for any number of processes; only
their order is not.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")


def finished(work: Callable[[Task], Found], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Found]]:
    """Each task with its result, in the order in which they are finished.

    Parameters
    ----------
    work : function
        What is done with a task; other processes must be able to import it.
    tasks : sequence
        The tasks; they are started in this order.
    jobs : int, 1 <= jobs
        Number of processes; 1 for no other process than this one.

    Examples
    --------
    >>> list(finished(abs, [-3, 2], jobs=1))
    [(-3, 3), (2, 2)]
    """
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, work(task)
        return
    # Processes that start afresh share no threads with this one, and are the same on every system.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, initializer=_die_with_parent) as pool:
        waiting = {pool.submit(work, task): task for task in tasks}
        try:
            for future in as_completed(waiting):
                yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise OSError(
                "a process of the run was ended from outside, perhaps for want of memory: "
                "start the command again to go on, with --jobs 1 if it happens again"
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _die_with_parent() -> None:
    """End at Ctrl-C without a word, and with the process that started this one, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
