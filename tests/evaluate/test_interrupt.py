"""Ctrl-C during an evaluation: the results so far are never lost. And what progress is told."""

from __future__ import annotations

import importlib
import signal
import threading

import pytest

from riparian import VFDT
from riparian.evaluate import Interrupted, prequential
from tests.evaluate.beside import same
from tests.evaluate.models import LastLabel, numbers


def test_progress_is_told_rows_and_total():
    told = []
    prequential(VFDT(), numbers(500, size=100), progress=lambda *given: told.append(given))
    assert [done for done, _, _ in told] == [100, 200, 300, 400, 500]
    assert {total for _, total, _ in told} == {500}
    assert all(seconds >= 0 for _, _, seconds in told)


def test_an_interrupt_brings_the_result_so_far():
    def stop(done, total, seconds):
        if done >= 300:
            signal.raise_signal(signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    with pytest.raises(Interrupted) as caught:
        prequential({"it": VFDT()}, numbers(1000), every=200, progress=stop)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.result.table["row"].tolist() == [200, 300]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    expected = prequential({"it": VFDT()}, numbers(1000), rows=300, every=200)
    assert same(caught.value.result.table, expected.table)


@pytest.mark.parametrize("at", ["result", "handler"])
def test_a_second_interrupt_does_not_lose_the_results(monkeypatch, at):
    module = importlib.import_module("riparian.evaluate.frame")

    def twice(done, total, seconds):
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            if at == "handler":
                signal.raise_signal(signal.SIGINT)

    described = module.described

    def interrupted(stream):
        if at == "result":
            signal.raise_signal(signal.SIGINT)
        return described(stream)

    monkeypatch.setattr(module, "described", interrupted)
    with pytest.raises(Interrupted) as caught:
        prequential(VFDT(), numbers(1000), progress=twice)
    assert caught.value.result["VFDT"]["rows"] == 100
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_somebody_swallowed_is_heard_again(monkeypatch):
    monkeypatch.setattr("riparian.evaluate.interrupt.ECHO_SECONDS", 0.0)
    asked = []

    def stop(done, total, seconds):
        asked.append(done)
        if len(asked) < 2:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        prequential(VFDT(), numbers(1000), progress=stop)
    assert len(asked) == 2


def test_an_interrupt_while_measuring_waits_until_it_is_noted(monkeypatch):
    from riparian.evaluate.meter import Meter

    take = Meter.take

    def interrupted(self, *given):
        if self.rows == 400:
            signal.raise_signal(signal.SIGINT)
        take(self, *given)

    monkeypatch.setattr(Meter, "take", interrupted)
    with pytest.raises(Interrupted) as caught:
        prequential(VFDT(), numbers(1000), every=200)
    assert caught.value.result.summary["rows"].tolist() == [500]


def test_an_interrupt_before_the_first_row_brings_an_empty_result():
    class Stops(LastLabel):
        def predict_one(self, x):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        prequential(Stops(), numbers(10))
    assert len(caught.value.result.table["row"]) == 0
    assert caught.value.result["Stops"]["accuracy"] is None
    assert "Stops" in str(caught.value.result)
