"""What results call models and streams, and what they were made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riparian.streams.stream import Stream


def by_name(models: Any) -> dict[str, Any]:
    """Models by name: those given, else their type with what is set, numbered where that is not enough."""
    if isinstance(models, Mapping):
        found = {str(name): model for name, model in models.items()}
    else:
        found = {}
        for model in models if isinstance(models, list | tuple) else [models]:
            name = _called(model)
            number = 2
            while (name if number == 2 else f"{name} #{number - 1}") in found:
                number += 1
            found[name if number == 2 else f"{name} #{number - 1}"] = model
    if not found:
        raise ValueError("there must be at least one model, got none")
    first: dict[int, str] = {}
    for name, model in found.items():
        if isinstance(model, type):
            raise TypeError(f"model {name!r} is a class: give one of its kind, {model.__name__}()")
        if id(model) in first:
            raise ValueError(
                f"models {first[id(model)]!r} and {name!r} are one and the same, and would learn every row "
                "twice: pass a clone"
            )
        first[id(model)] = name
    return found


def _called(model: Any) -> str:
    if hasattr(model, "predict_then_learn_many"):
        return repr(model).removesuffix("()")
    return type(model).__name__


def described(stream: Stream) -> dict[str, Any]:
    """What a stream was made with."""
    return {"name": stream.name, **{name: _whole(value) for name, value in stream.settings().items()}}


def _whole(value: Any) -> Any:
    """A seed of 9.0 reads better as 9."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def parameters(model: Any) -> dict[str, Any]:
    """What a model was made with, as far as it says so."""
    found: dict[str, Any] = {"type": type(model).__name__}
    if hasattr(model, "get_params"):
        found |= model.get_params()
    return found
