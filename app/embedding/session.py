"""Starts onnxruntime for one model's content. The library is imported when the first model is needed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, SessionOptions

# onnxruntime 1.32 sends usage to its makers and keeps an id of the device, unless this is set before it is imported;
# its own switch, disable_telemetry_events(), comes too late. Nothing leaves the machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

LONGEST_SAID = 400
"""Characters of what a library says that are handed on."""


def load_session(model: bytes | Path, name: str, threads: int) -> InferenceSession:
    """Load a model's content, or the file of one that is not ours. `name` is what a person calls it ("the sentence model").

    Raises `ModelUnavailable` if onnxruntime is missing or refuses it.
    """
    try:
        import onnxruntime
        from onnxruntime.capi import onnxruntime_pybind11_state as failures
    except ImportError as error:
        raise ModelUnavailable(f"The library that runs the models, onnxruntime, cannot be loaded here ({error}).") from error
    refusals = (
        failures.Fail, failures.InvalidArgument, failures.InvalidGraph, failures.InvalidProtobuf, failures.NoSuchFile,
        failures.NotImplemented, failures.RuntimeException,
    )  # fmt: skip
    damages = (failures.InvalidProtobuf, failures.InvalidGraph, failures.NoSuchFile)
    content = model if isinstance(model, bytes) else str(model)
    try:
        return onnxruntime.InferenceSession(content, _options(threads), providers=["CPUExecutionProvider"])
    except refusals as error:
        # What the library says quotes its own code; the exception keeps it.
        why = "it is damaged or no model" if isinstance(error, damages) else "it asks for what that version does not do"
        raise ModelUnavailable(f"onnxruntime {onnxruntime.__version__} cannot run {name}: {why}.") from error


def said_by(library: str) -> str:
    """What a library says of a model, for the end of a sentence: it may quote names out of the model, of any length."""
    line = " ".join("".join(each if each.isprintable() else " " for each in library).split()).rstrip(".")
    return line if len(line) <= LONGEST_SAID else f"{line[:LONGEST_SAID]}…"


def _options(threads: int) -> SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait gain nothing alone and take the cores of whatever runs beside them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
